import assert from 'node:assert/strict';
import { describe, test, vi } from 'vitest';
import fc from 'fast-check';
import type { FieldOptions } from '../../../src/element/options.js';
import type { Status, SubStatusCode } from '../../../src/protocol/index.js';
import { TestForm } from '../support/form.js';
import { HOLD_MS, turn } from '../support/field.js';
import { runs } from '../../support/whole.js';

const values = ['', 'a', 'a@b.de', 'c@d.org', 'a@gmial.com', 'a@shop.cm', 'x@'];
const statuses: (Status | 'failure')[] = ['valid', 'invalid', 'risky', 'unknown', 'failure'];
const codes: SubStatusCode[] = ['disposable', 'mailbox_not_found', 'domain_not_found', 'upstream_timeout'];
const policies: Partial<FieldOptions>[] = [
  { block: ['invalid', 'risky'] },
  { block: ['unknown', 'disposable'] },
  { block: ['invalid'] },
  { block: [] },
  { whenUnavailable: 'block' },
  { whenUnavailable: 'allow' },
  { override: true },
  { override: false },
  { validateOn: 'blur' },
  { validateOn: 'submit' },
  { typos: 'suggest' },
  { allowDomains: ['b.de'] },
];

const at = { field: fc.nat(2) };
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ ...at, do: fc.constant('type' as const), value: fc.constantFrom(...values) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...at,
      do: fc.constant('answer' as const),
      which: fc.nat(9),
      status: fc.constantFrom(...statuses),
      code: fc.option(fc.constantFrom(...codes)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ ...at, do: fc.constant('press' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ ...at, do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: HOLD_MS + 500 }) }),
  },
  fc.record({ ...at, do: fc.constant('change unnoticed' as const), value: fc.constantFrom(...values) }),
  fc.record({ ...at, do: fc.constant('set' as const), options: fc.constantFrom(...policies) }),
  fc.record({
    ...at,
    do: fc.constantFrom('leave', 'reset', 'accept', 'keep', 'undo', 'disable', 'take away', 'leave the page'),
  }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does one thing to a field, as the element would on the page's behalf. */
const act = (form: TestForm, action: Step): void => {
  const field = form.fields[action.field % Math.max(form.fields.length, 1)];
  if (action.do === 'press') form.press();
  else if (action.do === 'wait') vi.advanceTimersByTime(action.ms);
  if (!field) return;
  const { inner } = field;
  const { revision, fix } = inner.state;
  switch (action.do) {
    case 'type':
      field.text = action.value;
      inner.edit(action.value);
      break;
    case 'change unnoticed':
      field.text = action.value;
      return;
    case 'set':
      Object.assign(field.options, action.options);
      return;
    case 'answer': {
      const open = field.asked[action.which % Math.max(field.asked.length, 1)];
      const { status, code } = action;
      if (!open) return;
      const { email } = open;
      open.answer(
        status === 'failure'
          ? { ok: false, failure: 'network', detail: '' }
          : {
              ok: true,
              receipt: null,
              verdict: { email, status, quality: 'unknown', sub_status: code ? [code] : [], did_you_mean: null },
            },
      );
      return;
    }
    case 'leave':
      // The submission asks about a value that code has set when it is released.
      if (form.submission.isHeld(field) && field.text !== inner.state.value) return;
      inner.leave(field.text);
      break;
    case 'reset':
      field.text = '';
      inner.reset('');
      break;
    case 'accept':
    case 'keep':
    case 'undo':
      inner[action.do]();
      break;
    case 'disable':
      field.disabled = !field.disabled;
      return;
    case 'take away':
      form.fields.splice(form.fields.indexOf(field), 1);
      form.submission.cancel(field);
      form.ended();
      break;
    case 'leave the page':
      form.submission.cancel(field);
      form.ended();
      break;
  }
  // Another value takes back what waits; a typo that is fixed goes on.
  const { state } = inner;
  const isFixed = state.fix !== null && state.fix !== fix;
  if (state.revision !== revision && !state.held && !isFixed) form.ended();
};

describe('the promises of a form', () => {
  test('hold whatever the order of keys, answers, presses, resets and everything else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(step, { maxLength: 40 }), async (count, steps) => {
        vi.useRealTimers();
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
        const form = new TestForm(count);
        form.onSent = () => {
          assert.ok(
            form.fields.every(({ sound }) => sound),
            'nothing is sent that is blocked or has not been found out',
          );
          assert.equal(form.sent.at(-1), form.presses, 'what is sent is the newest');
        };
        let since = 0;
        for (const action of steps) {
          const { pending: waited } = form;
          act(form, action);
          await turn();
          vi.advanceTimersByTime(0);
          if (form.pending === null || waited === null) since = Date.now();
          assert.equal(new Set(form.sent).size, form.sent.length, 'at most one submission for each press');
          // A timer of 0 ms that another timer starts fires a faked millisecond later.
          assert.ok(form.pending === null || Date.now() - since <= HOLD_MS, 'no hold is longer than `hold`');
          for (const { inner } of form.fields) {
            const { phase, value, assessment } = inner.state;
            if (phase === 'settled')
              assert.equal(assessment?.verdict.email, value, 'no answer to another value is shown');
          }
        }
        for (let i = 0; i < 3 && form.pending !== null; i++) {
          vi.advanceTimersByTime(HOLD_MS);
          await turn();
          vi.advanceTimersByTime(0);
        }
        assert.equal(form.pending, null, 'what was held has ended');
        assert.ok(form.fields.every(({ inner }) => !inner.state.held));
      }),
      { numRuns: runs(10_000, 500) },
    );
  });
});
