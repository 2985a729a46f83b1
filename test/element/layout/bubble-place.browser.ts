import { expect } from '@esm-bundle/chai';
import { wait } from '../support/time.js';
import { sendMouse } from '@web/test-runner-commands';
import { press, type } from '../support/person.js';
import { differences, openFrame, rectOf, soon } from './frame.js';
import type { Markup } from './markups.js';

const EMAIL = '<input type="email" name="email">';
const BUTTON = '<button type="submit">Sign up</button>';
const space = (height: number): string => `<div style="block-size: ${height}px"></div>`;
const STACK =
  'form { inline-size: 320px } input, button { display: block; inline-size: 100%; box-sizing: border-box; padding: 8px }';

/** Where a field can stand. Each leaves at least one side free of the button. */
const PLACES: Record<string, Markup> = {
  'field above button': {
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'field above button, at the window’s upper edge': {
    css: `${STACK} body { margin: 0 } button { margin-block-start: 8px }`,
    body: `<form>${EMAIL}${BUTTON}</form>${space(300)}`,
  },
  'newsletter row': {
    css: `form { display: flex; gap: 8px; inline-size: 480px } input { flex: 1; padding: 10px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'narrow phone': {
    width: 320,
    css: `body { margin: 12px } input, button { display: block; inline-size: 100%; box-sizing: border-box; padding: 12px; margin-block-end: 12px }`,
    body: `${space(200)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'narrow phone, newsletter row': {
    width: 320,
    css: `form { display: flex; gap: 6px } input { flex: 1; min-inline-size: 0; padding: 10px }`,
    body: `${space(200)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'field at the bottom of the window': {
    css: `form { position: fixed; inset: auto 20px 6px; display: flex } input { flex: 1; padding: 8px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'field and button at the bottom of the window': {
    css: `${STACK} form { position: fixed; inset-block-end: 4px }`,
    body: `<form>${EMAIL}${BUTTON}</form>`,
  },
  'button above the field': {
    css: `${STACK} form { display: flex; flex-direction: column-reverse; gap: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'other fields between': {
    css: `${STACK} input { margin-block-end: 8px }`,
    body: `${space(120)}<form>${EMAIL}<input name="name"><input name="phone">${BUTTON}</form>`,
  },
  'in a scroll container': {
    css: `${STACK} .box { overflow: auto; block-size: 160px; inline-size: 360px; border: 1px solid } button { margin-block-start: 8px }`,
    body: `${space(160)}<div class="box">${space(80)}<form>${EMAIL}${BUTTON}</form>${space(400)}</div>`,
    script: (document) => {
      document.querySelector('.box')!.scrollTop = 40;
    },
  },
  'in a modal dialog': {
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `<dialog><h2>Join</h2><form>${EMAIL}${BUTTON}</form></dialog>`,
    script: (document) => {
      document.querySelector('dialog')!.showModal();
    },
  },
  'in a box that is transformed': {
    css: `${STACK} main { transform: translate(40px, 30px) scale(0.9) } button { margin-block-start: 8px }`,
    body: `${space(160)}<main><form>${EMAIL}${BUTTON}</form></main>`,
  },
  'in a card that clips': {
    css: `${STACK} .card { overflow: hidden; inline-size: 330px; border: 1px solid; border-radius: 12px } button { margin-block-start: 8px }`,
    body: `${space(160)}<div class="card"><form>${EMAIL}${BUTTON}</form></div>`,
  },
  'right-to-left row': {
    html: { dir: 'rtl', lang: 'he' },
    css: `form { display: flex; gap: 8px; inline-size: 480px } input { flex: 1; padding: 10px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'right-to-left stack': {
    html: { dir: 'rtl', lang: 'he' },
    css: `${STACK} button { margin-block-start: 8px }`,
    body: `${space(160)}<form>${EMAIL}${BUTTON}</form>`,
  },
  'in a zoomed box': {
    css: `main { zoom: 1.25 } form { zoom: 0.9 } ${STACK} button { margin-block-start: 8px }`,
    body: `${space(120)}<main><form>${EMAIL}${BUTTON}</form></main>`,
  },
  'zoomed page': {
    css: `html { zoom: 1.2 } ${STACK} button { margin-block-start: 8px }`,
    body: `${space(120)}<form>${EMAIL}${BUTTON}</form>`,
  },
};

const overlap = (a: DOMRect, b: DOMRect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

describe('the place of the bubble and of the sign', () => {
  const frame = openFrame();

  /** Resolves to the rectangle of a part once it stands still. */
  const still = async (name: string): Promise<DOMRect> => {
    let rect = new DOMRect();
    await soon(async () => {
      const found = frame.part(name);
      expect(found !== null, `the ${name} is shown`).to.equal(true);
      rect = rectOf(found!);
      await frame.frames(1);
      expect(JSON.stringify(rectOf(found!))).to.equal(JSON.stringify(rect));
    });
    return rect;
  };

  /** Where a part stands, seen from the field. */
  const offset = async (name: string): Promise<{ x: number; y: number }> => {
    const { x, y } = await still(name);
    const field = rectOf(frame.field);
    return { x: x - field.x, y: y - field.y };
  };

  /** The bubble is beside the field, in the window, and covers neither the field nor the button. */
  const standsWell = async (what: string): Promise<void> => {
    const bubble = await still('bubble');
    const field = rectOf(frame.field);
    const { width, height } = frame.size;
    expect(overlap(bubble, rectOf(frame.one('button'))), `${what}: over the button`).to.equal(0);
    expect(overlap(bubble, field), `${what}: over the field`).to.be.at.most(1);
    expect(
      Math.min(bubble.left, bubble.top, width - bubble.right, height - bubble.bottom),
      `${what}: within the window`,
    ).to.be.at.least(-0.5);
    const gap = Math.max(
      bubble.top - field.bottom,
      field.top - bubble.bottom,
      bubble.left - field.right,
      field.left - bubble.right,
    );
    expect(gap, `${what}: room between the bubble and the field`).to.be.within(-1, 16);
  };

  for (const [name, markup] of Object.entries(PLACES)) {
    it(`${name}: the bubble does not cover the button`, async () => {
      await frame.show(markup, 'light');
      const before = frame.scrolls();
      frame.attach({ debounce: 0 });
      frame.write('anna@nodomain.example', true);
      frame.one('button').focus();
      await frame.says(/nodomain/);
      await standsWell('an error, left');
      frame.field.focus();
      await standsWell('an error, in the field');
      frame.write('anna@gamil.org', false);
      await frame.says(/gmail\.com/);
      await standsWell('a suggestion, left');
      frame.field.focus();
      await standsWell('a suggestion, in the field');
      frame.write('anna@gmial.com', false);
      await frame.says(/gmial\.com/);
      await standsWell('a fix');
      expect(frame.scrolls()).to.deep.equal(before);
    });
  }

  for (const [name, markup] of Object.entries(PLACES)) {
    it(`${name}: the sign lies over the end of the field, inside it, and takes no click`, async () => {
      await frame.show(markup, 'light');
      const before = frame.scrolls();
      frame.attach({ debounce: 0 });
      for (const [value, tone] of [
        ['anna@harbour.example', 'valid'],
        ['anna@nodomain.example', 'error'],
        ['anna@catch-all.example', 'warning'],
      ] as const) {
        frame.write(value, false);
        await frame.signed(tone);
        const sign = await still('sign');
        const field = rectOf(frame.field);
        const rtl = frame.window.getComputedStyle(frame.field).direction === 'rtl';
        const [toEnd, toStart] = rtl
          ? [sign.left - field.left, field.right - sign.right]
          : [field.right - sign.right, sign.left - field.left];
        expect(toEnd, `${tone}: from the end of the field`).to.be.within(0, 20);
        expect(toStart, `${tone}: from its start`).to.be.greaterThan(field.width / 2);
        expect(sign.top, `${tone}: inside it`).to.be.at.least(field.top);
        expect(sign.bottom, `${tone}: inside it`).to.be.at.most(field.bottom);
        const [x, y] = [sign.left + sign.width / 2, sign.top + sign.height / 2];
        expect(y, `${tone}: in its middle`).to.be.closeTo((field.top + field.bottom) / 2, 2);
        const hit = frame.document.elementFromPoint(x, y);
        expect(hit === frame.field, `${tone}: a click there hits the field`).to.equal(true);
      }
      expect(frame.scrolls()).to.deep.equal(before);
    });
  }

  const DIRECTIONS: [what: string, markup: Markup, end: 'left' | 'right'][] = [
    [
      'a left-to-right field in a right-to-left page',
      { html: { dir: 'rtl' }, body: `<form><input type="email" dir="ltr">${BUTTON}</form>` },
      'right',
    ],
    [
      'a right-to-left field in a left-to-right page',
      { body: `<form><input type="email" dir="rtl">${BUTTON}</form>` },
      'left',
    ],
  ];
  for (const [what, markup, end] of DIRECTIONS) {
    it(`${what}: the sign is at the end of what is written`, async () => {
      await frame.show(markup, 'light');
      frame.attach({ debounce: 0 });
      frame.write('anna@harbour.example', false);
      await frame.signed('valid');
      const sign = await still('sign');
      const field = rectOf(frame.field);
      expect(Math.abs(field[end] - sign[end])).to.be.at.most(20);
    });
  }

  /** Presses once, where the button is now. The frame begins where the window does. */
  const click = async (target: Element): Promise<void> => {
    const { left, top, width, height } = rectOf(target);
    await sendMouse({ type: 'click', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  };

  /** Whether a person sees a part, and not something of the page that lies over it. */
  const isSeen = (name: string): boolean => {
    const part = frame.part(name);
    if (!part) return false;
    const { left, top, width, height } = rectOf(part);
    // What takes no click is found by no point.
    part.style.setProperty('pointer-events', 'auto', 'important');
    const hit = frame.document.elementFromPoint(left + width / 2, top + height / 2);
    part.style.removeProperty('pointer-events');
    return hit === frame.host;
  };

  const gone = (name: string): Promise<void> =>
    soon(() => {
      expect(isSeen(name), `the ${name} is seen`).to.equal(false);
    });

  const back = (name: string): Promise<void> =>
    soon(() => {
      expect(isSeen(name), `the ${name} is seen`).to.equal(true);
    });

  const valid = async (markup: Markup): Promise<void> => {
    await frame.show(markup, 'light');
    frame.attach({ debounce: 0 });
    frame.write('anna@harbour.example', false);
    await frame.signed('valid');
    await still('sign');
  };

  const error = async (markup: Markup): Promise<void> => {
    await frame.show(markup, 'light');
    frame.attach({ debounce: 0 });
    frame.write('anna@nodomain.example', false);
    await frame.says(/nodomain/);
    await frame.signed('error');
    await still('bubble');
    await still('sign');
  };

  const LONG = `${space(200)}<form>${EMAIL}${BUTTON}</form>${space(1500)}`;
  const BOX: Markup = {
    css: '.box { overflow: auto; block-size: 200px; inline-size: 400px; border: 1px solid }',
    body: `${space(120)}<div class="box">${space(60)}<form>${EMAIL}${BUTTON}</form>${space(800)}</div>${space(1200)}`,
  };

  it('the sign is not shown over a sticky header that covers the field', async () => {
    await valid({
      css: 'body { margin: 0 } header { position: sticky; inset-block-start: 0; block-size: 90px; background: #ddd; z-index: 5 }',
      body: `<header>Harbour</header>${LONG}`,
    });
    const { top } = rectOf(frame.field);
    frame.window.scrollTo(0, top - 40);
    expect(rectOf(frame.field).bottom).to.be.below(90);
    await gone('sign');
    frame.window.scrollTo(0, 0);
    await back('sign');
  });

  it('neither sign nor bubble is shown over a modal dialog that covers the field', async () => {
    await error({
      css: 'dialog { position: fixed; inset: 0; inline-size: 700px; block-size: 500px }',
      body: `${space(200)}<form>${EMAIL}${BUTTON}</form><dialog>Wait a moment</dialog>`,
    });
    const dialog = frame.one('dialog') as HTMLDialogElement;
    dialog.showModal();
    await gone('sign');
    await gone('bubble');
    dialog.close();
    await back('sign');
  });

  it('the sign is not shown over a layer of the page that covers the field', async () => {
    await valid({
      css: '.layer { position: fixed; inset: 0; background: #fff; z-index: 1000 } .layer[hidden] { display: none }',
      body: `${space(200)}<form>${EMAIL}${BUTTON}</form><div class="layer" hidden>Menu</div>`,
    });
    const layer = frame.one('.layer');
    layer.hidden = false;
    await gone('sign');
    layer.hidden = true;
    await back('sign');
  });

  it('sign and bubble go when the field is scrolled out of its container, and come back with it', async () => {
    await error(BOX);
    const [sign, bubble] = [await offset('sign'), await offset('bubble')];
    frame.one('.box').scrollTop = 300;
    await gone('sign');
    await gone('bubble');
    frame.one('.box').scrollTop = 0;
    expect(await offset('sign')).to.deep.equal(sign);
    expect(await offset('bubble')).to.deep.equal(bubble);
  });

  it('sign and bubble go when the field is scrolled out of the window', async () => {
    await error({ body: LONG });
    frame.window.scrollTo(0, 700);
    await gone('sign');
    await gone('bubble');
    frame.window.scrollTo(0, 0);
    await back('sign');
    await back('bubble');
  });

  const MOVES: [what: string, markup: Markup, move: () => void][] = [
    [
      'the page scrolls',
      { body: LONG },
      () => {
        frame.window.scrollTo(0, 60);
      },
    ],
    ['its container scrolls', BOX, () => void (frame.one('.box').scrollTop = 30)],
    [
      'page and container scroll',
      BOX,
      () => {
        frame.window.scrollTo(0, 25);
        frame.one('.box').scrollTop = 20;
      },
    ],
    [
      'something comes in above it',
      { body: LONG },
      () => {
        frame.one('form').before(frame.document.createElement('h2'), 'News');
      },
    ],
    [
      'the form is moved by a transform',
      { body: LONG },
      () => void (frame.one('form').style.transform = 'translate(40px, 30px)'),
    ],
  ];
  for (const [what, markup, move] of MOVES) {
    it(`sign and bubble follow the field when ${what}`, async () => {
      await error(markup);
      const [sign, bubble] = [await offset('sign'), await offset('bubble')];
      move();
      await soon(async () => {
        for (const [name, before] of Object.entries({ sign, bubble })) {
          const now = await offset(name);
          expect(now.x, `${name}: x`).to.be.closeTo(before.x, 1);
          expect(now.y, `${name}: y`).to.be.closeTo(before.y, 1);
        }
      });
    });
  }

  it('the sign stays at the end of a field that grows', async () => {
    await valid({ css: 'input { inline-size: 200px }', body: LONG });
    const { right } = await still('sign');
    frame.field.style.inlineSize = '300px';
    await soon(async () => {
      expect((await still('sign')).right).to.be.closeTo(right + 100, 1);
    });
  });

  for (const [what, leave] of [
    ['is hidden', (form) => void (form.hidden = true)],
    ['is invisible', (form) => void (form.style.visibility = 'hidden')],
    [
      'is taken away',
      (form) => {
        form.remove();
      },
    ],
  ] as [what: string, leave: (form: HTMLElement) => void][]) {
    it(`neither sign nor bubble stays when the form ${what}`, async () => {
      await error({ body: LONG });
      leave(frame.one('form'));
      await gone('sign');
      await gone('bubble');
    });
  }

  for (const [placement, field] of [
    ['bubble', EMAIL],
    ['line', `<email-verify>${EMAIL}</email-verify>`],
  ] as const) {
    for (const delay of [0, 1200]) {
      it(`placement ${placement}: nothing that can be pressed moves while a good address is checked for ${delay} ms`, async () => {
        await frame.show(
          {
            html: { 'data-delay': String(delay) },
            css: `${STACK} input, button { margin-block-end: 8px }`,
            body: `${space(60)}<form>${field}<input name="name">${BUTTON}<a href="#terms">Terms</a></form><p><a href="#below">Below</a></p>`,
          },
          'light',
        );
        if (placement === 'bubble') frame.attach();
        else frame.host = frame.document.querySelector('email-verify');
        await frame.host!.updateComplete;
        let sent = 0;
        frame.one('form').addEventListener('submit', (event) => {
          if (!event.defaultPrevented) sent++;
          event.preventDefault();
        });
        frame.field.focus();
        const before = frame.scrolls();
        await type('an@harbour.example');
        const pressed = frame.elements.filter((element) => element.matches('a, button, input'));
        const placesOf = (): string => JSON.stringify(pressed.map(rectOf));
        const first = placesOf();
        const seen = new Set<string>();
        let watching = true;
        const watch = async (): Promise<void> => {
          while (watching) {
            seen.add(placesOf());
            await frame.frames(1);
          }
        };
        const watched = watch();
        // What the browser keeps of the keys, and the debounce.
        await frame.signed('valid');
        await wait(50);
        await click(frame.one('button'));
        await soon(() => {
          expect(sent).to.equal(1);
        });
        await wait(50);
        watching = false;
        await watched;
        expect([...seen]).to.deep.equal([first]);
        expect(frame.scrolls()).to.deep.equal(before);
      });
    }
  }

  it('a press that comes while the address is still being checked hits the button that was aimed at', async () => {
    for (const placement of ['bubble', 'line'] as const) {
      await frame.show(
        {
          html: { 'data-delay': '400' },
          css: STACK,
          body: `${space(60)}<form>${placement === 'line' ? `<email-verify>${EMAIL}</email-verify>` : EMAIL}${BUTTON}</form>`,
        },
        'light',
      );
      if (placement === 'bubble') frame.attach();
      else frame.host = frame.document.querySelector('email-verify');
      let sent = 0;
      frame.one('form').addEventListener('submit', (event) => {
        if (!event.defaultPrevented) sent++;
        event.preventDefault();
      });
      frame.field.focus();
      await type('an@harbour.example');
      await press('Tab');
      const before = frame.note();
      await click(frame.one('button'));
      await soon(() => {
        expect(sent, placement).to.equal(1);
      });
      const moved = differences(before, frame.note()).filter((one) => !/color/i.test(one));
      expect(moved.join('\n'), placement).to.equal('');
    }
  });
});
