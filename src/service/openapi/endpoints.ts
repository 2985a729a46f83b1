import { z } from 'zod';
import { problemResponse } from '../../protocol/index.js';
import { lazy } from '../../util/lazy.js';
import { PAGE_HEADERS } from '../../util/page-headers.js';
import { answerOf, bind, describe, type BoundEndpoints } from '../http/endpoint.js';
import { createDocument } from './document.js';
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
  {
    method: 'GET',
    input: z.object({}),
    answer: ({ made }: { made: () => Document }) => Promise.resolve(Response.json(made())),
  },
);

const DOCUMENT_ENDPOINTS = [['/api/openapi.json', document]] as const;

/** An answer to every method. */
type PageAnswer = (call: { request: Request }) => Promise<Response>;

/** The document as a page for people, with its style, by path. */
const pagesOf = (made: () => Document): [path: string, answer: PageAnswer][] => {
  const files = {
    '/api/docs': { textOf: () => pageOf(made()), headers: PAGE_HEADERS },
    '/api/docs.css': { textOf: () => STYLE, headers: { 'content-type': 'text/css; charset=utf-8' } },
  };
  return Object.entries(files).map(([path, { textOf, headers }]) => [
    path,
    ({ request: { method } }) => {
      const allow = { allow: 'GET, HEAD' };
      if (method === 'GET') return Promise.resolve(new Response(textOf(), { headers: { ...headers } }));
      if (method === 'HEAD') return Promise.resolve(new Response(null, { headers: { ...headers } }));
      return Promise.resolve(problemResponse('method_not_allowed', 'Use GET.', allow));
    },
  ]);
};

/**
 * Describes endpoints, by a document that has itself in it. It is made when it is first asked for: that takes a tenth of a
 * start.
 * @param url the base URL of the service.
 * @param sessionCookie the name of the cookie of sessions.
 * @returns the endpoints with that of the document, and the document's pages for people.
 */
export const describeApi = (
  endpoints: BoundEndpoints,
  place: { url: string; sessionCookie: string },
): { endpoints: BoundEndpoints; pages: [path: string, answer: PageAnswer][] } => {
  const described = [...endpoints, ...DOCUMENT_ENDPOINTS];
  const made = lazy(() => createDocument(described, place));
  return { endpoints: [...endpoints, ...bind(DOCUMENT_ENDPOINTS, { made })], pages: pagesOf(made) };
};
