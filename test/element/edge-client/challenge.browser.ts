import assert from '../support/assert.js';
import { complaints } from '../support/axe.js';
import type { EmailVerifyChallengeEvent } from '../../../src/element/index.js';
import { button, element, events, input, line, spoken, standForm, submissions, tone } from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually, once } from '../support/time.js';
import { listenToWarnings, warnings } from '../support/warnings.js';

const ADDRESS = 'valid@harbour-shop.com';
let run = 0;
/** An edge that this page does not know yet. */
const asking = (kind: 'altcha' | 'busy' | 'question', counter = 0): string =>
  `endpoint="/asks/${kind}/${counter}/${Date.now()}-${++run}/"`;

listenToWarnings();

const valid = (): Promise<void> =>
  eventually(() => {
    assert.equal(tone(), 'valid');
  });

/**
 * Lets the element solve a proof of work. Gives back the longest task meanwhile, in milliseconds, which only Chromium
 * knows.
 */
const longestTask = async (): Promise<number> => {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  await import('../../../src/element/edge-client/challenge.js');
  await standForm(`${asking('altcha', 240)} timeout="9000"`);
  let turns = 0;
  const timer = setInterval(() => turns++);
  /** The page's turns so far at each request and at each response. */
  const at: number[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (...of) => {
    at.push(turns);
    const response = await fetch(...of);
    at.push(turns);
    return response;
  };
  if (PerformanceObserver.supportedEntryTypes.includes('longtask')) observer.observe({ type: 'longtask' });
  try {
    input().value = ADDRESS;
    assert.equal((await element().check())?.status, 'valid');
  } finally {
    clearInterval(timer);
    globalThis.fetch = fetch;
    observer.disconnect();
  }
  const [, asked, answered] = at;
  assert.ok(answered! - asked! >= 10, 'turns between the question and its answer');
  return longest;
};

describe('an edge that asks for a proof of work', () => {
  it('gets it from the element, and the person notices nothing', async () => {
    const asked = events('email-verify-challenge');
    await standForm(`${asking('altcha', 30)} timeout="9000"`);
    await enterAddress(ADDRESS);
    await valid();
    assert.deepEqual([asked.length, warnings.length], [0, 0]);
  });

  it('gets it without holding the page up', async () => {
    let longest = await longestTask();
    // A pause of the machine prolongs a task: the best of a few counts.
    for (let tries = 1; longest >= 120 && tries < 5; tries++) longest = Math.min(longest, await longestTask());
    assert.ok(longest < 120, `${longest}`);
  });

  it('gets it in the middle of a check, when it has become busy, and the form is sent once', async () => {
    const sent = submissions();
    const verdicts = events('email-verify-verdict');
    await standForm(`${asking('busy', 30)} timeout="9000" hold="9000"`);
    await typeAddress(ADDRESS);
    await click(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => [data['plan'], data['email-verification']]),
        [['paid', `receipt for ${ADDRESS}`]],
      );
    });
    assert.deepEqual([verdicts.map((event) => event.verdict.status), warnings.length], [['valid'], 0]);
  });

  it('gets it while the element says what it always says, and axe finds nothing', async () => {
    // A check before the field is left might end unseen.
    await standForm(`${asking('busy', 80)} timeout="9000" validate-on="blur"`);
    // The driver may return from its last key when the check is over.
    const entering = enterAddress(ADDRESS);
    await eventually(() => {
      assert.equal(tone(), 'checking');
    });
    const said = new Set<string>();
    const listening = setInterval(() => said.add(spoken()), 10);
    assert.deepEqual(await complaints(element()), []);
    await entering;
    await valid();
    clearInterval(listening);
    assert.deepEqual(
      [...said].filter((words) => !['', 'Checking…', spoken()].includes(words)),
      [],
    );
    assert.doesNotMatch(line(), /challenge|work|robot/i);
  });
});

describe('an edge that asks for something else', () => {
  it('gets what the page answers to the event, wherever that is listened to', async () => {
    const asked = events('email-verify-challenge', (event) => {
      event.respondWith(Promise.resolve('blue'));
    });
    await standForm(asking('question'));
    await enterAddress(ADDRESS);
    await valid();
    assert.deepEqual(
      asked.map(({ challenge }) => challenge),
      [{ type: 'question', siteKey: 'k' }],
    );
    assert.equal(asked[0]?.target, element());
  });

  it('gets what the property `challenge` answers', async () => {
    await standForm(asking('question'));
    element().challenge = ({ type }) => Promise.resolve(type === 'question' ? 'blue' : 'green');
    await enterAddress(ADDRESS);
    await valid();
  });

  it('gets an answer that takes longer than the check: it serves the next one', async () => {
    let answer: (text: string) => void = () => undefined;
    const asked = events('email-verify-challenge', (event) => {
      event.respondWith(new Promise<string>((resolve) => (answer = resolve)));
    });
    const errors = events('email-verify-error');
    await standForm(`${asking('question')} timeout="100"`);
    await enterAddress('invalid@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(
        errors.map(({ code }) => code),
        ['timeout'],
      );
    });
    // The edge's question may take longer than the check, too.
    await once(asked);
    answer('blue');
    element().timeout = 5000;
    await enterAddress(ADDRESS);
    await valid();
  });

  const failures: [string, (event: EmailVerifyChallengeEvent) => void][] = [
    ['nobody answers', () => undefined],
    [
      'the event is cancelled',
      (event) => {
        event.preventDefault();
      },
    ],
    [
      'the answer is rejected',
      (event) => {
        event.respondWith(Promise.reject(new Error('closed')));
      },
    ],
    [
      'the answer is wrong',
      (event) => {
        event.respondWith('green');
      },
    ],
    [
      'the answer does not come',
      (event) => {
        event.respondWith(new Promise(() => undefined));
      },
    ],
  ];
  for (const [what, act] of failures) {
    it(`lets the form go through where ${what}`, async () => {
      events('email-verify-challenge', act);
      const verdicts = events('email-verify-verdict');
      const sent = submissions();
      await standForm(`${asking('question')} timeout="500"`);
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
    });
  }

  it('that nobody answers is told to the page’s author, once', async () => {
    await standForm(asking('question'));
    element().challenge = () => Promise.reject(new Error('once only'));
    await enterAddress(ADDRESS);
    await enterAddress(`x${ADDRESS}`);
    await eventually(() => {
      assert.equal(warnings.filter((text) => text.includes('once only')).length, 1);
    });
  });
});
