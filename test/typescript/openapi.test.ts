/** openapi-typescript, as the programs of others use it, makes types of the document that TypeScript takes. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import ts from 'typescript';
import { beforeAll, describe, it } from 'vitest';
import { useHarness } from '../service/harness.js';
import { usePGlite } from '../service/stores.js';

/** openapi-typescript, as far as it is used here. */
interface OpenApiTypeScript {
  default: (document: object) => Promise<object>;
  astToString: (ast: object) => string;
}

const openapi = createRequire(import.meta.url)('openapi-typescript') as OpenApiTypeScript;

/** A program of the types: the marked lines must be refused. */
const PROGRAM = `
import type { components, operations, paths } from './api.js';

type Check = paths['/api/validate']['get'];
declare const answer: Check['responses'][200]['content']['application/json'];
export const status: 'valid' | 'risky' | 'invalid' | 'unknown' = answer.status;
export const suggestion: string | null = answer.did_you_mean;
// @ts-expect-error: no such field
answer.verdict;

export const query: operations['validate']['parameters']['query'] = { email: 'anna@example.com' };
// @ts-expect-error: the address is required
export const wrong: operations['validate']['parameters']['query'] = {};

declare const refused: Check['responses'][401]['content']['application/problem+json'];
export const problem: components['schemas']['Problem'] = refused;
export const code: string = problem.code;

type SignIn = operations['signIn']['requestBody']['content']['application/json'];
export const signIn: SignIn = { email: 'anna@example.com', password: 'four random words' };
// @ts-expect-error: a password is text
export const typed: SignIn = { email: 'anna@example.com', password: 1 };
`;

/** Compiles modules that exist only here, strictly; the errors. */
const compile = (modules: Record<string, string>): string[] => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ['lib.es2022.d.ts'],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  host.fileExists = (name) => name in modules || real.fileExists(name);
  host.readFile = (name) => modules[name] ?? real.readFile(name);
  host.getSourceFile = (name, ...more) =>
    modules[name] === undefined
      ? real.getSourceFile(name, ...more)
      : ts.createSourceFile(name, modules[name], ts.ScriptTarget.ES2022);
  const program = ts.createProgram(Object.keys(modules), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, start = 0, messageText }) =>
        `${file?.fileName ?? ''}:${start} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
};

describe('types made of the OpenAPI document', () => {
  const harness = useHarness();
  const place = usePGlite();
  let types: string;

  beforeAll(async () => {
    const service = await harness.open(await place(), { publicUrl: 'https://verify.example' });
    const answer = await service.fetch(new Request('http://service/api/openapi.json'));
    types = openapi.astToString(await openapi.default((await answer.json()) as object));
  });

  it('compile, and say what each operation takes and answers', () => {
    assert.deepEqual(compile({ '/api.ts': types, '/program.ts': PROGRAM }), []);
  });
});
