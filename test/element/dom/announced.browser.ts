import { expect } from '@esm-bundle/chai';
import { answerWith, input, one, spoken, stand, standForm, statusNode, verdict } from '../support/page.js';
import { accessibilityTree, type AccessibleNode } from '../support/chromium.js';
import { itInChromium } from '../support/engine.js';
import { enterAddress, typeAddress } from '../support/person.js';
import { standPage, STATES } from '../support/states.js';
import { isOpen } from '../support/suggestion.js';
import { eventually } from '../support/time.js';

const inTree = async (role: string, name?: string): Promise<AccessibleNode[]> =>
  (await accessibilityTree()).filter((node) => node.role === role && (name === undefined || node.name === name));

/** Collects the sentences that a live region would announce, each when it is added. */
const listen = async (): Promise<string[]> => {
  const said: string[] = [];
  await typeAddress('a');
  await eventually(() => {
    expect(statusNode() !== null).to.equal(true);
  });
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const { textContent } of addedNodes) said.push((textContent ?? '').trim());
    }
  }).observe(statusNode()!, { childList: true, characterData: true, subtree: true });
  return said;
};

const CHANGED = 'Fixed typo: gmial.com → gmail.com';
const RISKY = 'Email to this address may bounce.';
const MEANT = 'Did you mean anna@gmail.com?';
const MISSING = 'We can’t find harbour-shop.com. Check the spelling after the @.';

describe('with a screen reader', () => {
  itInChromium(
    'an error is the field’s description and marks it, and is met once, in a polite live region',
    async () => {
      await standPage();
      await STATES['error']!();
      const [field] = await inTree('textbox');
      expect(field!.name.trim()).to.equal('Email');
      expect(field!.description).to.equal(MISSING);
      expect(field!.properties['invalid']).to.equal('true');
      const [status, ...others] = await inTree('status');
      expect(others).to.deep.equal([]);
      expect(status!.properties).to.include({ live: 'polite', atomic: false });
      expect((await inTree('StaticText')).filter(({ name }) => name.trim() === MISSING)).to.have.length(1);
    },
  );

  itInChromium('a suggestion is a group that asks, with two buttons; the field is described by it', async () => {
    await standPage();
    await STATES['suggestion']!();
    expect(await inTree('group', MEANT)).to.have.length(1);
    expect((await inTree('button')).map(({ name }) => name)).to.include.members(['Use it', 'Keep mine']);
    const [field] = await inTree('textbox');
    expect(field!.description).to.equal(MEANT);
  });

  itInChromium('a fix tells what was changed, and `Undo` what it takes back', async () => {
    await standPage();
    await STATES['fix']!();
    const [undo] = await inTree('button', 'Undo');
    expect(undo!.description).to.contain(CHANGED);
    expect((await inTree('textbox'))[0]!.description).to.equal(CHANGED);
  });

  itInChromium('while there is nothing to say, nothing is in the way', async () => {
    await standPage();
    input().focus();
    expect(await inTree('group')).to.deep.equal([]);
    expect((await inTree('textbox'))[0]!.description).to.equal('');
  });

  for (const [name, attributes, said] of [
    ['once by the page’s own live region', 'role="alert"', ''],
    ['by the element where the page’s node is no live region', 'aria-live="off"', RISKY],
  ] as const) {
    it(`a message in a node of the page is said ${name}`, async () => {
      answerWith('risky');
      const field = '<label>Email <input type="email" name="email" aria-describedby="err"></label>';
      await standForm('message-target="err"', { field, more: `<p id="err" ${attributes}></p>` });
      await enterAddress('anna@harbour-shop.com');
      await eventually(() => {
        expect(one('#err').textContent).to.equal(RISKY);
      });
      expect(spoken()).to.equal(said);
      const described = input()
        .getAttribute('aria-describedby')!
        .split(' ')
        .map((id) => one(`#${id}`).textContent);
      expect(described.join('').trim()).to.equal(said ? `${RISKY}${RISKY}` : RISKY);
    });
  }

  it('each sentence is said once: what stands is not said again with what comes after it', async () => {
    // By the page itself: after a second, progress would be said too.
    answerWith(async (email) => {
      await eventually(() => {
        expect(spoken()).to.equal(CHANGED);
      });
      return verdict(email, 'risky');
    });
    await standForm();
    const said = await listen();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(spoken()).to.equal(`${CHANGED} ${RISKY}`);
    });
    expect(said).to.deep.equal([CHANGED, RISKY]);
  });

  it('a suggestion stands for the warning that it mends, and is said once', async () => {
    answerWith('risky');
    await standForm();
    const said = await listen();
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(spoken()).to.equal(MEANT);
    });
    expect(said).to.deep.equal([MEANT]);
  });
});

describe('a suggestion is plain text', () => {
  const suggest = async (address: string): Promise<HTMLElement> => {
    answerWith((email) => verdict(email, 'risky', { did_you_mean: address }));
    await stand(`<div style="block-size: 250px"></div><form><email-verify>
      <label>Email <input type="email" name="email" style="inline-size: 24em"></label></email-verify><button>Go</button></form>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(isOpen()).to.equal(true);
    });
    return one('email-verify').shadowRoot!.querySelector<HTMLElement>('[part=bubble]')!;
  };

  it('though it holds markup', async () => {
    const markup = '"<img/src=x onerror=alert(1)>{suggestion}$&"@harbour-shop.org';
    const panel = await suggest(markup);
    expect(panel.querySelector('bdi')!.textContent).to.equal(markup);
    expect(panel.ariaLabel).to.equal(`Did you mean ${markup}?`);
    expect(spoken()).to.contain(markup);
    expect(document.querySelector('img') ?? panel.querySelector('img')).to.equal(null);
  });

  it('though it turns the direction of writing: the words around it stay where they are', async () => {
    const panel = await suggest('\u202e\u2067moc.liamg@anna');
    const address = panel.querySelector('bdi')!.getBoundingClientRect();
    const after = document.createRange();
    after.selectNodeContents(panel.querySelector('bdi')!.nextSibling!);
    while (after.toString().trim() === '') after.selectNodeContents(after.startContainer.nextSibling!);
    const mark = after.getBoundingClientRect();
    expect(after.toString().trim()).to.equal('?');
    expect(mark.left).to.be.at.least(address.right - 1);
    expect(address.left).to.be.greaterThan(panel.getBoundingClientRect().left + 40);
  });

  it('though it is as long as an address may be: it wraps, and nothing runs out of the panel', async () => {
    const panel = await suggest(`${'a'.repeat(64)}@${'harbour'.repeat(8)}.${'shop'.repeat(12)}.org`);
    expect(panel.scrollWidth).to.be.at.most(panel.clientWidth);
    const { left, right } = panel.getBoundingClientRect();
    for (const inner of panel.querySelectorAll('*')) {
      for (const box of inner.getClientRects()) {
        expect(box.left).to.be.at.least(left);
        expect(box.right).to.be.at.most(right);
      }
    }
  });
});
