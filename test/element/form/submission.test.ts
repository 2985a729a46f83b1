import assert from 'node:assert/strict';
import { beforeEach, describe, test, vi } from 'vitest';
import { TestForm } from '../support/form.js';
import { HOLD_MS, turn } from '../support/field.js';

const pass = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms);
  await turn();
};

describe('a held submission', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });

  test('is sent `hold` after the first press, though code sets another address after the second', async () => {
    const form = new TestForm(1);
    const [field] = form.fields;
    assert.ok(field);
    field.text = 'a@b.de';
    form.press();
    await pass(900);
    form.press();
    field.text = 'c@d.org';
    await pass(HOLD_MS - 900 + 1);
    assert.deepEqual(form.sent, [2]);
  });

  test('has the whole `hold` again when an edit has cancelled the one before', async () => {
    const form = new TestForm(1);
    const [field] = form.fields;
    assert.ok(field);
    field.text = 'a@b.de';
    form.press();
    await pass(HOLD_MS - 100);
    field.text = 'c@d.org';
    field.inner.edit(field.text);
    form.press();
    await pass(HOLD_MS - 1);
    assert.deepEqual(form.sent, []);
    await pass(2);
    assert.deepEqual(form.sent, [2]);
  });
});
