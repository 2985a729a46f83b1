import assert from '../support/assert.js';
import { languageOf, packsAsked } from '../support/language.js';
import {
  answerWith,
  element,
  FIELD,
  input,
  line,
  one,
  part,
  spoken,
  stand,
  standForm,
  statusNode,
  suggestion,
  verdict,
} from '../support/page.js';
import { enterAddress, typeAddress } from '../support/person.js';
import { meetSuggestion } from '../support/suggestion.js';
import { eventually } from '../support/time.js';

const WORDS = {
  en: 'Email to this address may bounce.',
  de: 'E-Mails an diese Adresse kommen vielleicht nicht an.',
  sv: 'Mejl till den här adressen kanske inte kommer fram.',
  pt: 'E-mails para este endereço podem não chegar.',
  he: 'ייתכן שמיילים לכתובת הזו לא יגיעו.',
  ja: 'このアドレスにはメールが届かない可能性があります。',
};

/** Types an address that is risky, goes on, and waits for these words. */
const meet = async (words: string, address = 'anna@harbour-shop.com', field = input()): Promise<void> => {
  await enterAddress(address, field);
  await eventually(() => {
    assert.equal(line(), words);
    assert.equal(spoken(), words);
  });
};

describe('the language of the words', () => {
  const page = document.documentElement;

  beforeEach(() => {
    page.lang = 'en';
  });

  afterEach(() => {
    page.lang = '';
    page.removeAttribute('dir');
  });

  it("is the element's own before any other, and is loaded when a person first comes to the field", async () => {
    page.lang = 'de';
    answerWith('risky');
    await stand(`<div lang="ja"><email-verify lang="sv">${FIELD}</email-verify></div>`);
    assert.ok(!packsAsked().includes('sv'), packsAsked().join());
    input().focus();
    await eventually(() => {
      assert.ok(packsAsked().includes('sv'), packsAsked().join());
    });
    await meet(WORDS.sv);
    assert.ok(!packsAsked().includes('ja'), packsAsked().join());
  });

  it('is the nearest around it', async () => {
    page.lang = 'de';
    answerWith('risky');
    await stand(`<div lang="sv"><p lang="ja-JP"><email-verify>${FIELD}</email-verify></p></div>`);
    await meet(WORDS.ja);
  });

  it("is the document's, whatever the region", async () => {
    page.lang = 'de-AT';
    answerWith('risky');
    await standForm();
    await meet(WORDS.de);
    assert.deepEqual(
      [part('row'), part('message'), statusNode()].map(languageOf),
      [null, null, null],
      "the page's own",
    );
  });

  it('is that of a shadow tree around it, or of what the tree belongs to', async () => {
    answerWith('risky');
    await stand('<section lang="pt-PT"><div></div></section>');
    const inner = one('main div').attachShadow({ mode: 'open' });
    inner.innerHTML = `<email-verify>${FIELD}</email-verify>`;
    const host = inner.querySelector('email-verify')!;
    await host.updateComplete;
    await enterAddress('anna@harbour-shop.com', inner.querySelector('input')!);
    await eventually(() => {
      assert.equal(line(host), WORDS.pt);
    });
  });

  for (const lang of ['', 'nb-NO', 'tlh', 'zh-TW']) {
    it(`is English, and says so, where there are no words in "${lang}"`, async () => {
      page.lang = lang;
      answerWith('risky');
      await standForm();
      await meet(WORDS.en);
      assert.deepEqual([part('row'), statusNode()].map(languageOf), ['en', 'en']);
    });
  }

  it('needs no request and no mark where it is English', async () => {
    const before = packsAsked();
    page.lang = 'en-GB';
    answerWith('risky');
    await standForm();
    await meet(WORDS.en);
    assert.deepEqual(packsAsked(), before);
    assert.deepEqual([part('row'), statusNode()].map(languageOf), [null, null]);
  });

  it('may change later: on the page, around the element, on it', async () => {
    answerWith('risky');
    await standForm();
    await meet(WORDS.en);
    for (const [target, lang, words] of [
      [page, 'de', WORDS.de],
      [one('form'), 'sv', WORDS.sv],
      [element(), 'ja', WORDS.ja],
      [element(), 'en', WORDS.en],
    ] as const) {
      target.lang = lang;
      await meet(words, `${lang}@harbour-shop.com`);
    }
    element().lang = 'sv';
    element().requestUpdate();
    await eventually(() => {
      assert.equal(line(), WORDS.sv, 'what stands there is said anew when it is drawn');
      assert.equal(spoken(), WORDS.sv);
    });
  });

  it('is the language of the reason that the browser itself shows', async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await standForm('lang="de"');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(
        input().validationMessage,
        'Wir finden harbour-shop.com nicht. Bitte prüfen Sie die Schreibweise nach dem @.',
      );
    });
  });

  it('is that of the panel, its buttons and what is fixed', async () => {
    page.lang = 'fr';
    answerWith('valid');
    await standForm();
    await enterAddress('anna@gmial.com');
    await eventually(() => {
      assert.equal(spoken(), 'Faute de frappe corrigée : gmial.com → gmail.com');
      assert.equal(part('undo')!.textContent.trim(), 'Annuler');
    });
    answerWith('risky');
    await meetSuggestion();
    assert.equal(suggestion(), 'Vouliez-vous dire anna@gmail.com ?');
    assert.equal(part('bubble')!.ariaLabel, 'Vouliez-vous dire anna@gmail.com\u202f?');
    assert.equal(part('accept')!.textContent.trim(), 'L’utiliser');
    assert.equal(part('keep')!.textContent.trim(), 'Garder la mienne');
  });
});

