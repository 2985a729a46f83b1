import assert from '../support/assert.js';
import { executeServerCommand, findAccessibilityNode } from '@web/test-runner-commands';
import {
  answerLater,
  answerWith,
  element,
  events,
  input,
  line,
  part,
  one,
  spoken,
  standForm,
  stand,
  FIELD,
  statusNode,
  suggestion,
  tone,
  verdict,
} from '../support/page.js';
import { enterAddress, press, type, typeAddress } from '../support/person.js';
import { itInChromium } from '../support/engine.js';
import { eventually, wait } from '../support/time.js';

interface AccessibilityNode {
  role: string;
  name: string;
  description?: string;
}

/** Resolves to the accessibility node with this role and name, or null. */
const accessible = async (role: string, name: string): Promise<AccessibilityNode | null> => {
  type Tree = AccessibilityNode & { children: AccessibilityNode[] };
  const tree = await executeServerCommand<Tree, object>('a11y-snapshot', {});
  return findAccessibilityNode<AccessibilityNode>(tree, (node) => node.role === role && node.name.trim() === name);
};

/** Everything that the live region has said, one line for each change, of which `heard` is told at once. */
const listen = (heard: () => void = () => undefined): string[] => {
  const said: string[] = [];
  new MutationObserver(() => {
    const text = spoken();
    if (text === (said.at(-1) ?? '')) return;
    said.push(text);
    heard();
  }).observe(element(), { childList: true, subtree: true, characterData: true });
  return said;
};

describe('the words for assistive technology', () => {
  it('stand in one status node, made by the first key and empty until there is something to say', async () => {
    answerWith('valid');
    await stand(`<email-verify>${FIELD}</email-verify>`);
    assert.equal(statusNode() === null, true);
    await typeAddress('a');
    await eventually(() => {
      assert.equal(statusNode()!.getAttribute('role'), 'status');
    });
    assert.equal(spoken(), '');
    await type('nna@harbour-shop.com');
    await press('Tab');
    input().focus();
    await type('x');
    assert.equal(document.querySelectorAll('[role=status]').length, 1);
  });

  it("are appended to the input's description, and never replace it", async () => {
    answerWith('invalid');
    await stand(`<email-verify><p id="hint">We write rarely.</p>
      <label>Email <input type="email" name="email" aria-describedby="hint"></label></email-verify>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.notEqual(spoken(), '');
    });
    assert.equal(input().getAttribute('aria-describedby'), `hint ${statusNode()!.id}`);
  });

  itInChromium('are the description that the accessibility tree gives the input', async () => {
    answerWith('invalid');
    await stand(`<email-verify><p id="hint">We write rarely.</p>
      <label>Email <input type="email" name="email" aria-describedby="hint"></label></email-verify>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.notEqual(spoken(), '');
    });
    const field = await accessible('textbox', 'Email');
    assert.equal(field?.description, 'We write rarely. This address can’t receive email. Check the spelling.');
  });

  it('say an error once, when the field is left, with the input marked; both go with the first key', async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await standForm();
    const said = listen();
    await typeAddress('anna@no-harbour.com');
    await wait(600);
    assert.deepEqual(said, [], 'nothing while the person types');
    assert.equal(input().getAttribute('aria-invalid'), null);
    await press('Tab');
    const words = 'We can’t find no-harbour.com. Check the spelling after the @.';
    await eventually(() => {
      assert.deepEqual(said, [words]);
      assert.equal(line(), words);
      assert.equal(tone(), 'error');
    });
    assert.equal(input().getAttribute('aria-invalid'), 'true');
    input().focus();
    await press('End');
    await type('x');
    assert.equal(input().getAttribute('aria-invalid'), null);
    assert.equal(spoken(), '');
    await eventually(() => {
      assert.equal(line(), '');
    });
  });

  it('warn of a risky address without marking the input', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(spoken(), 'Email to this address may bounce.');
      assert.equal(tone(), 'warning');
    });
    assert.equal(input().getAttribute('aria-invalid'), null);
    assert.equal(input().validity.valid, true);
  });

  it('offer a suggestion', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.ok(spoken().includes('Did you mean anna@gmail.com?'), spoken());
      assert.equal(suggestion(), 'Did you mean anna@gmail.com?');
    });
  });

  itInChromium('tell of a fix, and the button that takes it back says what it takes back', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.ok(spoken().includes('Fixed typo: gmial.com → gmail.com'), spoken());
      assert.equal(part('undo') !== null, true);
    });
    const undo = await accessible('button', 'Undo');
    assert.ok(undo?.description?.includes('Fixed typo: gmial.com → gmail.com'), undo?.description);
  });

  it('tell of progress after about a second, and not on each key', async () => {
    const { answer } = answerLater();
    let asked = Infinity;
    let heard = 0;
    events('email-verify-check', () => (asked = performance.now()));
    await standForm();
    const said = listen(() => (heard ||= performance.now()));
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.deepEqual(said, ['Checking…']);
    });
    assert.ok(heard - asked >= 950, `${heard - asked}`);
    answer('invalid');
    await eventually(() => {
      assert.deepEqual(said, ['Checking…', 'This address can’t receive email. Check the spelling.']);
    });
  });

  it('do not tell of progress while the person types on', async () => {
    answerLater();
    await standForm('debounce="0"');
    await typeAddress('anna@harbour-shop.com');
    await wait(1300);
    assert.equal(spoken(), '');
    assert.equal(line(), '');
  });

  it('tell of success only after an error', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    await standForm();
    const said = listen();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(tone(), 'valid');
    });
    assert.equal(line(), '');
    assert.deepEqual(said, []);
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(said.length, 1);
    });
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(spoken(), 'This address looks right.');
    });
  });

  it('are the words of the page where it has its own', async () => {
    answerWith('risky');
    await standForm();
    element().messages = { risky: 'Hm, {email}?' };
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Hm, anna@harbour-shop.com?');
    });
  });

  it('are text, whatever they hold', async () => {
    answerWith((email) => verdict(email, 'risky', { did_you_mean: '<img src=x>@harbour.com' }));
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(suggestion(), 'Did you mean <img src=x>@harbour.com?');
    });
    assert.equal(document.querySelector('main img') === null, true);
    assert.equal(element().shadowRoot!.querySelector('img') === null, true);
  });

  it('come again when the page took the node away', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.notEqual(spoken(), '');
    });
    statusNode()!.remove();
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.ok(spoken().includes('can’t receive email'), spoken());
    });
    assert.equal(input().getAttribute('aria-describedby'), statusNode()!.id);
  });

  it("leave the page's own aria-invalid as it was", async () => {
    answerWith('invalid');
    await stand(`<email-verify><input type="email" name="email" aria-label="Email" aria-invalid="false"></email-verify>
      <button>Next</button>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(input().getAttribute('aria-invalid'), 'true');
    });
    one('button').focus();
    input().focus();
    await type('x');
    assert.equal(input().getAttribute('aria-invalid'), 'false');
  });
});
