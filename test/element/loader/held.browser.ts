import assert from '../support/assert.js';
import { startLoader } from '../../../src/element/loader/start.js';
import { answerWith, button, form, input, one, stand, submissions, verdict } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const ADDRESS = 'anna@harbour-shop.com';
const markup = (value = '', id = 'one'): string => `<form id="${id}"><fieldset>
  <label>Email <input type="email" name="email" value="${value}"></label> <input name="name" value="Anna">
  <button name="plan" value="free">Free</button> <button name="plan" value="paid">Paid</button></fieldset></form>`;

describe('a form that is held before the element has loaded', () => {
  let arrived: Promise<unknown>;
  let arrive: () => void = () => undefined;

  before(() => {
    startLoader(
      () => arrived.then(() => import('../../../src/element/bundle.js')),
      () => ({ hold: 60_000, timeout: 60_000 }),
    );
    arrived = new Promise<void>((resolve) => (arrive = resolve));
  });

  // The first of them loads the element, for the page's whole life: what comes before is told in one story.
  it('is sent once with all its data, though its page has put a new one in its place, or has disabled it, and beside another', async () => {
    // Nobody could correct a disabled field: its form goes.
    const asked = answerWith((email) => verdict(email, email.startsWith('two') ? 'invalid' : 'valid'));
    const sent = submissions();
    await stand(`${markup('', 'one')}${markup('', 'two')}${markup('', 'three')}${markup('', 'four')}`);
    for (const id of ['one', 'two', 'three', 'four']) {
      await typeAddress(`${id}@harbour-shop.com`, one(`#${id} [name=email]`) as HTMLInputElement);
      await click(one(`#${id} [value=paid]`));
    }
    one('#one').outerHTML = markup('one@harbour-shop.com', 'one');
    (one('#two fieldset') as HTMLFieldSetElement).disabled = true;
    // Libraries dispatch events without an edit.
    one('#three [name=email]').dispatchEvent(new Event('input', { bubbles: true }));
    one('#four').outerHTML = markup('', 'four');
    await wait(50);
    assert.equal(sent.length, 0);
    arrive();
    await eventually(() => {
      assert.equal(sent.length, 3);
    });
    await wait(100);
    const addresses = sent.map(({ data: { email, ...others } }) => {
      assert.deepEqual(others, { name: 'Anna', plan: 'paid' });
      return email;
    });
    assert.deepEqual(new Set(addresses), new Set(['one', 'two', 'three'].map((id) => `${id}@harbour-shop.com`)));
    assert.ok(asked.includes('one@harbour-shop.com'), asked.join());
    assert.equal((one('#two fieldset') as HTMLFieldSetElement).disabled, true);
    assert.ok(
      (one('#four [name=email]') as HTMLInputElement).validationMessage.includes('try again'),
      (one('#four [name=email]') as HTMLInputElement).validationMessage,
    );
  });
});

describe('a form that is held by an element of the loader', () => {
  for (const [what, swap] of Object.entries({
    'its field': (): string =>
      (one('label').outerHTML = `<label>Email <input type="email" name="email" value="${ADDRESS}"></label>`),
    'a new form': () => (form().outerHTML = markup(ADDRESS)),
    'a new page': () => (one('main').innerHTML = markup(ADDRESS)),
  })) {
    it(`is sent once when the page puts ${what} in its place`, async () => {
      let answer: () => void = () => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const asked = answerWith(async (email) => {
        await answered;
        return { email, status: 'valid', quality: 'safe', sub_status: [], did_you_mean: null };
      });
      const sent = submissions();
      await stand(markup());
      await typeAddress(ADDRESS);
      await click(button('paid'));
      await once(asked);
      swap();
      await eventually(() => {
        assert.equal(asked.length, 2);
      });
      assert.equal(sent.length, 0);
      answer();
      await once(sent);
      await wait(100);
      assert.deepEqual(
        sent.map(({ data, form: from }) => [data['email'], data['plan'], from === input().form]),
        [[ADDRESS, 'paid', true]],
      );
    });
  }
});
