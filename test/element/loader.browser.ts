import { expect } from '@esm-bundle/chai';
import { answerWith, input, one, part, stand, tone } from './support/page.js';
import { enterAddress } from './support/person.js';
import { eventually, wait } from './support/time.js';

const hosts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('email-verify')];

describe('the script tag', () => {
  before(async () => {
    // What a site writes into its head.
    const early = document.createElement('div');
    early.innerHTML = '<input type="email" id="early">';
    document.body.append(early);
    const tag = document.createElement('script');
    tag.type = 'module';
    tag.src = new URL('../../src/element/loader.ts', import.meta.url).href;
    tag.dataset['endpoint'] = '/edge/';
    tag.dataset['validateOn'] = 'blur';
    const loaded = new Promise((resolve) => (tag.onload = resolve));
    document.head.append(tag);
    await loaded;
  });

  it('sets an element beside each e-mail input that is there, and hands its data- attributes on', () => {
    const host = one('[for=early]');
    expect(one('#early').nextElementSibling === host).to.equal(true);
    expect(host.getAttribute('endpoint')).to.equal('/edge/');
    expect(host.getAttribute('validate-on')).to.equal('blur');
    one('#early').parentElement!.remove();
  });

  it('finds late inputs, gives an id to those that have none, and sets one element beside each', async () => {
    await stand('<div></div>');
    one('main div').innerHTML = '<form><input type="email" name="email"><input type="email" name="copy"></form>';
    await wait(20);
    expect(hosts()).to.have.length(2);
    expect(new Set(hosts().map((host) => host.getAttribute('for'))).size).to.equal(2);
    one('main div').append(document.createElement('p'));
    await wait(20);
    expect(hosts()).to.have.length(2);
    answerWith('invalid');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone(hosts()[0])).to.equal('error');
    });
  });

  it('leaves alone what is wrapped, told off, or has an element already', async () => {
    await stand(`<email-verify><input type="email" name="email"></email-verify>
      <input type="email" data-email-verify="off">
      <input type="email" id="own"><email-verify for="own"></email-verify>`);
    await wait(20);
    expect(hosts()).to.have.length(2);
  });

  it('goes with an input that a framework replaces: the new one has one of its own, and no other is left', async () => {
    await stand('<form><input type="email" name="email"></form>');
    await eventually(() => {
      expect(hosts()).to.have.length(1);
    });
    for (let n = 0; n < 3; n++) {
      const fresh = document.createElement('input');
      Object.assign(fresh, { type: 'email', name: 'email' });
      input().replaceWith(fresh);
      await eventually(() => {
        expect(hosts().map((host) => host.getAttribute('for'))).to.deep.equal([input().id]);
      });
    }
    input().remove();
    await eventually(() => {
      expect(hosts()).to.have.length(0);
    });
  });

  it('finds a text field for e-mail too', async () => {
    await stand('<form><input type="text" inputmode="email" name="email"></form>');
    await eventually(() => {
      expect(hosts()).to.have.length(1);
    });
  });

  it("keeps out of the input's label: the element's words are not part of its name", async () => {
    answerWith('valid');
    await stand('<form><label>Email <input type="email" name="email"></label><button>Go</button></form>');
    await eventually(() => {
      expect(hosts()).to.have.length(1);
    });
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(part('undo', hosts()[0]) !== null).to.equal(true);
    });
    expect(input().labels![0]!.textContent.trim()).to.equal('Email');
  });
});
