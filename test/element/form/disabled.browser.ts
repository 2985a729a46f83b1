import assert from '../support/assert.js';
import { answerLater, button, form, one, PATIENT, stand, submissions, type Submission } from '../support/page.js';
import { click, typeAddress } from '../support/person.js';
import { eventually, once, wait } from '../support/time.js';

const ADDRESS = 'anna@harbour-shop.com';
const CONTROLS = `<email-verify ${PATIENT}><label>Email <input type="email" name="email"></label></email-verify>
  <input name="name" value="Anna"><input type="checkbox" name="news" checked><input type="file" name="photo">
  <select name="size"><option>M</option></select><textarea name="note">Hello</textarea>
  <input name="off" value="never" disabled>
  <button name="plan" value="free">Free</button><button name="plan" value="paid">Paid</button>`;

/** The markup of each page, and its script that disables a part against a double submit. */
const pages: Record<string, [markup: string, disable: () => void]> = {
  'a fieldset': [
    `<form><fieldset>${CONTROLS}</fieldset></form>`,
    () => ((one('fieldset') as HTMLFieldSetElement).disabled = true),
  ],
  'a fieldset around the form': [
    `<fieldset><form>${CONTROLS}</form></fieldset>`,
    () => ((one('fieldset') as HTMLFieldSetElement).disabled = true),
  ],
  'nested fieldsets': [
    `<form><fieldset><fieldset>${CONTROLS}</fieldset></fieldset></form>`,
    () => {
      for (const node of document.querySelectorAll('fieldset')) node.disabled = true;
    },
  ],
  'all controls': [
    `<form>${CONTROLS}</form>`,
    () => {
      for (const control of form().elements) (control as HTMLInputElement).disabled = true;
    },
  ],
  'all but the email field': [
    `<form>${CONTROLS}</form>`,
    () => {
      for (const control of form().elements)
        if ((control as HTMLInputElement).type !== 'email') (control as HTMLInputElement).disabled = true;
    },
  ],
};

const expectAll = (sent: Submission[]): void => {
  const { photo, ...rest } = sent[0]!.data;
  assert.deepEqual(rest, {
    email: ADDRESS,
    name: 'Anna',
    news: 'on',
    size: 'M',
    note: 'Hello',
    plan: 'paid',
  });
  assert.equal((photo as File).name, 'anna.png');
};

describe('a page that disables, right after the press,', () => {
  for (const [what, [markup, disable]] of Object.entries(pages)) {
    it(`${what} gets all the data of the press, and what it has disabled stays so`, async () => {
      const { asked, answer } = answerLater();
      const sent = submissions();
      await stand(markup);
      const files = new DataTransfer();
      files.items.add(new File(['x'], 'anna.png'));
      (one('[type=file]') as HTMLInputElement).files = files.files;
      form().addEventListener('click', (event) => {
        if (event.target === button('paid')) setTimeout(disable);
      });
      await typeAddress(ADDRESS);
      await click(button('paid'));
      // On slow keys a shorter address is one too.
      await eventually(() => {
        assert.equal(asked.at(-1), ADDRESS);
      });
      await eventually(() => {
        assert.equal(one('[name=name]').matches(':disabled'), true);
      });
      answer('valid');
      await once(sent);
      expectAll(sent);
      await wait(50);
      assert.equal(sent.length, 1);
      assert.deepEqual([button('paid').matches(':disabled'), one('[name=name]').matches(':disabled')], [true, true]);
    });
  }

  it('what it enables again while it handles the submission keeps it so', async () => {
    const { asked, answer } = answerLater();
    await stand(`<form><fieldset>${CONTROLS}</fieldset></form>`);
    const fieldset = one('fieldset') as HTMLFieldSetElement;
    let data: FormData | null = null;
    form().addEventListener('submit', (event) => {
      event.preventDefault();
      data = new FormData(form(), event.submitter);
      setTimeout(() => (fieldset.disabled = false));
    });
    form().addEventListener('click', () => setTimeout(() => (fieldset.disabled = true)));
    await typeAddress(ADDRESS);
    await click(button('paid'));
    await once(asked);
    answer('valid');
    await eventually(() => {
      assert.equal(data?.get('name'), 'Anna');
    });
    await eventually(() => {
      assert.equal(fieldset.disabled, false);
    });
  });
});
