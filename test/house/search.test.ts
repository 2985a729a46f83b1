/** The search of the manual's site finds a name where the manual defines it. */
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { addressOf, manualFiles } from '../../scripts/docs/manual.mjs';
import { render, textOf } from '../../scripts/docs/render.mjs';
import { searchEntries } from '../../scripts/docs/search-index.mjs';
import { createSearch } from '../../site/search-index.js';

const entries = searchEntries(
  manualFiles().map((file) => {
    const { title, body } = render(file, () => undefined) as { title: string; body: string };
    return { title, address: String(addressOf(file)), body };
  }),
);
const find = createSearch(entries) as (query: string) => { id: string; title: string }[];

describe('the search of the manual', () => {
  const FIRST: [query: string, address: string][] = [
    ['email-verify-check', 'docs/manual.html#events-and-methods'],
    ['email-verify-verdict', 'docs/manual.html#events-and-methods'],
    ['email-verify-error', 'docs/manual.html#events-and-methods'],
    ['email-verify-suggestion', 'docs/manual.html#events-and-methods'],
    ['--email-verify-accent', 'docs/manual.html#looks'],
    ['when-unavailable', 'docs/manual.html#options'],
    ['TRUSTED_PROXIES', 'docs/edge/settings.html'],
    ['quotas', 'docs/edge/quotas.html#quotas'],
    ['chalenge', 'docs/edge/quotas.html#challenges'],
  ];
  for (const [query, address] of FIRST)
    test(`shows ${address} first for "${query}"`, () => {
      assert.equal(find(query)[0]?.id, address);
    });

  test('finds any of the words when no entry has all', () => {
    assert.ok(find('quotas xyzzyqqq').length > 0);
    assert.ok(find('quotas-xyzzyqqq').length > 0);
    assert.equal(find('xyzzyqqq').length, 0);
  });

  test('shows characters, not their entities', () => {
    assert.equal(
      textOf('<b>&#60;a title=&#34;b&#34;&#62;</b> &lt;&amp;lt;&gt; &quot;&#39;'),
      `<a title="b"> <&lt;> "'`,
    );
    for (const { title, text } of entries) assert.doesNotMatch(`${title} ${text}`, /&(#\d+|lt|gt|quot);/);
  });
});
