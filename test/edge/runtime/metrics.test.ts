import assert from 'node:assert/strict';
import { test } from 'vitest';
import { createEdgeMetrics } from '../../../src/edge/runtime/metrics.js';
import { API_KEY, checkOnce, CLIENT, fetchToken, post, setUp, startUpstream, validate } from '../support.js';

test('counts requests, verdicts and troubles, in the text format of Prometheus', async () => {
  const upstream = await startUpstream((email, response) => {
    if (email.startsWith('poor')) response.writeHead(402).end();
    else response.end(JSON.stringify({ email, status: 'valid' }));
  });
  const { log, text, contentType } = createEdgeMetrics();
  const { edge } = setUp(upstream.baseUrl, { log });
  const token = await fetchToken(edge);
  await validate(edge, token, 'ada@example.com');
  await validate(edge, token, 'ada@example.com');
  await validate(edge, token, 'no address');
  await checkOnce(edge, 'poor@example.com');
  await post(edge, '/validate', '{');
  await post(edge, '/nothing/here', null);
  const lines = (await text()).split('\n');
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  const value = (series: string): number =>
    Number(
      lines
        .find((line) => line.startsWith(series))
        ?.split(' ')
        .at(-1),
    );
  const count = 'email_verify_edge_request_seconds_count';
  assert.equal(value(`${count}{route="/validate",method="POST",status="200",code=""}`), 4);
  assert.equal(value(`${count}{route="/validate",method="POST",status="400",code="bad_request"}`), 1);
  assert.equal(value(`${count}{route="*",method="POST",status="404",code="not_found"}`), 1);
  const verdicts = 'email_verify_edge_verdicts_total';
  assert.equal(value(`${verdicts}{verdict="valid",from="upstream"}`), 1);
  assert.equal(value(`${verdicts}{verdict="valid",from="memory"}`), 1);
  assert.equal(value(`${verdicts}{verdict="invalid",from="address"}`), 1);
  assert.equal(value('email_verify_edge_upstream_troubles_total{code="out_of_credits"}'), 1);
  for (const secret of ['ada', 'poor', CLIENT, API_KEY]) assert.ok(!lines.join('\n').includes(secret), secret);
});

test('whatever is asked, the number of series stays small', async () => {
  const { log, text } = createEdgeMetrics();
  const { edge } = setUp((await startUpstream()).baseUrl, { log });
  for (let i = 0; i < 500; i++) {
    const url = `https://edge.example/path${i}?q=${i}`;
    await edge(new Request(url, { method: `M${i}`, headers: { origin: `https://o${i}.example` } }));
  }
  assert.ok((await text()).split('\n').length < 40);
});
