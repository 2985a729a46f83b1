import { expect } from '@esm-bundle/chai';
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
    expect(statusNode() === null).to.equal(true);
    await typeAddress('a');
    await eventually(() => {
      expect(statusNode()!.getAttribute('role')).to.equal('status');
    });
    expect(spoken()).to.equal('');
    await type('nna@harbour-shop.com');
    await press('Tab');
    input().focus();
    await type('x');
    expect(document.querySelectorAll('[role=status]')).to.have.length(1);
  });

  it("are appended to the input's description, and never replace it", async () => {
    answerWith('invalid');
    await stand(`<email-verify><p id="hint">We write rarely.</p>
      <label>Email <input type="email" name="email" aria-describedby="hint"></label></email-verify>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.not.equal('');
    });
    expect(input().getAttribute('aria-describedby')).to.equal(`hint ${statusNode()!.id}`);
  });

  itInChromium('are the description that the accessibility tree gives the input', async () => {
    answerWith('invalid');
    await stand(`<email-verify><p id="hint">We write rarely.</p>
      <label>Email <input type="email" name="email" aria-describedby="hint"></label></email-verify>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.not.equal('');
    });
    const field = await accessible('textbox', 'Email');
    expect(field?.description).to.equal('We write rarely. This address can’t receive email. Check the spelling.');
  });

  it('say an error once, when the field is left, with the input marked; both go with the first key', async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await standForm();
    const said = listen();
    await typeAddress('anna@no-harbour.com');
    await wait(600);
    expect(said, 'nothing while the person types').to.deep.equal([]);
    expect(input().getAttribute('aria-invalid')).to.equal(null);
    await press('Tab');
    const words = 'We can’t find no-harbour.com. Check the spelling after the @.';
    await eventually(() => {
      expect(said).to.deep.equal([words]);
      expect(line()).to.equal(words);
    });
    expect(tone()).to.equal('error');
    expect(input().getAttribute('aria-invalid')).to.equal('true');
    input().focus();
    await press('End');
    await type('x');
    expect(input().getAttribute('aria-invalid')).to.equal(null);
    expect(spoken()).to.equal('');
    await eventually(() => {
      expect(line()).to.equal('');
    });
  });

  it('warn of a risky address without marking the input', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.equal('Email to this address may bounce.');
    });
    expect(tone()).to.equal('warning');
    expect(input().getAttribute('aria-invalid')).to.equal(null);
    expect(input().validity.valid).to.equal(true);
  });

  it('offer a suggestion', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(spoken()).to.contain('Did you mean anna@gmail.com?');
      expect(suggestion()).to.equal('Did you mean anna@gmail.com?');
    });
  });

  itInChromium('tell of a fix, and the button that takes it back says what it takes back', async () => {
    answerWith('risky');
    await standForm();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      expect(spoken()).to.contain('Fixed typo: gmial.com → gmail.com');
      expect(part('undo') !== null).to.equal(true);
    });
    const undo = await accessible('button', 'Undo');
    expect(undo?.description).to.contain('Fixed typo: gmial.com → gmail.com');
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
      expect(said).to.deep.equal(['Checking…']);
    });
    expect(heard - asked).to.be.at.least(950);
    answer('invalid');
    await eventually(() => {
      expect(said).to.deep.equal(['Checking…', 'This address can’t receive email. Check the spelling.']);
    });
  });

  it('do not tell of progress while the person types on', async () => {
    answerLater();
    await standForm('debounce="0"');
    await typeAddress('anna@harbour-shop.com');
    await wait(1300);
    expect(spoken()).to.equal('');
    expect(line()).to.equal('');
  });

  it('tell of success only after an error', async () => {
    answerWith((email) => verdict(email, email.startsWith('anna') ? 'valid' : 'invalid'));
    await standForm();
    const said = listen();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(tone()).to.equal('valid');
    });
    expect(line()).to.equal('');
    expect(said).to.deep.equal([]);
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(said).to.have.length(1);
    });
    await typeAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.equal('This address can receive email.');
    });
  });

  it('are the words of the page where it has its own', async () => {
    answerWith('risky');
    await standForm();
    element().messages = { risky: 'Hm, {email}?' };
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(line()).to.equal('Hm, anna@harbour-shop.com?');
    });
  });

  it('are text, whatever they hold', async () => {
    answerWith((email) => verdict(email, 'risky', { did_you_mean: '<img src=x>@harbour.com' }));
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(suggestion()).to.equal('Did you mean <img src=x>@harbour.com?');
    });
    expect(document.querySelector('main img') === null).to.equal(true);
    expect(element().shadowRoot!.querySelector('img') === null).to.equal(true);
  });

  it('come again when the page took the node away', async () => {
    answerWith('invalid');
    await standForm();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.not.equal('');
    });
    statusNode()!.remove();
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      expect(spoken()).to.contain('can’t receive email');
    });
    expect(input().getAttribute('aria-describedby')).to.equal(statusNode()!.id);
  });

  it("leave the page's own aria-invalid as it was", async () => {
    answerWith('invalid');
    await stand(`<email-verify><input type="email" name="email" aria-label="Email" aria-invalid="false"></email-verify>
      <button>Next</button>`);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().getAttribute('aria-invalid')).to.equal('true');
    });
    one('button').focus();
    input().focus();
    await type('x');
    expect(input().getAttribute('aria-invalid')).to.equal('false');
  });
});
