import { expect } from '@esm-bundle/chai';
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
    expect(line()).to.equal(words);
    expect(spoken()).to.equal(words);
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
    expect(packsAsked()).to.not.include('sv');
    input().focus();
    await eventually(() => {
      expect(packsAsked()).to.include('sv');
    });
    await meet(WORDS.sv);
    expect(packsAsked()).to.not.include('ja');
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
    expect([part('row'), part('message'), statusNode()].map(languageOf), "the page's own").to.deep.equal([
      null,
      null,
      null,
    ]);
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
      expect(line(host)).to.equal(WORDS.pt);
    });
  });

  for (const lang of ['', 'nb-NO', 'tlh', 'zh-TW']) {
    it(`is English, and says so, where there are no words in "${lang}"`, async () => {
      page.lang = lang;
      answerWith('risky');
      await standForm();
      await meet(WORDS.en);
      expect([part('row'), statusNode()].map(languageOf)).to.deep.equal(['en', 'en']);
    });
  }

  it('needs no request and no mark where it is English', async () => {
    const before = packsAsked();
    page.lang = 'en-GB';
    answerWith('risky');
    await standForm();
    await meet(WORDS.en);
    expect(packsAsked()).to.deep.equal(before);
    expect([part('row'), statusNode()].map(languageOf)).to.deep.equal([null, null]);
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
      expect(line(), 'what stands there is said anew when it is drawn').to.equal(WORDS.sv);
      expect(spoken()).to.equal(WORDS.sv);
    });
  });

  it('is the language of the reason that the browser itself shows', async () => {
    answerWith((email) => verdict(email, 'invalid', { sub_status: ['domain_not_found'] }));
    await standForm('lang="de"');
    await enterAddress('anna@harbour-shop.com');
    await eventually(() => {
      expect(input().validationMessage).to.equal(
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
      expect(spoken()).to.equal('Faute de frappe corrigée : gmial.com → gmail.com');
      expect(part('undo')!.textContent.trim()).to.equal('Annuler');
    });
    answerWith('risky');
    await meetSuggestion();
    expect(suggestion()).to.equal('Vouliez-vous dire anna@gmail.com ?');
    expect(part('bubble')!.ariaLabel).to.equal('Vouliez-vous dire anna@gmail.com\u202f?');
    expect(part('accept')!.textContent.trim()).to.equal('L’utiliser');
    expect(part('keep')!.textContent.trim()).to.equal('Garder la mienne');
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
    expect(placeOf('صندوق')).to.be.greaterThan(placeOf('anna'));
    expect(placeOf('anna')).to.be.greaterThan(placeOf('.'));
  });

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`read right in a page that runs ${dir}, and stand where its lines begin`, async () => {
      page.dir = dir;
      answerWith('risky');
      await standForm('lang="he"');
      await meet(WORDS.he);
      expect(placeOf('ייתכן')).to.be.greaterThan(placeOf('.'));
      const message = part('message')!.getBoundingClientRect();
      if (dir === 'ltr') expect(placeOf('.') - message.left).to.be.lessThan(2);
      else expect(message.right - placeOf('ייתכן')).to.be.lessThan(60);
    });
  }

  it('of English in such a page run from the left', async () => {
    page.lang = 'fa';
    page.dir = 'rtl';
    answerWith('risky');
    await standForm();
    await meet(WORDS.en);
    expect(placeOf('.')).to.be.greaterThan(placeOf('Email'));
    expect(languageOf(part('row'))).to.equal('en');
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
      expect(line()).to.equal('Hm, anna@harbour-shop.com, wirklich?');
    });
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(suggestion(), 'what has no template').to.equal('Meinten Sie anna@gmail.com?');
      expect(part('keep')!.textContent.trim()).to.equal('Nein, danke');
    });
    expect(languageOf(part('row'))).to.equal(null);
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
      expect(line()).to.equal('Hm?');
    });
  });

  it('stand in the property before all others; what is no text, or missing, falls back', async () => {
    answerWith((email) => verdict(email, 'risky', { sub_status: [email.startsWith('role') ? 'role_account' : 'x'] }));
    await standForm('', { field: FIELD + TEMPLATES });
    const words = { keep: 'Behalten', accept: null, suggestion: 7, undo: undefined, role_account: 'Eine Rolle.' };
    element().messages = words as unknown as Record<string, string>;
    await enterAddress('anna@gamil.org');
    await eventually(() => {
      expect(part('keep')!.textContent.trim()).to.equal('Behalten');
      expect(part('accept')!.textContent.trim()).to.equal('Übernehmen');
      expect(suggestion()).to.equal('Meinten Sie anna@gmail.com?');
    });
    await enterAddress('role@harbour-shop.com');
    await eventually(() => {
      expect(line(), 'a code that has no words of ours').to.equal('Eine Rolle.');
    });
    element().messages = null as unknown as Record<string, string>;
    await eventually(() => {
      expect(line()).to.equal('Hm, role@harbour-shop.com, wirklich?');
      expect(spoken()).to.equal('Hm, role@harbour-shop.com, wirklich?');
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
      expect(suggestion()).to.equal(seen);
      expect(part('bubble')!.ariaLabel).to.equal(seen);
    });
  }

  it('are in the language of the page, which may have no words of ours', async () => {
    page.lang = 'da';
    answerWith('risky');
    await standForm();
    element().messages = { risky: 'Er adressen rigtig?' };
    await typeAddress('anna@harbour-shop.com');
    await meet('Er adressen rigtig?');
    expect([part('row'), statusNode()].map(languageOf)).to.deep.equal([null, null]);
  });
});
