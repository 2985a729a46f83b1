/** @see https://www.w3.org/TR/wai-aria-1.2/#aria-live */
import assert from '../support/assert.js';
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
    assert.equal(statusNode() !== null, true);
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
      assert.equal(field!.name.trim(), 'Email');
      assert.equal(field!.description, MISSING);
      assert.equal(field!.properties['invalid'], 'true');
      const [status, ...others] = await inTree('status');
      assert.deepEqual(others, []);
      const { live, atomic } = status!.properties as { live: string; atomic: boolean };
      assert.deepEqual({ live, atomic }, { live: 'polite', atomic: false });
      assert.equal((await inTree('StaticText')).filter(({ name }) => name.trim() === MISSING).length, 1);
    },
  );

  itInChromium('a suggestion is a group that asks, with two buttons; the field is described by it', async () => {
    await standPage();
    await STATES['suggestion']!();
    assert.equal((await inTree('group', MEANT)).length, 1);
    for (const one of ['Use it', 'Keep mine'])
      assert.ok((await inTree('button')).map(({ name }) => name).includes(one), one);
    const [field] = await inTree('textbox');
    assert.equal(field!.description, MEANT);
  });

  itInChromium('a fix tells what was changed, and `Undo` what it takes back', async () => {
    await standPage();
    await STATES['fix']!();
    const [undo] = await inTree('button', 'Undo');
    assert.ok(undo!.description.includes(CHANGED), undo!.description);
    assert.equal((await inTree('textbox'))[0]!.description, CHANGED);
  });

  itInChromium('while there is nothing to say, nothing is in the way', async () => {
    await standPage();
    input().focus();
    assert.deepEqual(await inTree('group'), []);
    assert.equal((await inTree('textbox'))[0]!.description, '');
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
        assert.equal(one('#err').textContent, RISKY);
      });
      assert.equal(spoken(), said);
      const described = input()
        .getAttribute('aria-describedby')!
        .split(' ')
        .map((id) => one(`#${id}`).textContent);
      assert.equal(described.join('').trim(), said ? `${RISKY}${RISKY}` : RISKY);
    });
  }

  it('each sentence is said once: what stands is not said again with what comes after it', async () => {
    // By the page itself: after a second, progress would be said too.
    answerWith(async (email) => {
      await eventually(() => {
        assert.equal(spoken(), CHANGED);
      });
      return verdict(email, 'risky');
    });
    await standForm();
    const said = await listen();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(spoken(), `${CHANGED} ${RISKY}`);
    });
    assert.deepEqual(said, [CHANGED, RISKY]);
  });

  it('a suggestion stands for the warning that it mends, and is said once', async () => {
    answerWith('risky');
    await standForm();
    const said = await listen();
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(spoken(), MEANT);
    });
    assert.deepEqual(said, [MEANT]);
  });
});

describe('a suggestion is plain text', () => {
  const suggest = async (address: string): Promise<HTMLElement> => {
    answerWith((email) => verdict(email, 'risky', { did_you_mean: address }));
    await stand(`<div style="block-size: 250px"></div><form><email-verify>
      <label>Email <input type="email" name="email" style="inline-size: 24em"></label></email-verify><button>Go</button></form>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(isOpen(), true);
    });
    return one('email-verify').shadowRoot!.querySelector<HTMLElement>('[part=bubble]')!;
  };

  it('though it holds markup', async () => {
    const markup = '"<img/src=x onerror=alert(1)>{suggestion}$&"@harbour-shop.org';
    const panel = await suggest(markup);
    assert.equal(panel.querySelector('bdi')!.textContent, markup);
    assert.equal(panel.ariaLabel, `Did you mean ${markup}?`);
    assert.ok(spoken().includes(markup), spoken());
    assert.equal(document.querySelector('img') ?? panel.querySelector('img'), null);
  });

  it('though it turns the direction of writing: the words around it stay where they are', async () => {
    const panel = await suggest('\u202e\u2067moc.liamg@anna');
    const address = panel.querySelector('bdi')!.getBoundingClientRect();
    const after = document.createRange();
    after.selectNodeContents(panel.querySelector('bdi')!.nextSibling!);
    while (after.toString().trim() === '') after.selectNodeContents(after.startContainer.nextSibling!);
    const mark = after.getBoundingClientRect();
    assert.equal(after.toString().trim(), '?');
    assert.ok(mark.left >= address.right - 1, `${mark.left}`);
    assert.ok(address.left > panel.getBoundingClientRect().left + 40, `${address.left}`);
  });

  it('though it is as long as an address may be: it wraps, and nothing runs out of the panel', async () => {
    const panel = await suggest(`${'a'.repeat(64)}@${'harbour'.repeat(8)}.${'shop'.repeat(12)}.org`);
    assert.ok(panel.scrollWidth <= panel.clientWidth, `${panel.scrollWidth}`);
    const { left, right } = panel.getBoundingClientRect();
    for (const inner of panel.querySelectorAll('*')) {
      for (const box of inner.getClientRects()) {
        assert.ok(box.left >= left, `${box.left}`);
        assert.ok(box.right <= right, `${box.right}`);
      }
    }
  });
});
