import { expect } from '@esm-bundle/chai';
import { answerWith, element, input, line, one, stand } from '../element/support/page.js';
import { enterAddress } from '../element/support/person.js';
import { eventually, wait } from '../element/support/time.js';
import type * as Page from './vue.page.js';

const { hydrate, render, serverHtml } = (await import(new URL('./vue.bundle.js', import.meta.url).href)) as typeof Page;

describe('the door for Vue', () => {
  let seen: Page.Seen;
  let unmount = (): void => undefined;

  beforeEach(async () => {
    seen = { verdicts: [], warnings: [] };
    await stand('<div id="root"></div>');
  });

  afterEach(() => {
    unmount();
  });

  it('renders the element with its options, messages and events', async () => {
    answerWith('risky');
    unmount = render(one('#root'), seen);
    await element().updateComplete;
    expect(element().getAttribute('validate-on')).to.equal('blur');
    expect(element().debounce).to.equal(100);
    expect(element().className).to.equal('field');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(seen.verdicts).to.deep.equal(['risky']);
      expect(line()).to.equal('Hm.');
    });
    expect(seen.warnings).to.deep.equal([]);
  });

  it('lets v-model follow a fix', async () => {
    answerWith('valid');
    unmount = render(one('#root'), seen);
    await element().updateComplete;
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(one('output').textContent).to.equal('anna@gmail.com');
    });
    expect(input().value).to.equal('anna@gmail.com');
  });

  it('hydrates the HTML of a server without a word, and keeps the input', async () => {
    answerWith('valid');
    const html = await serverHtml();
    expect(html).to.contain('validate-on="blur"').and.contain('debounce="100"');
    one('#root').innerHTML = html;
    await element().updateComplete;
    const before = input();
    before.focus();
    await wait(200);
    unmount = hydrate(one('#root'), seen);
    await wait(50);
    expect(seen.warnings).to.deep.equal([]);
    expect(input() === before).to.equal(true);
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(one('output').textContent).to.equal('anna@gmail.com');
      expect(seen.verdicts).to.deep.equal(['valid']);
    });
  });
});
