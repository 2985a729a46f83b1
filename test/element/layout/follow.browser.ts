import assert from '../support/assert.js';
import { openFrame, rectOf } from './frame.js';
import { eventually } from '../support/time.js';
import type { Markup } from './markup.js';
import { overlayOf } from './overlay.js';
import { BUTTON, EMAIL, space } from './places.js';

describe('sign and bubble when the page changes', () => {
  const frame = openFrame();
  const { still, offset, gone, back, valid, error } = overlayOf(frame);

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
    assert.ok(rectOf(frame.field).bottom < 90, `${rectOf(frame.field).bottom}`);
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
    assert.deepEqual(await offset('sign'), sign);
    assert.deepEqual(await offset('bubble'), bubble);
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
      await eventually(async () => {
        for (const [name, before] of Object.entries({ sign, bubble })) {
          const now = await offset(name);
          assert.ok(Math.abs(now.x - before.x) <= 1, `${name}: x`);
          assert.ok(Math.abs(now.y - before.y) <= 1, `${name}: y`);
        }
      });
    });
  }

  it('the sign stays at the end of a field that grows', async () => {
    await valid({ css: 'input { inline-size: 200px }', body: LONG });
    const { right } = await still('sign');
    frame.field.style.inlineSize = '300px';
    await eventually(async () => {
      assert.ok(Math.abs((await still('sign')).right - (right + 100)) <= 1);
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
});
