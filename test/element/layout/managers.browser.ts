import assert from '../support/assert.js';
import { eventually } from '../support/time.js';
import { openFrame, rectOf } from './frame.js';
import type { Markup } from './markup.js';
import { overlayOf } from './overlay.js';
import { BUTTON, EMAIL, STACK, space } from './places.js';

/** Puts an icon into a page as a password manager does, and gives it back. */
type Manager = (field: HTMLInputElement, at: { left: number; top: number; size: number }) => Element;

const style = (left: number, top: number, size: number, position = 'absolute'): string =>
  `position: ${position} !important; left: ${left}px; top: ${top}px; width: ${size}px; height: ${size}px; margin: 0; padding: 0;
   border: 0; background: #175ddc; z-index: 2147483647 !important;`;

/** A host whose closed tree has the icon. */
const host = (
  name: string,
  parent: (field: HTMLInputElement) => Element,
  position?: string,
  attributes: Record<string, string> = {},
): Manager => {
  return (field, { left, top, size }) => {
    const { ownerDocument: document } = field;
    const { scrollX, scrollY } = document.defaultView!;
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    const icon = document.createElement('button');
    const [x, y] = position === 'fixed' ? [left, top] : [left + scrollX, top + scrollY];
    icon.style.cssText = style(x, y, size, position);
    element.attachShadow({ mode: 'closed' }).append(icon);
    parent(field).append(element);
    return icon;
  };
};

const root = (field: HTMLInputElement): Element => field.ownerDocument.documentElement;
const body = (field: HTMLInputElement): Element => field.ownerDocument.body;

const MANAGERS: Record<string, Manager> = {
  '1Password': host('com-1password-button', root),
  'Bitwarden, a host of any name': host('kf-oqcmzbnv', body, 'fixed'),
  'Proton Pass': host('protonpass-root', body, 'fixed'),
  Keeper: host('keeper-lock', body),
  'LastPass, which puts a host without a size beside the field': (field, { left, top, size }) => {
    const element = field.ownerDocument.createElement('div');
    element.setAttribute('data-lastpass-icon-root', '');
    element.style.cssText =
      'position: relative !important; height: 0 !important; width: 0 !important; float: left !important';
    const icon = field.ownerDocument.createElement('div');
    icon.style.cssText = style(left, top, size, 'fixed');
    element.attachShadow({ mode: 'open' }).append(icon);
    field.after(element);
    return icon;
  },
  Dashlane: (field, { left, top, size }) => {
    const icon = field.ownerDocument.createElement('span');
    icon.setAttribute('data-dashlanecreated', 'true');
    icon.style.cssText = style(left, top, size, 'fixed');
    field.after(icon);
    return icon;
  },
  'an icon that takes no clicks': (field, at) => {
    const icon = MANAGERS['Dashlane']!(field, at) as HTMLElement;
    icon.style.pointerEvents = 'none';
    return icon;
  },
  'two of them': (field, { left, top, size }) => {
    const isRtl = getComputedStyle(field).direction === 'rtl';
    MANAGERS['1Password']!(field, { left, top, size });
    return host('ab-cdef', body, 'fixed')(field, { left: left + (isRtl ? size : -size), top, size });
  },
};

