/** The stories of a sign-up form: each time it is sent exactly once with the right button, or not at all. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Site, Variant } from './sites.js';
import type { Sent, Visit } from './support/server.js';
import { eventually, type Visitor } from './support/visitor.js';

const GOOD = 'valid@port.example';
const OTHER = 'valid@harbour.example';
const BAD = 'invalid@port.example';
/** A typo that is fixed on the spot. */
const SLIP = 'valid@gmial.com';
const FIXED = 'valid@gmail.com';
/** As long as something that must not happen is waited for. */
const CALM_MS = 80;
/** For the two stories of the hold's end; in others, no pause ends it. */
const SHORT_HOLD_MS = 400;
/** Sooner than the end of the check (5 s), and far sooner than that of the hold. */
const AT_ONCE_MS = 4000;

export interface Story {
  name: string;
  tell: (visitor: Visitor, site: Site, variant: Variant) => Promise<void>;
  /** The pages it is told of; all without it. */
  of?: (site: Site) => boolean;
}

const sentWith = (plan: string, email = GOOD, receipts = [`receipt for ${email}`]): Sent => ({ email, plan, receipts });

/** The form has been sent with this, and nothing comes after it. */
const expectSent = async (visit: Visit, ...expected: Sent[]): Promise<void> => {
  await eventually(() => {
    assert.deepEqual(visit.sent, expected);
  });
  await setTimeout(CALM_MS);
  assert.deepEqual(visit.sent, expected);
};

/** Fills in the form and presses a button, so that the form waits for its edge. */
const hold = async (visitor: Visitor, site: Site, variant: Variant, holdMs?: number): Promise<Visit> => {
  const visit = await visitor.open(site, variant, { edge: 'waits', ...(holdMs !== undefined && { hold: holdMs }) });
  const isAsked = (): Promise<void> =>
    eventually(() => {
      assert.equal(visit.asked.at(-1), GOOD);
    });
  await visitor.typeName('Anna');
  await visitor.typeEmail(GOOD);
  // A short hold may end before the edge is asked.
  if (holdMs !== undefined) await isAsked();
  await visitor.press('paid');
  await isAsked();
  return visit;
};

/** Renders the form again and again sends it; nothing of before may be left in it. */
const renderedAgain = async (visitor: Visitor, visit: Visit, how: 'again' | 'state'): Promise<void> => {
  await visitor.typeName('Anna');
  await visitor.typeEmail(GOOD);
  await eventually(() => {
    assert.equal(visit.asked.at(-1), GOOD);
  });
  await visitor.trigger(`#${how}`);
  await eventually(async () => {
    assert.equal(await visitor.rendering(), 2);
  });
  if (how === 'again') {
    await visitor.typeName('Anna');
    await visitor.typeEmail(GOOD);
  }
  await visitor.press('paid');
  await expectSent(visit, sentWith('paid'));
};

/** Sends the form with a name that the server refuses, so that it answers with the form and what was typed. */
const sentAgain = async (visitor: Visitor, site: Site, variant: Variant): Promise<Visit> => {
  const visit = await visitor.open(site, variant);
  await visitor.typeEmail(GOOD);
  await visitor.typeName('taken');
  await visitor.press('paid');
  await expectSent(visit, sentWith('paid'));
  await eventually(async () => {
    assert.equal(await visitor.rendering(), 2);
  });
  return visit;
};

