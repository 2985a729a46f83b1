import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import fc from 'fast-check';
import { PACKS, packFor } from '../../../src/element/languages/packs.js';
import { ENGLISH, type Messages } from '../../../src/element/languages/en.js';
import { fill } from '../../../src/element/languages/fill-placeholders.js';

const NAMES = ['ar', 'de', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'zh'];

/** Buttons, and the label of a fix, which ends in an address: no full stop. */
const LABELS = ['accept', 'keep', 'undo', 'fixed'];

const FOLDER = join(import.meta.dirname, '../../../src/element/languages');

/** The files of the folder that are no packs. */
const OTHERS = ['en.ts', 'fill-placeholders.ts', 'localizer.ts', 'packs.ts'];

const RIGHT_TO_LEFT = ['ar', 'he'];

const placeholders = (text: string): string[] => (text.match(/\{.*?\}/g) ?? []).sort();

const load = async (name: string): Promise<Messages> => (await PACKS[name]!()).messages;

describe('a language', () => {
  test('is there for every pack that is written, and no other', () => {
    const written = readdirSync(FOLDER)
      .filter((file) => !OTHERS.includes(file))
      .map((file) => file.slice(0, 2));
    assert.deepEqual(written.sort(), NAMES);
    assert.deepEqual(Object.keys(PACKS).sort(), [...NAMES, 'iw'].sort());
  });

  test('imports nothing but a type, so that its pack loads in one request', () => {
    for (const file of readdirSync(FOLDER).filter((file) => !OTHERS.includes(file))) {
      const imports = readFileSync(join(FOLDER, file), 'utf8').match(/\bimport\b.*|\bfrom ['"].*/g);
      assert.deepEqual(imports, ["import type { Messages } from './en.js';"], file);
    }
  });

  for (const name of NAMES) {
    describe(name, () => {
      test('says everything that English says, and nothing else', async () => {
        assert.deepEqual(Object.keys(await load(name)), Object.keys(ENGLISH));
      });

      test('says it in texts of its own, with the same places to fill in', async () => {
        const pack = await load(name);
        for (const [key, english] of Object.entries(ENGLISH)) {
          const text = pack[key as keyof Messages];
          assert.deepEqual(placeholders(text), placeholders(english), text);
          assert.notEqual(text, english);
          assert.notEqual(text, '', key);
          assert.equal(text, text.trim());
          assert.equal(text, text.normalize('NFC'));
          assert.doesNotMatch(text, /\s\s|["']|\.\.\./, 'the typography of the language');
        }
      });

      test('has whole sentences, which may follow one another, and labels without a full stop', async () => {
        for (const [key, text] of Object.entries(await load(name))) {
          assert.equal(/[.…?؟？。।]$/.test(text), !LABELS.includes(key), text);
        }
      });

      test('points from the typo to its fix in the direction of reading', async () => {
        const arrow = RIGHT_TO_LEFT.includes(name) ? '←' : '→';
        assert.ok((await load(name)).fixed.endsWith(`{from} ${arrow} {to}`));
      });
    });
  }
});

describe('the words for a language tag', () => {
  const tags: Record<string, string> = {
    de: 'de',
    'de-AT': 'de',
    DE_ch: 'de',
    pt: 'pt',
    'pt-PT': 'pt',
    'pt-BR': 'pt',
    iw: 'iw',
    'he-IL': 'he',
    zh: 'zh',
    'zh-CN': 'zh',
    'zh-Hans': 'zh',
    'zh-Hans-HK': 'zh',
    'zh-Hant': 'en',
    'zh-TW': 'en',
    'zh-HK': 'en',
    en: 'en',
    'en-GB': 'en',
    no: 'en',
    nb: 'en',
    // The Wymysorys language is no German.
    wym: 'en',
    'x-de': 'en',
    '': 'en',
    constructor: 'en',
  };
  for (const [tag, pack] of Object.entries(tags)) {
    test(`"${tag}": ${pack}`, () => {
      assert.equal(packFor(tag), pack);
    });
  }

  test('are there for whatever an author writes', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (tag) => {
        const pack = packFor(tag);
        return pack === 'en' || Object.hasOwn(PACKS, pack);
      }),
    );
  });
});

describe('what is filled in', () => {
  test('is isolated where the text or the address runs from the right, and only there', () => {
    assert.equal(fill('Is it {email}?', { email: 'a@b.de' }), 'Is it a@b.de?');
    assert.equal(fill('هل المقصود {email}؟', { email: 'a@b.de' }), 'هل المقصود \u2068a@b.de\u2069؟');
    assert.equal(fill('Is it {email}?', { email: 'דנה@b.de' }), 'Is it \u2068דנה@b.de\u2069?');
    assert.equal(fill('{from} → {to}, {from}', { from: 'a', to: 'b' }), 'a → b, a');
  });

  test('is all that is between the words, and a placeholder that nobody knows stays', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, email, after) => {
        fc.pre(!/[{}]/.test(before + after));
        const filled = fill(`${before}{email}${after}`, { email }).replace(/[\u2068\u2069]/g, '');
        assert.equal(filled, `${before}${email}${after}`.replace(/[\u2068\u2069]/g, ''));
      }),
    );
    assert.equal(fill('{who} {toString}', {}), '{who} {toString}');
  });
});
