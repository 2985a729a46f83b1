import assert from '../support/assert.js';
import { answerWith, element, FIELD, input, one, part, stand } from '../support/page.js';
import { emulateWindow } from '../support/chromium.js';
import { itInChromium } from '../support/engine.js';
import { enterAddress } from '../support/person.js';
import { meetSuggestion } from '../support/suggestion.js';
import { eventually } from '../support/time.js';

/** A browser that knows no popover. */
const withoutPopovers = (): void => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
};

const frames = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
};

/** Where the panel stands, seen from the input's upper left corner, once it stands still. */
const place = async (): Promise<{ x: number; y: number; width: number; height: number }> => {
  let before = '';
  await eventually(async () => {
    await frames();
    const now = JSON.stringify(part('bubble')!.getBoundingClientRect());
    const still = now === before;
    before = now;
    assert.equal(still, true);
  });
  const { left, top, width, height } = part('bubble')!.getBoundingClientRect();
  const field = input().getBoundingClientRect();
  return { x: left - field.left, y: top - field.top, width, height };
};

const space = (height: string): string => `<div style="block-size: ${height}"></div>`;
const form = (style = ''): string =>
  `<form style="${style}"><email-verify>${FIELD}</email-verify><button value="free">Go</button></form>`;
const back = (): void => {
  input().focus();
};
const gone = (): void => undefined;
const scrolled = (to: number) => (): void => {
  input().focus();
  one('.box').scrollTop = to;
};

/** Where a field can stand, and where the person is. */
const PLACES: Record<string, { page: string; then: () => void; side: 'above' | 'below' }> = {
  'below the field that the person is in': { page: space('200px') + form(), then: back, side: 'below' },
  'below the field that the person has left': { page: space('200px') + form(), then: gone, side: 'below' },
  'above at the window’s lower edge': {
    page: space('200px') + form('position: fixed; bottom: 0'),
    then: back,
    side: 'above',
  },
  'below at the window’s upper edge': {
    page: form('position: fixed; top: 0'),
    then: gone,
    side: 'below',
  },
  'within the window at its right edge': {
    page: space('200px') + form('position: absolute; right: 0'),
    then: back,
    side: 'above',
  },
  'within a right-to-left form': {
    page: `${space('200px')}<div dir="rtl">${form()}</div>`,
    then: back,
    side: 'below',
  },
  'in a modal dialog': { page: `<dialog style="inset: 0">${form()}</dialog>`, then: back, side: 'below' },
  'in a box that clips': {
    page: `${space('150px')}<div style="overflow: clip; contain: paint; block-size: 3em; inline-size: 9em">${form()}</div>`,
    then: back,
    side: 'above',
  },
  'in a box that is scrolled': {
    page: `${space('150px')}<div class="box" style="overflow: auto; block-size: 120px">
      ${space('200px')}${form()}${space('200px')}</div>`,
    then: scrolled(150),
    side: 'below',
  },
  'in a box that is transformed': {
    page: `${space('100px')}<div style="transform: translate(30px, 20px)">${form()}</div>`,
    then: back,
    side: 'below',
  },
};

describe('the panel with the suggestion', () => {
  const showPopover = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'showPopover')!;

  beforeEach(() => {
    answerWith('risky');
  });

  afterEach(() => {
    Object.defineProperty(HTMLElement.prototype, 'showPopover', showPopover);
    window.scrollTo(0, 0);
  });

  const meet = async (name: string): Promise<Awaited<ReturnType<typeof place>>> => {
    const { page, then } = PLACES[name]!;
    await stand(page);
    document.querySelector('dialog')?.showModal();
    await meetSuggestion();
    then();
    return place();
  };

  for (const [name, { side }] of Object.entries(PLACES)) {
    it(`stands ${name}`, async () => {
      const theirs = await meet(name);
      const field = input().getBoundingClientRect();
      const gap = side === 'below' ? theirs.y - field.height : -theirs.y - theirs.height;
      // Above the field is above the words of its label.
      assert.ok(gap >= 4 && gap <= (side === 'above' ? 40 : 14), 'room between the field and the panel');
      const { left, right, top, bottom } = part('bubble')!.getBoundingClientRect();
      assert.ok(Math.min(left, top, innerWidth - right, innerHeight - bottom) >= -1, 'within the window');
    });
  }

  it('follows its field when the page and a box in it are scrolled', async () => {
    await stand(`<div class="box" style="overflow: auto; block-size: 300px">${space('150px')}${form()}${space('400px')}</div>
        ${space('300vh')}`);
    await meetSuggestion();
    back();
    const before = await place();
    one('.box').scrollTop = 30;
    window.scrollTo(0, 20);
    const after = await place();
    assert.ok(Math.abs(after.y - before.y) <= 2, `${after.y}`);
    assert.ok(Math.abs(after.x - before.x) <= 2, `${after.x}`);
  });

  it('comes back with a field that was scrolled out of its box', async () => {
    await stand(`${space('200px')}<div class="box" style="overflow: auto; block-size: 150px">
        ${form()}${space('600px')}</div>`);
    await meetSuggestion();
    back();
    const before = await place();
    one('.box').scrollTop = 300;
    await place();
    one('.box').scrollTop = 0;
    assert.deepEqual(await place(), before);
    const { left, top } = part('bubble')!.getBoundingClientRect();
    assert.equal(document.elementFromPoint(left + 9, top + 9)?.localName, 'email-verify', 'seen');
  });

  itInChromium('stands within a window of 320 px', async () => {
    await emulateWindow(320, 480);
    await stand(space('150px') + form('margin-inline-start: 60px'));
    await meetSuggestion('a.person.with.a.quite.long.name@gamil.org');
    back();
    await place();
    const panel = part('bubble')!.getBoundingClientRect();
    assert.ok(panel.left >= 0, `${panel.left}`);
    assert.ok(panel.right <= 320, `${panel.right}`);
    assert.equal(document.documentElement.scrollWidth, 320);
  });

  it('stands below the field all the same where there are no popovers', async () => {
    withoutPopovers();
    await stand(space('200px') + form());
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(part('bubble') !== null, true);
    });
    back();
    const { y } = await place();
    assert.ok(
      y - input().getBoundingClientRect().height >= 4 && y - input().getBoundingClientRect().height <= 14,
      `${y - input().getBoundingClientRect().height}`,
    );
    part('accept')!.click();
    assert.equal(input().value, 'anna@gmail.com');
    await element().updateComplete;
    assert.equal(part('bubble'), null);
  });
});
