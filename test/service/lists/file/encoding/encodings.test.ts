/**
 * Texts in real languages, in each encoding, long and short: what is found must give every letter back.
 * @see https://github.com/nodejs/node/issues/56542
 * @see https://github.com/nodejs/node/issues/60888
 */
import assert from 'node:assert/strict';
import iconv from 'iconv-lite';
import { describe, it } from 'vitest';
import { codeOf, readText } from '../support.js';
import { assertIncludes } from '../../../../support/includes.js';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  german: ['Jürgen Groß', 'Käthe Müller', 'Björn Schröder', 'Bäckerei Süß, Köln', 'Günther Weiß'],
  french: ['François Lefèvre', 'Hélène Bérénice', 'Benoît Château', 'Société Générale d’Élevage', 'Noël Garçon'],
  spanish: ['José Núñez', 'María Ibáñez', 'Ángel Muñoz', 'Íñigo Peña', 'Óscar Rodríguez'],
  portuguese: ['João Conceição', 'Antônio Simões', 'São Paulo', 'Inês Magalhães', 'Luís Falcão'],
  nordic: ['Søren Kjærgaard', 'Åse Bjørnstad', 'Björn Sjöström', 'Väinö Mäkelä', 'Göteborg'],
  polish: ['Łukasz Świątek', 'Małgorzata Wójcik', 'Michał Żak', 'Gdańsk', 'Żaneta Grześkowiak'],
  czech: ['Jiří Dvořák', 'Kateřina Nováková', 'Šárka Žižková', 'Plzeň', 'Tomáš Růžička'],
  hungarian: ['Gergő Kovács', 'Győző Erdős', 'Székesfehérvár', 'Ágnes Szűcs', 'Örs Fülöp'],
  russian: ['Иван Петров', 'Екатерина Щербакова', 'Юлия Ёлкина', 'Санкт-Петербург', 'Алексей Борисов'],
  ukrainian: ['Євген Ковальчук', 'Олексій Їжак', 'Київ', 'Ганна Шевченко', 'Дмитро Гриньків'],
  japanese: ['山田 太郎', '佐藤 花子', 'タナカ イチロウ', '株式会社さくら', '東京都新宿区'],
  chinese: ['王小明', '李娜', '北京市朝阳区', '欧阳修', '上海图书有限公司'],
  taiwanese: ['陳大文', '林美玲', '台北市信義區', '許功蓋', '黃國書店'],
  korean: ['김철수', '박영희', '서울특별시 강남구', '주식회사 한국', '이름'],
};

/** Sentences, as notes hold them. */
const TEXTS: Readonly<Record<string, string>> = {
  german: 'Der Käse ist in der Küche, und morgen früh möchte er ihn für die große Gesellschaft in Straßburg mitnehmen.',
  french: 'Le garçon a mangé une crème brûlée à la fête du château, où l’on célébrait l’été avec des élèves très âgés.',
  spanish: 'El niño comió piñas y melón en la montaña, y después cantó una canción más en español con sus compañeros.',
  portuguese:
    'A criança comeu pão com maçã de manhã, e à noite não quis saber de mais lições sobre a história da região.',
  nordic: 'På søndag går vi över ån för att äta rødgrød med fløde; kvällen blir skön när stjärnorna lyser över älven.',
  polish: 'Zażółć gęślą jaźń: chłopiec wziął łyżkę i zjadł całą zupę, a później poszedł spać w cieniu wysokiej sosny.',
  czech: 'Příliš žluťoučký kůň úpěl ďábelské ódy, zatímco děti běžely přes řeku a jejich matka vařila večeři.',
  hungarian: 'Árvíztűrő tükörfúrógép: az öreg szűcs a kertjében ült, és a gyermekeinek őszi történeteket mesélt.',
  russian: 'Съешь же ещё этих мягких французских булок, да выпей чаю, пока снег тихо падает на старый город у реки.',
  ukrainian: 'Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів, бо ввечері приїде бабуся з великим кошиком яблук.',
  japanese:
    '先週の日曜日に、私は家族と一緒に新しい図書館へ行きました。子供たちは本をたくさん借りて、とても喜んでいました。',
  chinese: '上个星期天我和家人一起去了新的图书馆，孩子们借了很多书，大家都非常高兴，晚上还在附近的餐厅吃了晚饭。',
  taiwanese: '上個星期天我和家人一起去了新的圖書館，孩子們借了很多書，大家都非常高興，晚上還在附近的餐廳吃了晚飯。',
  korean: '지난 일요일에 나는 가족과 함께 새로운 도서관에 갔습니다. 아이들은 책을 많이 빌려서 매우 기뻐했습니다.',
};

const ENCODINGS: readonly [encoding: string, languages: readonly string[]][] = [
  ['utf-8', Object.keys(NAMES)],
  ['utf-16le', ['german', 'russian', 'japanese']],
  ['utf-16be', ['german', 'russian', 'japanese']],
  ['utf-32le', ['german', 'russian', 'japanese']],
  ['utf-32be', ['german', 'russian', 'japanese']],
  ['windows-1252', ['german', 'french', 'spanish', 'portuguese', 'nordic']],
  ['macintosh', ['german', 'french', 'spanish', 'portuguese', 'nordic']],
  ['windows-1250', ['polish', 'czech', 'hungarian']],
  ['iso-8859-2', ['polish', 'czech', 'hungarian']],
  ['windows-1251', ['russian', 'ukrainian']],
  ['koi8-r', ['russian']],
  ['koi8-u', ['ukrainian']],
  ['cp866', ['russian']],
  ['cp850', ['german', 'spanish', 'nordic']],
  ['shift_jis', ['japanese']],
  ['euc-jp', ['japanese']],
  ['gb18030', ['chinese']],
  ['big5', ['taiwanese']],
  ['euc-kr', ['korean']],
];
const CASES = ENCODINGS.flatMap(([encoding, languages]) => languages.map((language) => [encoding, language] as const));

