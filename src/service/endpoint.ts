import type { z } from 'zod';
import type { ProblemCode } from '../protocol/index.js';
import type { Fields } from './fields.js';
import type { Call } from './route.js';

/** Who may send a request: anyone, whoever has an API key, whoever is signed in, whoever signs it. */
export type Access = 'anyone' | 'key' | 'session' | 'signature';

/** The answer of an endpoint that did what was asked. */
export interface Answer {
  readonly status: 200 | 201 | 202;
  /** One line. */
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
  /** Headers of this answer, and what is in them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** @param example an answer, for people who read the document. */
export const answerOf = <S extends z.ZodType>(
  description: string,
  schema: S,
  example: z.output<S>,
  { status = 200, headers = {} }: Partial<Pick<Answer, 'status' | 'headers'>> = {},
): Answer => ({ status, description, schema, example, headers });

/** An endpoint in the OpenAPI document, besides its input. */
export interface Description {
  /** One line. */
  readonly summary: string;
  /** What a caller must know besides. */
  readonly details?: string;
  readonly access: Access;
  readonly answer: Answer;
  /** The problems of this endpoint alone. Those of its method and its access are added. */
  readonly problems?: readonly ProblemCode[];
}

/** Answers the requests for one path. The fields are the query of a GET or the body of a POST. */
export interface Handler<P> {
  readonly method: 'GET' | 'POST';
  readonly input: z.ZodObject<Fields>;
  /** @throws Refusal if a request is refused. */
  readonly answer: (parts: P, call: Call) => Promise<Response>;
}

/** A handler with what the document says about it: the service has no endpoint without. */
export interface Endpoint<P> extends Handler<P> {
  readonly description: Description;
}

/** Endpoints by path. */
export type Endpoints<P> = ReadonlyMap<string, Endpoint<P>>;

export const describe = <P>(description: Description, handler: Handler<P>): Endpoint<P> => ({
  ...handler,
  description,
});
