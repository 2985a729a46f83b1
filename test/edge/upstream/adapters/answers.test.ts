/** Any JSON is read: as a verdict that agrees with the table of scores, or as none. */
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'vitest';
import { reacherUpstream, sesUpstream, type AdaptedUpstream } from '../../../../src/edge/upstream/adapters/index.js';
import { at } from '../../../../src/edge/upstream/adapters/json-path.js';
import { outcomeOf } from '../../../../src/edge/upstream/adapters/outcome.js';
import { sesCodes } from '../../../../src/edge/upstream/adapters/ses-answer.js';
import { SUB_STATUSES, type SubStatus } from '../../../../src/protocol/index.js';
import { assess } from '../../../../src/verifier/score.js';
import { CREDENTIALS, REGION } from './support.js';
import { runs } from '../../../support/whole.js';

const ADDRESS = 'ada@example.com';

/** An upstream whose service gives this text as its answer. */
const answering = (make: (fetch: () => Promise<Response>) => AdaptedUpstream) => {
  let text = '';
  const upstream = make(() => Promise.resolve(new Response(text)));
  return (answer: unknown) => {
    text = JSON.stringify(answer);
    return upstream.ask(ADDRESS, 5000);
  };
};
const askSes = answering((fetch) => sesUpstream({ region: REGION, credentials: CREDENTIALS, fetch }));
const askReacher = answering((fetch) => reacherUpstream({ baseUrl: 'https://reacher.example', fetch }));

const or = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: fc.jsonValue() });
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => or(fc.record(model, { requiredKeys: [] }));

const verdict = record({ ConfidenceVerdict: or(fc.constantFrom('LOW', 'MEDIUM', 'HIGH')) });
const sesLike = record({
  MailboxValidation: record({
    IsValid: verdict,
    Evaluations: record({
      HasValidSyntax: verdict,
      HasValidDnsRecords: verdict,
      MailboxExists: verdict,
      IsRoleAddress: verdict,
      IsDisposable: verdict,
      IsRandomInput: verdict,
    }),
  }),
});
const flag = or(fc.boolean());
const error = record({
  type: or(fc.constantFrom('Timeout', 'AsyncSmtpError', 'IOError', 'AnyhowError')),
  message: or(fc.constantFrom('transient: try later', 'permanent: no')),
});
const reacherLike = record({
  input: or(fc.constantFrom(ADDRESS, 'ADA@EXAMPLE.COM')),
  is_reachable: or(fc.constantFrom('safe', 'risky', 'invalid', 'unknown')),
  misc: record({ is_disposable: flag, is_role_account: flag, is_b2c: flag }),
  mx: fc.oneof(
    record({
      accepts_mail: flag,
      records: or(fc.array(or(fc.constantFrom('.', 'mx.example.com.')), { maxLength: 3 })),
    }),
    record({ error }),
  ),
  smtp: fc.oneof(
    record({
      can_connect_smtp: flag,
      has_full_inbox: flag,
      is_catch_all: flag,
      is_deliverable: flag,
      is_disabled: flag,
    }),
    record({ error, description: or(fc.constantFrom('IpBlacklisted', 'NeedsRDNS')) }),
  ),
  syntax: record({ is_valid_syntax: flag, suggestion: or(fc.constantFrom('ada@gmail.com', ADDRESS)) }),
  debug: record({ smtp: record({ verif_method: record({ host: or(fc.constant('mx.example.com.')) }) }) }),
});

/** The statuses that an answer's own opinion allows: none is better than the opinion. */
const ALLOWED: Record<string, readonly string[]> = {
  safe: ['valid', 'risky', 'unknown'],
  risky: ['valid', 'risky', 'unknown', 'invalid'],
  invalid: ['invalid', 'risky', 'unknown'],
  unknown: ['unknown', 'invalid'],
  HIGH: ['valid', 'risky', 'unknown'],
  MEDIUM: ['valid', 'risky', 'unknown', 'invalid'],
  LOW: ['invalid', 'risky', 'unknown'],
};

for (const [name, ask, answers, path] of [
  ['SES', askSes, sesLike, ['MailboxValidation', 'IsValid', 'ConfidenceVerdict']],
  ['Reacher', askReacher, reacherLike, ['is_reachable']],
] as const) {
  test(`any answer of ${name} is a verdict with codes of the list that give its status, or upstream_error`, async () => {
    let verdicts = 0;
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        const outcome = await ask(answer);
        if (!outcome.ok) {
          assert.equal(outcome.reason.code, 'upstream_error');
          return;
        }
        verdicts += 1;
        const { status, quality, sub_status, did_you_mean, mx_record } = outcome.value;
        const codes = sub_status as SubStatus[];
        assert.ok(codes.every((code) => SUB_STATUSES.includes(code)) && new Set(codes).size === codes.length);
        const { status: ofCodes, quality: qualityOfCodes, sub_status: inOrder } = assess(codes);
        assert.deepEqual([status, quality, codes], [ofCodes, qualityOfCodes, inOrder]);
        assert.equal(did_you_mean !== null, codes.includes('possible_typo'));
        assert.match(mx_record, /^[\w.-]*$/);
        const opinion = String(at(answer, ...path));
        assert.ok(ALLOWED[opinion]?.includes(status), `${opinion} became ${status}`);
      }),
      { numRuns: runs(600, 100) },
    );
    assert.ok(verdicts > 5, `${verdicts} verdicts`);
  });
}

test('every combination of the words of SES gives a verdict, which is no better than IsValid', () => {
  const words = [undefined, 'LOW', 'MEDIUM', 'HIGH'];
  const word = (given: string | undefined) => (given === undefined ? {} : { ConfidenceVerdict: given });
  for (const IsValid of ['LOW', 'MEDIUM', 'HIGH'])
    for (const exists of words)
      for (const dns of words)
        for (const disposable of words)
          for (const role of words) {
            const Evaluations = {
              HasValidDnsRecords: word(dns),
              MailboxExists: word(exists),
              IsDisposable: word(disposable),
              IsRoleAddress: word(role),
            };
            const answer = { MailboxValidation: { IsValid: word(IsValid), Evaluations } };
            const outcome = outcomeOf({ email: ADDRESS, codes: sesCodes(answer) }, ADDRESS);
            assert.ok(outcome.ok && ALLOWED[IsValid]?.includes(outcome.value.status), JSON.stringify(answer));
            const isProven = exists === 'LOW' || dns === 'LOW';
            if (isProven && IsValid !== 'HIGH') assert.equal(outcome.value.status, 'invalid', JSON.stringify(answer));
          }
});
