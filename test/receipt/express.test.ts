import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import express from 'express';
import { describe, test } from 'vitest';
import { bring } from '../../scripts/bring.mjs';
import { emailVerification } from '../../src/receipt/express.js';
import type { FormOptions } from '../../src/receipt/index.js';
import { listen } from '../edge/support.js';
import { EMAIL } from './support.js';
import { formOptions, testMiddleware } from './middleware.js';

/** It has no types here. */
const express4 = createRequire(import.meta.url)(join(bring('test/resources'), 'express-4')) as typeof express;

for (const [name, framework] of Object.entries({ 'Express 5': express, 'Express 4': express4 })) {
  describe(name, () => {
    const start = (options: FormOptions, parse = true): Promise<string> => {
      const app = framework();
      if (parse) app.use(framework.urlencoded({ extended: false }), framework.json());
      app.post('/sign-up', emailVerification(options), (request, response) => {
        response.status(201).json(request.emailVerification);
      });
      const server = createServer((request, response) => {
        app(request, response);
      });
      return listen(server);
    };

    testMiddleware(async (options) => start(options));

    test('answers 400 where no parser stands before it', async () => {
      const url = await start(formOptions, false);
      const response = await fetch(`${url}/sign-up`, { method: 'POST', body: new URLSearchParams({ email: EMAIL }) });
      assert.equal(response.status, 400);
    });

    test('gives an unexpected error to the error handler of Express', async () => {
      const app = framework();
      const now = (): number => {
        throw new RangeError('no clock');
      };
      app.use(framework.json(), emailVerification({ ...formOptions, now }));
      const onError: express.ErrorRequestHandler = (error: Error, _request, response, next) => {
        if (response.headersSent) next(error);
        else response.status(500).send(error.message);
      };
      app.use(onError);
      const url = await listen(
        createServer((request, response) => {
          app(request, response);
        }),
      );
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: EMAIL, 'email-verification': 'a.b.c' }),
      });
      assert.deepEqual([response.status, await response.text()], [500, 'no clock']);
    });
  });
}