export const stories: Story[] = [
  {
    name: 'Enter sends once',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant);
      await visitor.typeName('Anna');
      await visitor.typeEmail(GOOD);
      await visitor.key('Enter');
      await expectSent(visit, sentWith('free'));
    },
  },
  {
    name: 'held while the check is pending, then sent once with the pressed button',
    tell: async (visitor, site, variant) => {
      const visit = await hold(visitor, site, variant);
      await setTimeout(CALM_MS);
      assert.deepEqual(visit.sent, []);
      visit.release();
      await expectSent(visit, sentWith('paid'));
    },
  },
  {
    name: 'the newer of two presses wins',
    tell: async (visitor, site, variant) => {
      const visit = await hold(visitor, site, variant);
      await visitor.press('free');
      await setTimeout(CALM_MS);
      assert.deepEqual(visit.sent, []);
      visit.release();
      await expectSent(visit, sentWith('free'));
    },
  },
  {
    name: 'a blocked address is not sent and has the focus; corrected, it is sent',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant);
      await visitor.typeName('Anna');
      await visitor.typeEmail(BAD);
      await visitor.press('paid');
      await eventually(async () => {
        assert.equal(visit.asked.at(-1), BAD);
        assert.equal(await visitor.emailIsFocused(), true, 'the field has the focus');
      });
      await visitor.press('paid');
      await expectSent(visit);
      assert.equal(await visitor.emailIsFocused(), true, 'the field has the focus again');
      await visitor.typeEmail(GOOD);
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid'));
    },
  },
  {
    name: 'sent when the check fails',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant, { edge: 'fails' });
      await visitor.typeName('Anna');
      await visitor.typeEmail(GOOD);
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid', GOOD, []));
    },
  },
  {
    name: 'sent within `hold` when nobody answers',
    tell: async (visitor, site, variant) => {
      const visit = await hold(visitor, site, variant, SHORT_HOLD_MS);
      await expectSent(visit, sentWith('paid', GOOD, []));
      visit.release();
      await expectSent(visit, sentWith('paid', GOOD, []));
    },
  },
  {
    name: 'a missing name is told at once, and the form is sent afterwards',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant, { edge: 'waits' });
      await visitor.typeEmail(GOOD);
      await visitor.press('paid');
      const pressed = performance.now();
      await eventually(async () => {
        assert.equal(await visitor.namesTheMissing(site.missing), true, 'the missing name is told of');
      });
      const took = performance.now() - pressed;
      await expectSent(visit);
      await visitor.typeName('Anna');
      visit.release();
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid'));
      assert.ok(took < AT_ONCE_MS, `told after ${Math.round(took)} ms`);
    },
  },
  {
    name: 'a missing name that only the page’s code knows of is told within `hold`',
    of: ({ hinted }) => hinted === true,
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant, { edge: 'waits', hold: SHORT_HOLD_MS });
      await visitor.forgetHint();
      await visitor.typeEmail(GOOD);
      await visitor.press('paid');
      await eventually(async () => {
        assert.equal(await visitor.namesTheMissing(site.missing), true, 'the missing name is told of');
      });
      await expectSent(visit);
      visit.release();
      await visitor.typeName('Anna');
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid'));
    },
  },
  {
    name: 'sent with its state after the library rendered the form again',
    of: ({ rerender }) => rerender.includes('state'),
    tell: async (visitor, site, variant) => {
      await renderedAgain(visitor, await visitor.open(site, variant), 'state');
    },
  },
  {
    name: 'sent once when it was rendered again while it was held',
    of: ({ rerender }) => rerender.includes('state'),
    tell: async (visitor, site, variant) => {
      const visit = await hold(visitor, site, variant);
      await visitor.trigger('#state');
      await eventually(async () => {
        assert.equal(await visitor.rendering(), 2);
      });
      assert.deepEqual(visit.sent, []);
      visit.release();
      await expectSent(visit, sentWith('paid'));
    },
  },
  {
    name: 'works on after the library made the form again',
    of: ({ rerender }) => rerender.includes('again'),
    tell: async (visitor, site, variant) => {
      await renderedAgain(visitor, await visitor.open(site, variant), 'again');
    },
  },
  {
    name: 'works on after the server sent the form again',
    of: ({ rerender }) => rerender.includes('server'),
    tell: async (visitor, site, variant) => {
      const visit = await sentAgain(visitor, site, variant);
      await visitor.typeEmail(OTHER);
      await visitor.typeName('Anna');
      await visitor.press('free');
      await expectSent(visit, sentWith('paid'), sentWith('free', OTHER));
    },
  },
  {
    name: 'an address that the server wrote into the form again is sent',
    of: ({ rerender }) => rerender.includes('server'),
    tell: async (visitor, site, variant) => {
      const visit = await sentAgain(visitor, site, variant);
      await visitor.typeName('Anna');
      await visitor.press('free');
      await eventually(() => {
        assert.equal(visit.sent.length, 2);
      });
      // Nobody has typed it. In the same document it keeps its receipt, in a new one it passes unchecked.
      const isUnchecked = site.reloads === true && visit.sent[1]?.receipts.length === 0;
      await expectSent(visit, sentWith('paid'), isUnchecked ? sentWith('free', GOOD, []) : sentWith('free'));
    },
  },
  {
    name: 'a typo that was fixed on leaving the field is sent as fixed',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant);
      await visitor.typeEmail(SLIP);
      await visitor.typeName('Anna');
      await eventually(async () => {
        assert.equal(await visitor.email(), FIXED);
      });
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid', FIXED));
    },
  },
  {
    name: 'a typo that is submitted at once by Enter is sent as fixed',
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant);
      await visitor.typeName('Anna');
      await visitor.typeEmail(SLIP);
      await visitor.key('Enter');
      await expectSent(visit, sentWith('free', FIXED));
    },
  },
  {
    name: 'Escape closes the suggestion and not the dialog around it',
    of: ({ open }) => open !== undefined,
    tell: async (visitor, site, variant) => {
      await visitor.open(site, variant);
      await visitor.typeEmail('meant@port.example');
      await visitor.typeName('Anna');
      await eventually(async () => {
        assert.equal(await visitor.suggests(), true, 'a suggestion is shown');
      });
      // From another field, the key is the dialog's.
      await visitor.clickEmail();
      await visitor.key('Escape');
      await eventually(async () => {
        assert.equal(await visitor.suggests(), false, 'the suggestion is closed');
      });
      await setTimeout(CALM_MS);
      assert.equal(await visitor.email(), 'meant@port.example', 'the dialog is open');
      await visitor.key('Escape');
      await eventually(async () => {
        assert.equal(await visitor.hasForm(), false, 'the dialog is closed');
      });
    },
  },
  {
    name: 'its framework hydrates it in silence',
    of: ({ server }) => server !== undefined,
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant, { late: true });
      visit.deliver();
      await visitor.hydrated();
      await visitor.typeName('Anna');
      await visitor.typeEmail(GOOD);
      await visitor.press('paid');
      await expectSent(visit, sentWith('paid'));
    },
  },
  ...[
    { what: 'a good address', typed: GOOD, asked: GOOD },
    { what: 'a blocked address', typed: BAD, asked: BAD },
    { what: 'a typo that is fixed', typed: SLIP, asked: FIXED },
  ].map(({ what, typed, asked }): Story => ({
    name: `its framework hydrates it in silence after a person has typed ${what} and left the field`,
    of: ({ server }) => server !== undefined,
    tell: async (visitor, site, variant) => {
      const visit = await visitor.open(site, variant, { late: true });
      // By npm, the element comes with the framework.
      const isThere = variant === 'script';
      await visitor.typeEmail(typed);
      await visitor.typeName('Anna');
      if (isThere) {
        await visitor.meets();
        await eventually(() => {
          assert.equal(visit.asked.at(-1), asked);
        });
        await setTimeout(CALM_MS);
      }
      visit.deliver();
      await visitor.hydrated();
      assert.equal(await visitor.email(), isThere ? asked : typed);
      await visitor.press('paid');
      if (typed === BAD) await expectSent(visit);
      else await expectSent(visit, sentWith('paid', asked));
    },
  })),
];
