import fastify from 'fastify';
import { afterAll } from 'vitest';
import { emailVerification, type EmailVerification } from '../../src/receipt/fastify.js';
import { testMiddleware } from './middleware.js';

const apps: { close: () => Promise<unknown> }[] = [];
afterAll(() => Promise.all(apps.map((app) => app.close())));

testMiddleware(async (options) => {
  const app = fastify({ forceCloseConnections: true });
  apps.push(app);
  app.decorateRequest('emailVerification', null);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
  // A schema of the answer must not touch the problem.
  const response = { '4xx': { type: 'object', properties: {} } };
  app.post('/sign-up', { preHandler: emailVerification(options), schema: { response } }, (request, reply) => {
    reply.statusCode = 201;
    void reply.send(request.getDecorator<EmailVerification>('emailVerification'));
  });
  app.post<{ Reply: { 201: { id: number } } }>(
    '/typed',
    { preHandler: emailVerification(options) },
    (_request, reply) => {
      void reply.code(201).send({ id: 1 });
    },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
});
