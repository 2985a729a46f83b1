import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test, vi } from 'vitest';

/** As mailcheck does when a page has jQuery, in the strict mode of a bundle. */
const loadMailcheck = (): void => {
  const { jQuery } = globalThis as { jQuery?: { fn: Record<string, unknown> } };
  if (jQuery) jQuery.fn['mailcheck'] = () => 'mailcheck';
};

const load = async (): Promise<void> => {
  const { restorePlugins } = await import('../../../src/address/mailcheck/page-jquery.js');
  loadMailcheck();
  restorePlugins();
};

describe("a page's jQuery", () => {
  const page = globalThis as { jQuery?: unknown };

  beforeEach(() => {
    vi.resetModules();
  });

  afterEach(() => {
    delete page.jQuery;
  });

  test('keeps a mailcheck plugin of its own', async () => {
    const own = (): string => 'own';
    const fn = { mailcheck: own };
    page.jQuery = { fn };
    await load();
    assert.equal(fn.mailcheck, own);
  });

  test('gets none from us', async () => {
    const fn = {};
    page.jQuery = { fn };
    await load();
    assert.deepEqual(Object.keys(fn), []);
  });

  test('may be something else by this name, such as an element, and stays what it is', async () => {
    const element = { id: 'jQuery' };
    page.jQuery = element;
    await load();
    assert.deepEqual(element, { id: 'jQuery' });
  });

  test('may be missing', async () => {
    await load();
    assert.equal(page.jQuery, undefined);
  });
});
