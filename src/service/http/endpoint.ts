import type { z } from 'zod';
import type { ProblemCode } from '../../protocol/index.js';
import type { Fields } from './request-fields.js';
import type { Call } from './call.js';

/**
 * The clients that may send a request: all, those with an API key, those that are signed in, either of these, those
 * that sign it.
 */
export type Access = 'anyone' | 'key' | 'session' | 'account' | 'signature';

export const METHODS = ['GET', 'POST', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

/** The answer of an endpoint that did what was asked. */
export interface Answer<S extends z.ZodType = z.ZodType> {
  readonly status: 200 | 201 | 202;
  /** One line. */
  readonly description: string;
  readonly schema: S;
  readonly example: z.output<S>;
  /** Headers of this answer, and what is in them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers of other media types, by type: text, described by an example. */
  readonly otherMedia: Readonly<Record<string, string>>;
  /** The part with which a request with the header Range is answered, of the other media types: one line. */
  readonly partial?: string;
}

/** The body of an answer, as the dashboard types it. */
export type BodyOf<A extends Answer> = z.output<A['schema']>;

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
): Answer<S> => ({ status, description, schema, example, headers, otherMedia, ...more });

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
  /** True for a POST whose body is one of the other types, never JSON: its fields are in the query. */
  readonly takesFile?: boolean;
  readonly answer: Answer;
  /** The answer of another status, to a request that asks for something else. */
  readonly otherAnswer?: Answer;
  /** The problems of this endpoint alone. Those of its method and its access are added. */
  readonly problems?: readonly ProblemCode[];
}

/** Answers the requests of one method for one path. The fields are the body of a POST, else the query. */
export interface Handler<P> {
  readonly method: Method;
  readonly input: z.ZodObject<Fields>;
  /** True for a GET that costs a credit: a HEAD would take it, and tell nothing. */
  readonly costs?: boolean;
  /** @throws Refusal if a request is refused. */
  readonly answer: (parts: P, call: Call) => Promise<Response>;
}

/** A handler with what the document says about it: the service has no endpoint without. */
export interface Endpoint<P> extends Handler<P> {
  readonly description: Description;
}

/**
 * Endpoints with their paths. A path may have parts in braces (`/api/batch/{id}`), and an endpoint for each of some
 * methods.
 */
export type Endpoints<P> = Iterable<readonly [path: string, endpoint: Endpoint<P>]>;

export const describe = <P>(description: Description, handler: Handler<P>): Endpoint<P> => ({
  ...handler,
  description,
});

/** An endpoint that has what it uses. */
export interface BoundEndpoint extends Pick<Endpoint<never>, 'method' | 'input' | 'costs' | 'description'> {
  /** @throws Refusal if a request is refused. */
  readonly answer: (call: Call) => Promise<Response>;
}

/** Endpoints that have what they use, with their paths: of several whose paths fit, the first answers. */
export type BoundEndpoints = readonly (readonly [path: string, endpoint: BoundEndpoint])[];

/** Gives endpoints what they use. */
export const bind = <P>(endpoints: Endpoints<P>, parts: P): BoundEndpoints =>
  Array.from(endpoints, ([path, endpoint]) => [
    path,
    { ...endpoint, answer: (call: Call) => endpoint.answer(parts, call) },
  ]);

/** Gives endpoints what they use, by the last part of their paths. */
export const bindUnder = <P>(
  prefix: string,
  endpoints: Readonly<Record<string, Endpoint<P>>>,
  parts: P,
): BoundEndpoints =>
  bind(
    Object.entries(endpoints).map(([name, endpoint]) => [prefix + name, endpoint] as const),
    parts,
  );
