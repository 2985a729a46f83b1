import { expect } from '@esm-bundle/chai';
import { complaints } from '../support/axe.js';
import { element, input, line, part } from '../support/page.js';
import { emulateMedia } from '../support/chromium.js';
import { itInChromium } from '../support/engine.js';
import { standPage, STATES } from '../support/states.js';
import { sample } from '../../support/whole.js';
import { eventually } from '../support/time.js';

/** A theme of a site's own: a dark panel on a light page, square and large. */
const BRAND = {
  'error-color': '#9d174d',
  'warning-color': '#7c2d12',
  'valid-color': '#115e59',
  'muted-color': '#3b0764',
  surface: '#2b1055',
  text: '#fdf4ff',
  accent: '#f0abfc',
  radius: '0',
  'font-size': '1rem',
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

  for (const colorScheme of sample(['light', 'dark'] as const, 2)) {
    for (const [name, reach] of sample(Object.entries(STATES), 3)) {
      itInChromium(`${name}, forced colours over ${colorScheme}: axe finds nothing`, async () => {
        await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': colorScheme });
        await standPage(colorScheme);
        await reach();
        expect(await complaints()).to.deep.equal([]);
      });
    }
  }

  for (const [name, reach] of sample(Object.entries(STATES), 3)) {
    it(`${name}, in the colours of a brand: axe finds nothing`, async () => {
      await standPage();
      for (const [property, value] of Object.entries(BRAND))
        element().style.setProperty(`--email-verify-${property}`, value);
      await reach();
      expect(await complaints()).to.deep.equal([]);
      const panel = getComputedStyle(element().shadowRoot!.querySelector('[part=bubble]') ?? element());
      if (name === 'suggestion') expect(panel.backgroundColor).to.equal('rgb(43, 16, 85)');
    });
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
    expect(part('bubble')!.getAttribute('role')).to.equal('group');
    expect(part('bubble')!.ariaLabel).to.equal('Did you mean anna@gmail.com?');
    expect(part('accept')!.textContent.trim()).to.equal('Use it');
    expect(part('keep')!.textContent.trim()).to.equal('Keep mine');
  });

  it('the state is told by a sign and words, not by colour alone', async () => {
    for (const name of ['valid', 'warning', 'error']) {
      await standPage();
      await STATES[name]!();
      expect(part('sign')?.querySelector('path') ?? null, name).to.not.equal(null);
      // A good verdict is no news.
      expect(line() === '', name).to.equal(name === 'valid');
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
          const panel = part('bubble')!.getBoundingClientRect();
          expect(Math.abs(panel.right - input().getBoundingClientRect().right)).to.be.lessThan(2);
        });
      } finally {
        place.removeAttribute('dir');
      }
    });
  }
});
