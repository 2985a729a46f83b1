import { z } from 'zod';
import { problemResponse } from '../../protocol/index.js';
import { PAGE_HEADERS } from '../../util/page-headers.js';
import { answerOf, describe, type Endpoints } from '../endpoint.js';
import { pageOf } from './page.js';
import { STYLE } from './style.js';
import type { Document } from './types.js';

const document = describe(
  {
    summary: 'Describes the API',
    access: 'anyone',
    answer: answerOf(
      'An OpenAPI 3.1 document.',
      z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) }),
      { openapi: '3.1.0', info: { title: 'E-mail verification', version: '1' }, paths: {} },
    ),
  },
  { method: 'GET', input: z.object({}), answer: (made: Document) => Promise.resolve(Response.json(made)) },
);

export const DOCUMENT_ENDPOINTS: Endpoints<Document> = new Map([['/api/openapi.json', document]]);

/** The document as a page for people, with its style, by path. */
export const pagesOf = (
  made: Document,
): [path: string, answer: (call: { request: Request }) => Promise<Response>][] => {
  const files = {
    '/api/docs': { text: pageOf(made), headers: PAGE_HEADERS },
    '/api/docs.css': { text: STYLE, headers: { 'content-type': 'text/css; charset=utf-8' } },
  };
  return Object.entries(files).map(([path, { text, headers }]) => [
    path,
    ({ request: { method } }) => {
      const allow = { allow: 'GET, HEAD' };
      if (method === 'GET') return Promise.resolve(new Response(text, { headers: { ...headers } }));
      if (method === 'HEAD') return Promise.resolve(new Response(null, { headers: { ...headers } }));
      return Promise.resolve(problemResponse('method_not_allowed', 'Use GET.', allow));
    },
  ]);
};
