import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { SUB_STATUSES, type SubStatus } from '../../src/protocol/index.js';
import { ANSWERS, CONFIDENCES, explain, PARTS } from '../../src/verifier/explain.js';
import { assess } from '../../src/verifier/score.js';

/** The three answers, each as `answer, confidence`. */
const answersTo = (...codes: SubStatus[]): string[] => {
  const { sub_status } = assess(codes);
  const explanation = explain({ sub_status });
  return PARTS.map((part) => `${explanation[part].answer}, ${explanation[part].confidence}`);
};
const summaryOf = (...codes: SubStatus[]): string => explain({ sub_status: assess(codes).sub_status }).summary;

describe('the three answers to a check', () => {
  test('say that the domain takes mail and the mailbox was not asked, without SMTP', () => {
    assert.deepEqual(explain({ sub_status: ['smtp_not_checked', 'role_account'] }), {
      summary: 'The domain takes mail; the mailbox was not asked.',
      address: {
        answer: 'well_formed',
        confidence: 'certain',
        codes: ['role_account'],
        meaning: 'written as an address should be',
      },
      domain: {
        answer: 'takes_mail',
        confidence: 'certain',
        codes: [],
        meaning: 'the domain takes mail: it names a mail server',
      },
      mailbox: {
        answer: 'not_asked',
        confidence: 'unknown',
        codes: ['smtp_not_checked'],
        meaning: 'the mail server was not asked for the mailbox',
      },
      score: [
        { code: 'smtp_not_checked', effect: 5, meaning: 'the mail server was not asked for the mailbox' },
        { code: 'role_account', effect: 3, meaning: 'the address of a function, read by several people or by none' },
      ],
    });
  });

  for (const [codes, address, domain, mailbox] of [
    [[], 'well_formed, certain', 'takes_mail, certain', 'exists, certain'],
    [['syntax_error'], 'not_an_address, certain', 'not_asked, unknown', 'not_asked, unknown'],
    [['disposable'], 'disposable, likely', 'takes_mail, certain', 'exists, certain'],
    [['possible_disposable'], 'disposable, possible', 'takes_mail, certain', 'exists, certain'],
    [['disposable_host', 'possible_typo'], 'typo, likely', 'takes_mail, certain', 'exists, certain'],
    [['domain_not_found'], 'well_formed, certain', 'takes_no_mail, certain', 'not_asked, unknown'],
    [['reserved_domain'], 'well_formed, certain', 'takes_no_mail, certain', 'not_asked, unknown'],
    [['null_mx', 'possible_typo'], 'typo, likely', 'takes_no_mail, certain', 'not_asked, unknown'],
    [['dns_timeout'], 'well_formed, certain', 'unknown, unknown', 'not_asked, unknown'],
    [['implicit_mx', 'smtp_not_checked'], 'well_formed, certain', 'takes_mail, likely', 'not_asked, unknown'],
    // It speaks SMTP.
    [['implicit_mx'], 'well_formed, certain', 'takes_mail, certain', 'exists, certain'],
    [['implicit_mx', 'smtp_unavailable'], 'well_formed, certain', 'takes_mail, possible', 'unknown, unknown'],
    [['smtp_timeout'], 'well_formed, certain', 'takes_mail, likely', 'unknown, unknown'],
    [['greylisted'], 'well_formed, certain', 'takes_mail, certain', 'unknown, unknown'],
    [['catch_all'], 'well_formed, certain', 'takes_mail, certain', 'unknown, unknown'],
    [['mailbox_full'], 'well_formed, certain', 'takes_mail, certain', 'full, certain'],
    [['mailbox_disabled'], 'well_formed, certain', 'takes_mail, certain', 'disabled, certain'],
    [['mailbox_not_found'], 'well_formed, certain', 'takes_mail, certain', 'not_found, certain'],
    [['upstream_timeout'], 'unknown, unknown', 'unknown, unknown', 'unknown, unknown'],
    [['denied', 'upstream_timeout'], 'unknown, unknown', 'unknown, unknown', 'unknown, unknown'],
    [['denied'], 'well_formed, certain', 'takes_mail, certain', 'exists, certain'],
    // The server may accept every name, which the rule lifts.
    [['allowed'], 'well_formed, certain', 'takes_mail, certain', 'exists, likely'],
    [['allowed', 'smtp_not_checked'], 'well_formed, certain', 'takes_mail, certain', 'not_asked, unknown'],
  ] as const satisfies readonly (readonly [readonly SubStatus[], string, string, string])[])
    test(`of ${codes.join(', ') || 'no code'}: ${address}; ${domain}; ${mailbox}`, () => {
      assert.deepEqual(answersTo(...codes), [address, domain, mailbox]);
    });

  for (const [codes, summary] of [
    [[], 'Mail can be delivered.'],
    [['free_provider', 'smtp_not_checked'], 'The domain takes mail; the mailbox was not asked.'],
    [['implicit_mx', 'smtp_not_checked'], 'The domain probably takes mail; the mailbox was not asked.'],
    [['catch_all'], 'The domain takes mail; whether the mailbox exists is not known.'],
    [['mailbox_full'], 'Mail bounces today: the mailbox is full.'],
    [
      ['possible_typo', 'smtp_not_checked'],
      'The domain takes mail; the mailbox was not asked. Probably a typo of another address.',
    ],
    [['null_mx', 'possible_typo'], 'Mail cannot be delivered.'],
    [['dns_timeout'], 'It could not be found out whether mail arrives.'],
    [['denied'], 'A rule of the account or of the service denies it. Mail can be delivered.'],
    [
      ['denied_risky', 'dns_timeout'],
      'A rule of the account or of the service calls it risky. It could not be found out whether mail arrives.',
    ],
    [['allowed'], 'Mail can be delivered.'],
  ] as const satisfies readonly (readonly [readonly SubStatus[], string])[])
    test(`are summed up for ${codes.join(', ') || 'no code'}: ${summary}`, () => {
      assert.equal(summaryOf(...codes), summary);
    });

  describe('of an address that is denied without a question', () => {
    const explained = (...codes: SubStatus[]) => {
      const { summary, domain, mailbox } = explain({ sub_status: assess(codes).sub_status, mx_record: '' });
      return [summary, domain.answer, mailbox.answer];
    };
    const DENIED = 'A rule of the account or of the service denies it.';

    test('say that nobody was asked', () => {
      const { domain } = explain({ sub_status: ['denied', 'smtp_not_checked'], mx_record: '' });
      assert.deepEqual(domain, {
        answer: 'not_asked',
        confidence: 'unknown',
        codes: [],
        meaning: 'a rule denies the address, whatever the DNS says',
      });
      assert.deepEqual(explained('denied', 'smtp_not_checked'), [
        `${DENIED} Neither the DNS nor a mail server was asked.`,
        'not_asked',
        'not_asked',
      ]);
    });

    test('say what mail or the text tells', () => {
      assert.deepEqual(explained('denied', 'delivered'), [`${DENIED} Mail can be delivered.`, 'not_asked', 'exists']);
      assert.deepEqual(explained('denied', 'reserved_domain'), [
        `${DENIED} Mail cannot be delivered.`,
        'takes_no_mail',
        'not_asked',
      ]);
    });

    test('say what the DNS said where it was asked', () => {
      const codes: SubStatus[] = ['denied', 'smtp_not_checked'];
      assert.equal(explain({ sub_status: codes, mx_record: 'mx.firm.org' }).domain.answer, 'takes_mail');
      assert.equal(explain({ sub_status: ['smtp_not_checked'], mx_record: '' }).domain.answer, 'takes_mail');
      assert.deepEqual(explained('denied', 'dns_timeout').slice(1), ['unknown', 'not_asked']);
      assert.deepEqual(explained('denied', 'upstream_timeout').slice(1), ['unknown', 'unknown']);
    });
  });

  test('have each code of a result behind them, and no other', () => {
    fc.assert(
      fc.property(fc.subarray([...SUB_STATUSES]), (codes) => {
        const explanation = explain({ sub_status: codes });
        const behind = PARTS.flatMap((part) => explanation[part].codes);
        // Those of the service's own circumstances stand behind whatever was not found out, or nothing.
        const ofService = ['upstream_timeout', 'upstream_error', 'out_of_credits', 'rate_limited'];
        assert.deepEqual(
          behind.filter((code) => !ofService.includes(code)).sort(),
          codes.filter((code) => !ofService.includes(code)).sort(),
        );
        for (const part of PARTS) {
          const { answer, confidence, meaning } = explanation[part];
          assert.ok((ANSWERS[part] as readonly string[]).includes(answer));
          assert.ok(CONFIDENCES.includes(confidence));
          assert.notEqual(meaning, '');
          assert.equal(confidence === 'unknown', answer === 'unknown' || answer === 'not_asked');
        }
      }),
    );
  });

  test('never say that mail can be delivered unless the mail server has accepted the mailbox', () => {
    fc.assert(
      fc.property(fc.subarray([...SUB_STATUSES]), (codes) => {
        const { summary, mailbox } = explain({ sub_status: codes });
        if (summary.startsWith('Mail can be delivered')) assert.equal(mailbox.answer, 'exists');
      }),
    );
  });

  test('leave out codes that a newer service may send', () => {
    const { summary, score } = explain({ sub_status: ['mailbox_asleep', 'smtp_not_checked'] });
    assert.equal(summary, 'The domain takes mail; the mailbox was not asked.');
    assert.deepEqual(
      score.map(({ code }) => code),
      ['smtp_not_checked'],
    );
  });
});