/** A CSV file of names and notes, each with an address. */
const file = (cells: readonly string[], padding = 0): string =>
  [
    'id,email,name',
    ...Array.from({ length: padding }, (_, at) => `${at},user${at}@shop${at % 7}.com,Anna Smith`),
    ...cells.map((cell, at) => `${at},customer${at}@market.org,"${cell}"`),
    '',
  ].join('\r\n');

const namesOf = async (bytes: Uint8Array, options = {}): Promise<(string | undefined)[]> =>
  (await readText(bytes, options)).rows
    .filter(({ email }) => email.endsWith('@market.org'))
    .map(({ cells }) => cells[2]);

const BAD = 'Gro<bad>';
/** Puts a byte that no UTF-8 has in the place of the mark. */
const withBadByte = (text: string): Buffer => {
  const [before = '', behind = ''] = text.split('<bad>');
  return Buffer.concat([Buffer.from(before), Buffer.from([0xdf]), Buffer.from(behind)]);
};

describe('the encoding of a list', () => {
  it.each(CASES)('%s is found by some names: %s', async (encoding, language) => {
    const names = NAMES[language] ?? [];
    assert.deepEqual(await namesOf(iconv.encode(file(names), encoding)), names);
    for (let at = 0; at + 2 < names.length; at += 1) {
      const three = names.slice(at, at + 3);
      assert.deepEqual(await namesOf(iconv.encode(file(three), encoding)), three, three.join(', '));
    }
  });

  it.each(CASES)('%s is found by sentences: %s', async (encoding, language) => {
    const notes = [TEXTS[language] ?? '', ...(NAMES[language] ?? [])];
    assert.deepEqual(await namesOf(iconv.encode(file(notes), encoding)), notes);
  });

  it.each(CASES)('%s is found when the first letter beyond ASCII comes late: %s', async (encoding, language) => {
    const names = NAMES[language] ?? [];
    assert.deepEqual(await namesOf(iconv.encode(file(names, 4000), encoding)), names);
  });

  it('is iso-8859-15 by the euro sign and œ, and windows-1252 otherwise', async () => {
    const names = ['Gœtz', '12 €', 'François'];
    assert.deepEqual(await namesOf(iconv.encode(file(names), 'iso-8859-15')), names);
    assert.equal((await readText(iconv.encode(file(['François']), 'iso-8859-15'))).encoding, 'windows-1252');
    const quotes = ['“François” – 12 €', 'l’été'];
    assert.deepEqual(await namesOf(iconv.encode(file(quotes), 'windows-1252')), quotes);
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be', 'gb18030'])(
    'is %s by a byte order mark',
    async (encoding) => {
      const list = await readText(iconv.encode(`\ufeff${file(['Jürgen'])}`, encoding));
      assertIncludes(list, { encoding, columns: ['id', 'email', 'name'] });
      assert.equal(list.rows[0]?.cells[2], 'Jürgen');
    },
  );

  it('is the chosen one, or that of the Content-Type', async () => {
    assert.deepEqual(await namesOf(iconv.encode(file(['ŠŽ']), 'windows-1250'), { encoding: 'Windows-1250' }), ['ŠŽ']);
    assert.deepEqual(await namesOf(iconv.encode(file(['дом']), 'koi8-r'), { charset: 'KOI8-R' }), ['дом']);
    const read = await namesOf(iconv.encode(file(['дом']), 'koi8-r'), { charset: 'koi8-r', encoding: 'cp1251' });
    assert.deepEqual(read, ['ДПН']);
    assert.deepEqual(await namesOf(iconv.encode(file(['Jürgen']), 'windows-1252'), { charset: 'us-ascii' }), [
      'Jürgen',
    ]);
    // Clients say UTF-8 of whatever they send.
    const { encoding, warnings } = await readText(iconv.encode(file(['Jürgen Groß']), 'windows-1252'), {
      charset: 'UTF-8',
    });
    assert.deepEqual([encoding, warnings.map(({ code }) => code)], ['windows-1252', ['other_charset']]);
  });

  it('with an unknown name is refused with the names that are known', async () => {
    for (const options of [{ encoding: 'utf-9' }, { charset: 'x-klingon' }]) {
      assert.equal(await codeOf(file(['x']), options), 'unknown_encoding');
      await assert.rejects(readText(file(['x']), options), /is not known\. Give one of utf-8, .*windows-1250.*big5/);
    }
  });

  it.each([
    ['the first beyond ASCII', [BAD, 'Jürgen', 'Groß']],
    ['the last', ['Jürgen', 'Groß', BAD]],
    ['late in a long file', [...Array.from({ length: 3000 }, () => 'Jürgen'), BAD]],
    ['early in a long file', [BAD, ...Array.from({ length: 3000 }, () => 'Jürgen')]],
    ['before the only other one, which comes late', [BAD, ...Array.from({ length: 3000 }, () => 'Ann'), 'Jürgen']],
  ])('is UTF-8 also with a byte that is none: %s', async (_, cells) => {
    const list = await readText(withBadByte(file(cells)));
    assert.equal(list.encoding, 'utf-8');
    assert.deepEqual(
      list.rows.map(({ cells: row }) => row[2]),
      cells.map((cell) => cell.replace(BAD, 'Gro\ufffd')),
    );
    assert.deepEqual(
      list.warnings.map(({ code }) => code),
      ['bad_bytes'],
    );
  });
});
