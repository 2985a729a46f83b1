import assert from '../support/assert.js';
import { whileTimersStand } from '../support/hold-timers.js';
import { languageOf, overhear, packsAsked } from '../support/language.js';
import {
  answerWith,
  button,
  events,
  form,
  input,
  line,
  part,
  standForm,
  statusNode,
  submissions,
} from '../support/page.js';
import { click, enterAddress, typeAddress } from '../support/person.js';
import { eventually } from '../support/time.js';

// `faults.mjs` fails the German pack, delays the Italian by 20 ms, and the French until it is released.
describe('words that do not come', () => {
  it('are English ones, which say that they are, and neither verdict nor submission is the worse for it', async () => {
    answerWith('risky');
    const sent = submissions();
    await standForm('lang="de"');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Email to this address may bounce.');
    });
    assert.deepEqual([part('row'), statusNode()].map(languageOf), ['en', 'en']);
    await click(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['paid'],
      );
    });
  });

  it('that come late are not waited for by the verdict, nor by the submission', async () => {
    answerWith('valid');
    const verdicts = events('email-verify-verdict');
    const sent = submissions();
    await standForm('lang="fr"');
    input().value = 'anna@harbour-shop.com';
    form().requestSubmit(button('paid'));
    await eventually(() => {
      assert.deepEqual(
        sent.map(({ data }) => data['plan']),
        ['paid'],
      );
    });
    assert.equal(verdicts.length, 1);
    assert.ok(!line().includes('adresse'), line());
  });

  it('that come late change nothing that is read, and are there for the next thing that is said', async () => {
    answerWith('invalid');
    await standForm('lang="fr-CA"');
    const heard = overhear();
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'This address can’t receive email. Check the spelling.');
    });
    await fetch('/wordless/release');
    // An entry is made when all of it is there.
    await eventually(() => {
      assert.ok(packsAsked().includes('fr'), packsAsked().join());
    });
    await enterAddress('berta@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Cette adresse ne peut pas recevoir d’e-mails. Vérifiez la saisie.');
    });
    assert.equal(heard.size, 2, 'each of them once');
    assert.deepEqual([part('row'), statusNode()].map(languageOf), [null, null]);
  });

  it('are waited for a moment, so that nothing is said in English first; the form is kept at once', async () => {
    const sent = submissions();
    const verdicts = events('email-verify-verdict');
    await standForm('lang="it"');
    const heard = overhear();
    form().noValidate = true;
    // The moment is as long as the pack takes, on a busy machine too.
    await whileTimersStand(async () => {
      await typeAddress('anna');
      form().requestSubmit();
      await import('../../../src/element/languages/it.js');
    });
    await eventually(() => {
      assert.equal(input().validity.customError, true);
    });
    assert.deepEqual(
      verdicts.map(({ decision }) => decision),
      ['block'],
    );
    await eventually(() => {
      assert.deepEqual([...heard], ['Inserisci un indirizzo come nome@example.com.']);
    });
    assert.equal(input().validationMessage, 'Inserisci un indirizzo come nome@example.com.');
    assert.equal(sent.length, 0);
  });
});