describe('the sign beside the icon of a password manager', () => {
  const frame = openFrame();
  const { still, valid } = overlayOf(frame);

  const FORM = `${space(160)}<form>${EMAIL}${BUTTON}</form>`;
  const CSS = `${STACK} input { block-size: 44px } button { margin-block-start: 60px }`;
  const PAGES: Record<string, Markup> = {
    'a page': { css: CSS, body: FORM },
    'a page from right to left': { css: CSS, body: FORM, html: { dir: 'rtl', lang: 'he' } },
    'a page that is scrolled': {
      css: CSS,
      body: `${FORM}${space(2000)}`,
      script: (document) => {
        document.defaultView!.scrollTo(0, 90);
      },
    },
    'a shadow tree': {
      body: '<div id="app"></div>',
      script: (document) => {
        document.querySelector('#app')!.attachShadow({ mode: 'open' }).innerHTML = `<style>${CSS}</style>${FORM}`;
      },
    },
  };

  const isRtl = (): boolean => frame.window.getComputedStyle(frame.field).direction === 'rtl';

  /** Puts the icon over the field's end, 7 px from it, in its middle. */
  const put = (manager: Manager): Element => {
    const { left, right, top, bottom } = rectOf(frame.field);
    const size = 24;
    return manager(frame.field, {
      left: isRtl() ? left + 7 : right - 7 - size,
      top: (top + bottom - size) / 2,
      size,
    });
  };

  const staysBeside = async (icon: Element): Promise<void> => {
    await eventually(async () => {
      const [sign, other, field] = [await still('sign'), rectOf(icon), rectOf(frame.field)];
      const gap = isRtl() ? sign.left - other.right : other.left - sign.right;
      assert.ok(gap >= 1 && gap <= 24, 'a gap between both');
      assert.ok(sign.left >= field.left, `${sign.left}`);
      assert.ok(sign.right <= field.right, `${sign.right}`);
    });
  };

  for (const [where, markup] of Object.entries(PAGES))
    for (const [name, manager] of Object.entries(MANAGERS).slice(0, where === 'a page' ? undefined : 5))
      it(`${name}, in ${where}: nothing covers either`, async () => {
        await valid(markup);
        await staysBeside(put(manager));
      });

  it('stays where it is when the icon goes, and comes back on focus', async () => {
    await valid(PAGES['a page']!);
    const icon = put(MANAGERS['Bitwarden, a host of any name']!) as HTMLElement;
    await staysBeside(icon);
    const { left } = await still('sign');
    icon.style.display = 'none';
    frame.field.focus();
    await frame.frames(3);
    assert.equal((await still('sign')).left, left);
    icon.style.display = '';
    frame.field.blur();
    await staysBeside(icon);
  });

  it('leaves the end to a manager that has marked the field, before its icon is there', async () => {
    await valid({
      css: CSS,
      body: FORM,
      script: (document) => {
        document.querySelector('input')!.setAttribute('data-dashlane-rid', '1');
      },
    });
    const { right } = await still('sign');
    assert.ok(rectOf(frame.field).right - right >= 36, `${rectOf(frame.field).right - right}`);
  });

  it('keeps to the end where the page keeps managers away', async () => {
    await valid({
      css: CSS,
      body: FORM,
      script: (document) => {
        for (const name of [
          'data-1p-ignore',
          'data-lpignore',
          'data-bwignore',
          'data-protonpass-ignore',
          'data-dashlane-ignore',
        ])
          document.querySelector('input')!.setAttribute(name, 'true');
      },
    });
    const { right } = await still('sign');
    assert.ok(
      rectOf(frame.field).right - right >= 0 && rectOf(frame.field).right - right <= 20,
      `${rectOf(frame.field).right - right}`,
    );
  });

  for (const position of ['98% 50%', 'right 8px center', '100%', 'calc(100% - 6px) 50%'])
    it(`stays beside a picture in the field’s background at ${position}`, async () => {
      const picture = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/%3E")`;
      await valid({ css: `${CSS} input { background: ${picture} no-repeat ${position} / 20px }`, body: FORM });
      const { right } = await still('sign');
      assert.ok(rectOf(frame.field).right - right >= 36, `${rectOf(frame.field).right - right}`);
    });

  it('keeps to the end beside a picture at the field’s start', async () => {
    const picture = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='20' height='20'/%3E")`;
    await valid({
      css: `${CSS} input { background: ${picture} no-repeat 8px 50% / 20px; padding-inline-start: 36px }`,
      body: FORM,
    });
    const { right } = await still('sign');
    assert.ok(
      rectOf(frame.field).right - right >= 0 && rectOf(frame.field).right - right <= 20,
      `${rectOf(frame.field).right - right}`,
    );
  });
});
