/** @see https://www.w3.org/TR/wai-aria-1.2/ */
import assert from '../support/assert.js';
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
        assert.deepEqual(await complaints(), []);
      });
    }
  }

  for (const colorScheme of sample(['light', 'dark'] as const, 2)) {
    for (const [name, reach] of sample(Object.entries(STATES), 3)) {
      itInChromium(`${name}, forced colours over ${colorScheme}: axe finds nothing`, async () => {
        await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': colorScheme });
        await standPage(colorScheme);
        await reach();
        assert.deepEqual(await complaints(), []);
      });
    }
  }

  for (const [name, reach] of sample(Object.entries(STATES), 3)) {
    it(`${name}, in the colours of a brand: axe finds nothing`, async () => {
      await standPage();
      for (const [property, value] of Object.entries(BRAND))
        element().style.setProperty(`--email-verify-${property}`, value);
      await reach();
      assert.deepEqual(await complaints(), []);
      const panel = getComputedStyle(element().shadowRoot!.querySelector('[part=bubble]') ?? element());
      if (name === 'suggestion') assert.equal(panel.backgroundColor, 'rgb(43, 16, 85)');
    });
  }

  it('every button is at least 24 px in both directions, at a small text size too', async () => {
    for (const reach of [STATES['suggestion'], STATES['fix']]) {
      await standPage();
      element().style.fontSize = '10px';
      await reach!();
      const buttons = [...element().shadowRoot!.querySelectorAll('button')].filter((one) => one.checkVisibility());
      assert.ok(buttons.length > 0, `${buttons.length}`);
      for (const button of buttons) {
        const { width, height } = button.getBoundingClientRect();
        assert.ok(Math.min(width, height) >= 24, button.textContent);
      }
    }
  });

  it('the buttons say what they are for, and the panel what it asks', async () => {
    await standPage();
    await STATES['suggestion']!();
    assert.equal(part('bubble')!.getAttribute('role'), 'group');
    assert.equal(part('bubble')!.ariaLabel, 'Did you mean anna@gmail.com?');
    assert.equal(part('accept')!.textContent.trim(), 'Use it');
    assert.equal(part('keep')!.textContent.trim(), 'Keep mine');
  });

  it('the state is told by a sign and words, not by colour alone', async () => {
    for (const name of ['valid', 'warning', 'error']) {
      await standPage();
      await STATES[name]!();
      assert.notEqual(part('sign')?.querySelector('path') ?? null, null, name);
      // A good verdict is no news.
      assert.equal(line() === '', name === 'valid', name);
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
          assert.ok(
            Math.abs(panel.right - input().getBoundingClientRect().right) < 2,
            `${Math.abs(panel.right - input().getBoundingClientRect().right)}`,
          );
        });
      } finally {
        place.removeAttribute('dir');
      }
    });
  }
});
