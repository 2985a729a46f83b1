import assert from '../support/assert.js';
import { EmailVerifyElement, type EmailVerifyCheckEvent } from '../../../src/element/index.js';
import type { Verdict } from '../../../src/protocol/index.js';
import { button, element, events, input, standForm, submissions, tone, verdict } from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually, wait } from '../support/time.js';
import { listenToWarnings, warnings } from '../support/warnings.js';

const ADDRESS = 'anna@harbour-shop.com';

listenToWarnings();

describe("a page's own verifier", () => {
  /** The ways in which it can fail, and what the page's author is told. */
  const failures: [string, (event: EmailVerifyCheckEvent) => void, string][] = [
    [
      'rejects',
      (event) => {
        event.respondWith(Promise.reject(new Error('Away')));
      },
      'Error: Away',
    ],
    [
      'gives no verdict',
      (event) => {
        event.respondWith({ ok: true } as never);
      },
      'The answer is no verdict.',
    ],
    [
      'gives nothing',
      (event) => {
        event.respondWith(Promise.resolve(null as never));
      },
      'The answer is no verdict.',
    ],
    [
      'gives the verdict of another address',
      (event) => {
        event.respondWith(verdict('berta@harbour-shop.com', 'invalid'));
      },
      'The answer is about another address.',
    ],
    [
      'never settles',
      (event) => {
        event.respondWith(new Promise(() => undefined));
      },
      'The check took longer than `timeout`.',
    ],
  ];
  for (const [name, act, detail] of failures) {
    it(`that ${name} leaves the address unknown, and the form goes through`, async () => {
      events('email-verify-check', act);
      const verdicts = events('email-verify-verdict');
      const errors = events('email-verify-error');
      const sent = submissions();
      await standForm('timeout="200"');
      await typeAddress(ADDRESS);
      await click(button('paid'));
      await eventually(() => {
        assert.deepEqual(
          sent.map(({ data }) => data['plan']),
          ['paid'],
        );
      });
      assert.deepEqual(
        verdicts.map((event) => event.verdict.status),
        ['unknown'],
      );
      assert.deepEqual(
        errors.map((event) => event.detail),
        [detail],
      );
      assert.deepEqual(warnings, []);
    });
  }

  it('may give its verdict at once or later, for the address in another letter case, and with words not known yet', async () => {
    for (const answer of [
      verdict('Anna@Harbour-Shop.com', 'invalid'),
      Promise.resolve(verdict(ADDRESS, 'invalid', { sub_status: ['a_newer_code'] })),
      { email: ADDRESS, status: 'invalid' } as Verdict,
    ]) {
      await standForm();
      element().addEventListener('email-verify-check', (event) => {
        event.respondWith(answer);
      });
      await enterAddress(ADDRESS);
      await eventually(() => {
        assert.equal(tone(), 'error');
      });
    }
  });

  it('that throws leaves the answer to the edge', async () => {
    // In a page of its own: the runner takes an error that nobody caught for its own.
    const seen: string[] = [];
    const { onerror } = window;
    const swallow = (event: ErrorEvent): void => {
      seen.push(event.message);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.onerror = null;
    window.addEventListener('error', swallow, { capture: true });
    try {
      events('email-verify-check', () => {
        throw new Error('A slip of the page');
      });
      await standForm('endpoint="/edge/"');
      await enterAddress('valid@harbour-shop.com');
      await eventually(() => {
        assert.equal(tone(), 'valid');
      });
      assert.ok(seen.join().includes('A slip of the page'), seen.join());
    } finally {
      window.removeEventListener('error', swallow, { capture: true });
      window.onerror = onerror;
    }
  });
});

describe("the page's author", () => {
  it('is told once that there is no endpoint, not for each element, nor where the page answers or wants no check', async () => {
    const check = async (act: (event: EmailVerifyCheckEvent) => void): Promise<void> => {
      await standForm();
      element().addEventListener('email-verify-check', act);
      input().value = ADDRESS;
      await element().check();
    };
    await check((event) => {
      event.respondWith(verdict(ADDRESS, 'valid'));
    });
    await check((event) => {
      event.preventDefault();
    });
    assert.deepEqual(warnings, []);
    for (let n = 0; n < 3; n++) await check(() => undefined);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /no endpoint/);
  });

  it('is told of an endpoint that is none, and the form goes through', async () => {
    const errors = events('email-verify-error');
    const sent = submissions();
    for (const [n, endpoint] of ['http://', 'localhost:8080/verify/'].entries()) {
      await standForm(`endpoint="${endpoint}"`);
      await typeAddress(ADDRESS);
      await click(button());
      await eventually(() => {
        assert.equal(sent.length, n + 1);
      });
      assert.equal(warnings.length, 1);
      assert.ok(warnings.pop()!.includes(`endpoint "${endpoint}" is not an HTTP URL`));
    }
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['refused', 'refused'],
    );
  });

  it('is told when another version is registered already, and not when it is the same', async () => {
    const again = async (): Promise<void> => {
      const url = new URL(`../../../src/element/define.ts?copy=${Math.random()}`, import.meta.url).href;
      await import(url);
    };
    await again();
    assert.deepEqual(warnings, []);
    const other = class extends HTMLElement {
      static version = '0.0.1';
    };
    customElements.get = () => other;
    try {
      await again();
    } finally {
      Reflect.deleteProperty(customElements, 'get');
    }
    assert.deepEqual(warnings, [
      `<email-verify>: ${EmailVerifyElement.version} is not used: 0.0.1 is registered as <email-verify>.`,
    ]);
  });
});

describe('the elements of a page', () => {
  it('fetch one token for one edge, when a person first comes to a field', async () => {
    const requests = (kind: string): number =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes(`/edge/${kind}`)).length;
    const field = (name: string): string =>
      `<email-verify endpoint="/other/../edge"><input type="email" name="${name}"></email-verify>`;
    performance.clearResourceTimings();
    await standForm('endpoint="/edge"', { more: field('copy') + field('third') });
    await wait(50);
    assert.equal(requests(''), 0);
    for (const one of document.querySelectorAll<HTMLInputElement>('input[type=email]')) {
      await enterAddress('valid@other-harbour.com', one);
      // The answer has to be known, not only the question.
      await eventually(() => {
        assert.equal(tone(one.closest('email-verify')!), 'valid');
      });
    }
    assert.equal(requests('validate'), 1, 'what one of them has asked is known to all');
    assert.ok(requests('token') <= 1, `${requests('token')}`);
  });
});
