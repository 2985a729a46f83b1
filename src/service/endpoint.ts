import type { z } from 'zod';
import type { ProblemCode } from '../protocol/index.js';
import type { Fields } from './fields.js';
import type { Call } from './route.js';

/** The clients that may send a request: all, those with an API key, those that are signed in, either of these, those that sign it. */
export type Access = 'anyone' | 'key' | 'session' | 'account' | 'signature';

export const METHODS = ['GET', 'POST', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The answer of an endpoint that did what was asked. */
export interface Answer {
  readonly status: 200 | 201 | 202;
  /** One line. */
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
  /** Headers of this answer, and what is in them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers of other media types, by type: text, described by an example. */
  readonly otherMedia: Readonly<Record<string, string>>;
  /** The part with which a request with the header Range is answered, of the other media types: one line. */
  readonly partial?: string;
}

/** @param example an answer, for people who read the document. */
export const answerOf = <S extends z.ZodType>(
  description: string,
  schema: S,
  example: z.output<S>,
  {
    status = 200,
    headers = {},
    otherMedia = {},
    ...more
  }: Partial<Pick<Answer, 'status' | 'headers' | 'otherMedia' | 'partial'>> = {},
): Answer => ({ status, description, schema, example, headers, otherMedia, ...more });

/** An endpoint in the OpenAPI document, besides its input. */
export interface Description {
  /** One line. */
  readonly summary: string;
  /** Further facts that a caller must know. */
  readonly details?: string;
  readonly access: Access;
  /** The parts of the path that stand in braces. */
  readonly path?: z.ZodObject<Fields>;
  /** Headers that a request may have, and what is in them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bodies of other media types that a POST takes, by type, with what is in them. */
  readonly otherBodies?: Readonly<Record<string, string>>;
  readonly answer: Answer;
  /** The problems of this endpoint alone. Those of its method and its access are added. */
  readonly problems?: readonly ProblemCode[];
}

/** Answers the requests of one method for one path. The fields are the body of a POST, else the query. */
export interface Handler<P> {
  readonly method: Method;
  readonly input: z.ZodObject<Fields>;
  /** @throws Refusal if a request is refused. */
  readonly answer: (parts: P, call: Call) => Promise<Response>;
}

/** A handler with what the document says about it: the service has no endpoint without. */
export interface Endpoint<P> extends Handler<P> {
  readonly description: Description;
}

/** Endpoints with their paths. A path may have parts in braces (`/api/batch/{id}`), and an endpoint for each of some methods. */
export type Endpoints<P> = Iterable<readonly [path: string, endpoint: Endpoint<P>]>;

export const describe = <P>(description: Description, handler: Handler<P>): Endpoint<P> => ({
  ...handler,
  description,
});