describe('words from right to left', () => {
  const page = document.documentElement;

  afterEach(() => {
    page.lang = '';
    page.removeAttribute('dir');
  });

  /** Where a piece of the line stands, in CSS pixels from the left. */
  const placeOf = (piece: string): number => {
    const node = document
      .createTreeWalker(part('message')!, NodeFilter.SHOW_TEXT, (text) =>
        text.nodeValue!.includes(piece) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
      )
      .nextNode()!;
    const range = document.createRange();
    const start = node.nodeValue!.lastIndexOf(piece);
    range.setStart(node, start);
    range.setEnd(node, start + piece.length);
    return range.getBoundingClientRect().left;
  };

  it('isolate the address, in the line and in the live region, and stand at the right', async () => {
    page.lang = 'ar';
    page.dir = 'rtl';
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['mailbox_full'] }));
    await standForm();
    await meet('صندوق البريد \u2068anna@harbour-shop.com\u2069 ممتلئ.');
    assert.ok(placeOf('صندوق') > placeOf('anna'), `${placeOf('صندوق')}`);
    assert.ok(placeOf('anna') > placeOf('.'), `${placeOf('anna')}`);
  });

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`read right in a page that runs ${dir}, and stand where its lines begin`, async () => {
      page.dir = dir;
      answerWith('risky');
      await standForm('lang="he"');
      await meet(WORDS.he);
      assert.ok(placeOf('ייתכן') > placeOf('.'), `${placeOf('ייתכן')}`);
      const message = part('message')!.getBoundingClientRect();
      if (dir === 'ltr') assert.ok(placeOf('.') - message.left < 2, `${placeOf('.') - message.left}`);
      else assert.ok(message.right - placeOf('ייתכן') < 60, `${message.right - placeOf('ייתכן')}`);
    });
  }

  it('of English in such a page run from the left', async () => {
    page.lang = 'fa';
    page.dir = 'rtl';
    answerWith('risky');
    await standForm();
    await meet(WORDS.en);
    assert.ok(placeOf('.') > placeOf('Email'), `${placeOf('.')}`);
    assert.equal(languageOf(part('row')), 'en');
  });
});

describe("a page's own words", () => {
  const page = document.documentElement;

  beforeEach(() => {
    page.lang = 'de';
  });

  afterEach(() => {
    page.lang = '';
  });

  const TEMPLATES = `<template data-message="risky">
      Hm, <b>{email}</b>,
      wirklich?
    </template>
    <template data-message="keep">Nein, danke</template>`;

  it('stand in templates, as text, before those of the language', async () => {
    answerWith('risky');
    await standForm('', { field: FIELD + TEMPLATES });
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Hm, anna@harbour-shop.com, wirklich?');
    });
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(suggestion(), 'Meinten Sie anna@gmail.com?', 'what has no template');
      assert.equal(part('keep')!.textContent.trim(), 'Nein, danke');
    });
    assert.equal(languageOf(part('row')), null);
  });

  it('may stand beside the input that `for` names, and in templates that a framework has made', async () => {
    answerWith('risky');
    await stand(`<input id="mail" name="email" type="email" aria-label="Email"><email-verify for="mail"></email-verify>
      <button>Next</button>`);
    const template = document.createElement('template');
    template.dataset['message'] = 'risky';
    template.append('Hm?');
    element().append(template);
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Hm?');
    });
  });

  it('stand in the property before all others; what is no text, or missing, falls back', async () => {
    answerWith((email) => verdict(email, 'risky', { sub_status: [email.startsWith('role') ? 'role_account' : 'x'] }));
    await standForm('', { field: FIELD + TEMPLATES });
    const words = { keep: 'Behalten', accept: null, suggestion: 7, undo: undefined, role_account: 'Eine Rolle.' };
    element().messages = words as unknown as Record<string, string>;
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      assert.equal(part('keep')!.textContent.trim(), 'Behalten');
      assert.equal(part('accept')!.textContent.trim(), 'Übernehmen');
      assert.equal(suggestion(), 'Meinten Sie anna@gmail.com?');
    });
    await enterAddress('role@harbour-shop.com');
    await eventually(() => {
      assert.equal(line(), 'Eine Rolle.', 'a code that has no words of ours');
    });
    element().messages = null as unknown as Record<string, string>;
    await eventually(() => {
      assert.equal(line(), 'Hm, role@harbour-shop.com, wirklich?');
      assert.equal(spoken(), 'Hm, role@harbour-shop.com, wirklich?');
    });
  });

  for (const [template, seen] of [
    ['{suggestion}?', 'anna@gmail.com?'],
    ['Oder {suggestion}', 'Oder anna@gmail.com'],
    ['{suggestion} / {suggestion}', 'anna@gmail.com / anna@gmail.com'],
    ['Wirklich?', 'Wirklich?'],
  ]) {
    it(`may have the suggestion at any place: "${template ?? ''}"`, async () => {
      answerWith('risky');
      await standForm();
      element().messages = { suggestion: template ?? '' };
      await meetSuggestion();
      assert.equal(suggestion(), seen);
      assert.equal(part('bubble')!.ariaLabel, seen);
    });
  }

  it('are in the language of the page, which may have no words of ours', async () => {
    page.lang = 'da';
    answerWith('risky');
    await standForm();
    element().messages = { risky: 'Er adressen rigtig?' };
    await typeAddress('anna@harbour-shop.com');
    await meet('Er adressen rigtig?');
    assert.deepEqual([part('row'), statusNode()].map(languageOf), [null, null]);
  });
});
