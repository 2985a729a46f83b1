import { expect } from '@esm-bundle/chai';
import { answerLater, answerWith, button, element, input, one, stand, statusNode } from '../element/support/page.js';
import { click, enterAddress, typeAddress } from '../element/support/person.js';
import { eventually, wait } from '../element/support/time.js';
import type * as Page from './react.page.js';

const { hydrate, render, serverHtml } = (await import(
  new URL('./react.bundle.js', import.meta.url).href
)) as typeof Page;

describe('the door for React', () => {
  let seen: Page.Seen;
  let unmount = (): void => undefined;
  const { error } = console;

  beforeEach(async () => {
    seen = { verdicts: [], errors: [], sent: [] };
    // React tells of mismatches that it could mend by this alone.
    console.error = (...words: unknown[]) => seen.errors.push(words.join(' '));
    await stand('<div id="root"></div>');
  });

  afterEach(() => {
    unmount();
    console.error = error;
  });

  it('renders the element with its options as attributes, the events as props', async () => {
    answerWith('valid');
    unmount = render(one('#root'), seen);
    await eventually(() => {
      expect(element().validateOn).to.equal('blur');
    });
    expect(element().debounce).to.equal(100);
    expect(element().className).to.equal('field');
    expect(element().lang).to.equal('de');
    expect(element().style.getPropertyValue('--email-verify-accent')).to.equal('rebeccapurple');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(seen.verdicts).to.deep.equal(['valid']);
    });
    expect(seen.errors).to.deep.equal([]);
  });

  it('lets a controlled input follow a fix', async () => {
    answerWith('valid');
    unmount = render(one('#root'), seen);
    await eventually(() => input());
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(one('output').textContent).to.equal('anna@gmail.com');
    });
    expect(input().value).to.equal('anna@gmail.com');
  });

  it('calls the action of a form once, with the pressed button, when the verdict is there', async () => {
    const { asked, answer } = answerLater();
    unmount = render(one('#root'), seen);
    await eventually(() => input());
    await typeAddress('anna@harbour-shop.com');
    await click(button('paid'));
    await eventually(() => {
      expect(asked).to.have.length(1);
    });
    expect(seen.sent).to.deep.equal([]);
    answer('valid');
    await eventually(() => {
      expect(seen.sent).to.deep.equal([{ email: 'anna@harbour-shop.com', plan: 'paid' }]);
    });
    await wait(50);
    expect(seen.sent).to.have.length(1);
  });

  it('hydrates the HTML of a server with no error and keeps the input, which has the focus already', async () => {
    answerWith('valid');
    const html = serverHtml();
    expect(html).to.contain('class="field" lang="de" validate-on="blur" debounce="100">');
    one('#root').innerHTML = html;
    await element().updateComplete;
    const before = input();
    before.focus();
    // The workings are loaded by now, and the page's own script comes late.
    await wait(200);
    expect(statusNode() === null).to.equal(true);
    unmount = hydrate(one('#root'), seen);
    await wait(200);
    expect(seen.errors).to.deep.equal([]);
    expect(input() === before).to.equal(true);
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(one('output').textContent).to.equal('anna@gmail.com');
      expect(seen.verdicts).to.deep.equal(['valid']);
    });
    expect(seen.errors).to.deep.equal([]);
  });

  it('takes all of it away again', async () => {
    answerWith('valid');
    unmount = render(one('#root'), seen);
    await eventually(() => input());
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(seen.verdicts).to.deep.equal(['valid']);
    });
    unmount();
    expect(one('#root').innerHTML).to.equal('');
    expect(seen.errors).to.deep.equal([]);
  });
});
