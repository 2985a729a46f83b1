import { expect } from '@esm-bundle/chai';
import 'axe-core/axe.min.js';
import type { RunOptions, AxeResults } from 'axe-core';
import { answerLater, answerWith, element, input, line, part, stand, tone, verdict } from './support/page.js';
import { enterAddress, typeAddress } from './support/person.js';
import { eventually, wait } from './support/time.js';

declare const axe: { run: (context: Element, options: RunOptions) => Promise<AxeResults> };

const complaints = async (): Promise<string[]> => {
  const { violations, incomplete } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // The tests' page is a fragment.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'target-size': { enabled: true } },
  });
  return [...violations, ...incomplete.filter(({ id }) => id === 'color-contrast')].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
};

/** A page in the browser's own colours. */
const standPage = (colorScheme: 'light' | 'dark' = 'light'): Promise<void> =>
  stand(`<style>:root { color-scheme: ${colorScheme}; background: Canvas; color: CanvasText }
    body > button, form > button { background: Canvas; color: CanvasText; min-block-size: 24px }</style>
    <form><email-verify><label>Email <input type="email" name="email" autocomplete="email"></label></email-verify>
    <div style="block-size: 6em"></div><button>Sign up</button></form>`);

/** Each state that a person can meet, and how it is reached. */
const STATES: Record<string, () => Promise<void>> = {
  idle: async () => {
    await wait(0);
  },
  checking: async () => {
    answerLater();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(line()).to.equal('Checking this address…');
    });
  },
  valid: async () => {
    answerWith('valid');
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
  },
  warning: async () => {
    answerWith('risky');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('warning');
    });
  },
  error: async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('error');
    });
  },
  suggestion: async () => {
    answerWith('risky');
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(part('suggestion')?.matches(':popover-open')).to.equal(true);
    });
    input().focus();
  },
  fix: async () => {
    answerWith('valid');
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(part('undo') !== null).to.equal(true);
    });
  },
};

describe('everybody can use it', () => {
  before(() => {
    document.documentElement.lang = 'en';
    document.title = 'Sign up';
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, reach] of Object.entries(STATES)) {
      it(`${name}, ${colorScheme}: axe finds nothing`, async () => {
        await standPage(colorScheme);
        await reach();
        expect(await complaints()).to.deep.equal([]);
      });
    }
  }

  it('every button is at least 24 px in both directions, at a small text size too', async () => {
    for (const reach of [STATES['suggestion'], STATES['fix']]) {
      await standPage();
      element().style.fontSize = '10px';
      await reach!();
      const buttons = [...element().shadowRoot!.querySelectorAll('button')].filter((one) => one.checkVisibility());
      expect(buttons.length).to.be.greaterThan(0);
      for (const button of buttons) {
        const { width, height } = button.getBoundingClientRect();
        expect(Math.min(width, height), button.textContent).to.be.at.least(24);
      }
    }
  });

  it('the buttons say what they are for, and the panel what it asks', async () => {
    await standPage();
    await STATES['suggestion']!();
    expect(part('suggestion')!.getAttribute('role')).to.equal('group');
    expect(part('suggestion')!.ariaLabel).to.equal('Did you mean anna@gmail.com?');
    expect(part('accept')!.textContent.trim()).to.equal('Use it');
    expect(part('keep')!.textContent.trim()).to.equal('Keep mine');
  });

  it('the state is told by a sign and words, not by colour alone', async () => {
    for (const name of ['valid', 'warning', 'error']) {
      await standPage();
      await STATES[name]!();
      expect(part('icon') !== null, name).to.equal(true);
      expect(line(), name).to.not.equal('');
    }
  });

  for (const where of ['form', 'html']) {
    it(`right-to-left by the ${where}, the line and the panel stand at the other side`, async () => {
      await standPage();
      const place = element().closest<HTMLElement>(where)!;
      place.dir = 'rtl';
      try {
        await STATES['suggestion']!();
        await eventually(() => {
          const panel = part('suggestion')!.getBoundingClientRect();
          expect(Math.abs(panel.right - input().getBoundingClientRect().right)).to.be.lessThan(2);
        });
      } finally {
        place.removeAttribute('dir');
      }
    });
  }
});
