import { expect } from '@esm-bundle/chai';
import { element, input, line, part } from '../support/page.js';
import { emulateMedia, emulateWindow } from '../support/chromium.js';
import { itInChromium } from '../support/engine.js';
import { press } from '../support/person.js';
import { standPage, STATES } from '../support/states.js';

const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;

/** The colour that results when each colour is painted over the one before: red, green and blue, 0 to 255. */
const painted = (...layers: string[]): number[] => {
  for (const color of layers) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};

/** Relative luminance, as WCAG 2.2 defines it. */
const luminance = (color: number[]): number => {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** The contrast of a colour with what it lies on. */
const contrast = (color: string, ...ground: string[]): number => {
  const [a, b] = [luminance(painted(...ground, color)), luminance(painted(...ground))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const inner = (name: string): CSSStyleDeclaration =>
  getComputedStyle(element().shadowRoot!.querySelector(`[part=${name}]`)!);
const page = (): string => getComputedStyle(document.documentElement).backgroundColor;

/** Checks the contrast of each state: at least `text` for words, and 3 for signs, edges and the focus. */
const measure = async (colorScheme: 'light' | 'dark', text: number): Promise<void> => {
  for (const name of ['checking', 'valid', 'warning', 'error', 'fix']) {
    await standPage(colorScheme);
    await STATES[name]!();
    if (line()) expect(contrast(inner('message').color, page()), `${name}: words`).to.be.at.least(text);
    const sign = inner('sign');
    expect(contrast(sign.color, page(), sign.backgroundColor), `${name}: sign`).to.be.at.least(3);
    if (name === 'fix') expect(contrast(inner('undo').color, page()), 'undo').to.be.at.least(text);
  }
  await standPage(colorScheme);
  await STATES['suggestion']!();
  await press('Tab');
  const [panel, accept, keep] = [inner('bubble'), inner('accept'), inner('keep')];
  const ground = [page(), panel.backgroundColor];
  expect(contrast(panel.color, ...ground), 'the panel’s words').to.be.at.least(text);
  expect(contrast(panel.borderTopColor, ...ground), 'the panel’s edge').to.be.at.least(3);
  expect(contrast(panel.borderTopColor, page()), 'the panel’s edge on the page').to.be.at.least(3);
  expect(contrast(accept.color, ...ground, accept.backgroundColor), '`Use it`').to.be.at.least(text);
  const edges = [accept.backgroundColor, accept.borderTopColor].map((color) => contrast(color, ...ground));
  expect(Math.max(...edges), 'the edge of `Use it`').to.be.at.least(3);
  expect(contrast(keep.color, ...ground, keep.backgroundColor), '`Keep mine`').to.be.at.least(text);
  expect(contrast(keep.borderTopColor, ...ground), 'the edge of `Keep mine`').to.be.at.least(3);
  expect(accept.outlineStyle).to.equal('solid');
  expect(parseFloat(accept.outlineWidth)).to.be.at.least(2);
  expect(contrast(accept.outlineColor, ...ground), 'the focus').to.be.at.least(3);
};

describe('everybody can read it', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`${colorScheme}: words have a contrast of 4.5, signs, edges and the focus of 3`, async () => {
      await measure(colorScheme, 4.5);
    });

    itInChromium(`${colorScheme}, where more contrast is asked for: words have 7`, async () => {
      await emulateMedia({ 'prefers-contrast': 'more' });
      await measure(colorScheme, 7);
    });

    itInChromium(`${colorScheme}, in forced colours: all of it is there, in the system’s colours`, async () => {
      await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': colorScheme });
      await measure(colorScheme, 4.5);
      const probe = document.createElement('i');
      probe.style.color = 'ButtonText';
      element().append(probe);
      expect(inner('keep').color).to.equal(getComputedStyle(probe).color);
      expect(inner('bubble').borderTopStyle).to.equal('solid');
    });
  }

  itInChromium('nothing moves where less motion is asked for', async () => {
    await standPage();
    await STATES['checking']!();
    expect(part('sign')!.querySelector('svg')!.getAnimations()).to.have.length(1);
    await emulateMedia({ 'prefers-reduced-motion': 'reduce' });
    for (const [name, reach] of Object.entries(STATES)) {
      await standPage();
      await reach();
      expect(element().shadowRoot!.getAnimations(), name).to.have.length(0);
    }
  });

  for (const [what, width, more] of [
    ['at 200 %', 640, { deviceScaleFactor: 2 }],
    ['at 400 %, or in a window of 320 px', 320, { deviceScaleFactor: 4 }],
  ] as const) {
    itInChromium(`${what}, nothing has to be scrolled sideways`, async () => {
      await emulateWindow(width, 512, more);
      for (const [name, reach] of Object.entries(STATES)) {
        await standPage();
        await reach();
        expect(document.documentElement.scrollWidth, name).to.be.at.most(width);
        for (const shown of ['row', 'bubble']) {
          const { left, right } = part(shown)?.getBoundingClientRect() ?? { left: 0, right: 0 };
          expect(left, `${name}: ${shown}`).to.be.at.least(0);
          expect(right, `${name}: ${shown}`).to.be.at.most(width);
        }
      }
    });
  }

  it('with more space between letters, words and lines (WCAG 1.4.12) nothing is cut off', async () => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }',
    );
    for (const [name, reach] of Object.entries(STATES)) {
      await standPage();
      const root = element().shadowRoot!;
      element().style.inlineSize = '240px';
      await reach();
      root.adoptedStyleSheets.push(spacing);
      await new Promise(requestAnimationFrame);
      for (const shown of ['message', 'undo', 'bubble', 'accept', 'keep']) {
        const node = part(shown);
        if (!node) continue;
        expect(node.scrollWidth, `${name}: ${shown}`).to.be.at.most(Math.max(node.clientWidth, node.offsetWidth));
        expect(node.scrollHeight, `${name}: ${shown}`).to.be.at.most(Math.max(node.clientHeight, node.offsetHeight));
      }
    }
  });

  it('is as readable in a form whose own words are shouted, centred and kept on one line', async () => {
    await standPage();
    Object.assign(element().style, {
      textTransform: 'uppercase',
      whiteSpace: 'nowrap',
      textAlign: 'center',
      inlineSize: '200px',
    });
    await STATES['error']!();
    const row = part('row')!;
    expect(row.scrollWidth).to.be.at.most(row.clientWidth);
    expect(inner('message').textTransform).to.equal('none');
    expect(input().value).to.equal('anna@harbour-shop.com');
  });
});
