/**
 * Writes `test/fixtures/lists`: small files as well-known programs write them, with people and addresses that do not exist.
 * `node scripts/list-fixtures.mjs` runs it; test/service/lists/file/fixtures.test.ts says how each must be read.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import iconv from 'iconv-lite';

const FOLDER = fileURLToPath(new URL('../test/fixtures/lists', import.meta.url));

const text = (content, encoding = 'utf-8', bom = false) => iconv.encode(content, encoding, { addBOM: bom });
/** Lines, each with its end. */
const lines = (rows, end = '\r\n') => rows.map((row) => `${row}${end}`).join('');
const quoted = (rows) => rows.map((cells) => cells.map((cell) => `"${cell}"`).join(','));
/** The same bytes whenever it runs. */
const zip = (files) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])), {
      mtime: '2024-01-01T00:00:00Z',
    }),
  );

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SHEET_NS = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELS_NS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The links of a sheet by the references of their cells. */
const linksOf = (links) =>
  Object.keys(links).length === 0
    ? ''
    : `<hyperlinks>${Object.keys(links)
        .map((cell, at) => `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`)
        .join('')}</hyperlinks>`;
const inline = (reference, content) => `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`;

/**
 * A workbook: `sheets` are names and their XML within <sheetData>, `links` those of the first sheet, `nameOf` the name of a
 * file in the archive.
 */
const xlsx = (
  sheets,
  { strings = [], formats = '', styles = [0], properties = '', links = {}, nameOf = (name) => name } = {},
) => {
  const names = Object.keys(sheets);
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships ${RELS_NS}><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${SHEET_NS} xmlns:r="${OFFICE}">${properties}<sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships ${RELS_NS}>${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rId98" Type="${OFFICE}/styles" Target="/xl/styles.xml"/><Relationship Id="rId99" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${XML}<worksheet ${SHEET_NS} xmlns:r="${OFFICE}"><sheetData>${sheets[name]}</sheetData>${linksOf(links)}</worksheet>`,
      ]),
    ),
    ...(Object.keys(links).length > 0 && {
      'xl/worksheets/_rels/sheet1.xml.rels': `${XML}<Relationships ${RELS_NS}>${Object.values(links)
        .map(
          (target, at) =>
            `<Relationship Id="rId${at + 1}" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"/>`,
        )
        .join('')}</Relationships>`,
    }),
    'xl/styles.xml': `${XML}<styleSheet ${SHEET_NS}><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${SHEET_NS}>${strings.map((string) => `<si>${string}</si>`).join('')}</sst>`,
  };
  return zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [nameOf(name), content])));
};

const ODS_NS =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"';
const ODS_STYLES =
  '<office:automatic-styles><style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
const ods = (tables, type = 'application/vnd.oasis.opendocument.spreadsheet') =>
  zip({
    mimetype: type,
    'content.xml': `${XML}<office:document-content ${ODS_NS}>${ODS_STYLES}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
const odsCell = (content, attributes = 'office:value-type="string"') =>
  `<table:table-cell ${attributes}><text:p>${content}</text:p></table:table-cell>`;
const odsRow = (cells, attributes = '') => `<table:table-row ${attributes}>${cells.join('')}</table:table-row>`;

const FILES = {
  // Address books.
  'google-contacts.csv': text(
    lines(
      [
        'First Name,Middle Name,Last Name,Phonetic First Name,Nickname,Organization Name,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value',
        'Zoë,,Brontë,,,Haworth Ltd,,"met in\nLeeds",* myContacts,* Home,zoe@haworth-mill.com,Work,zoe.b@haworth-mill.com,Mobile,+44 20 7946 0000',
        'Łukasz,,Nowak,,,,,,* myContacts,* ,lukasz@nowak-meble.com,,,,',
      ],
      '\n',
    ),
  ),
  'google-contacts-unicode.csv': text(
    lines(['Name,Given Name,E-mail 1 - Type,E-mail 1 - Value', 'Zoë Brontë,Zoë,* Home,zoe@haworth-mill.com'], '\n'),
    'utf-16le',
    true,
  ),
  'outlook.csv': text(
    lines([
      '"First Name","Last Name","Company","E-mail Address","E-mail Type","E-mail 2 Address"',
      '"François","Lefèvre","Café Lefèvre – Paris","francois@cafe-lefevre.com","SMTP",""',
      '"Jürgen","Groß","","juergen@gross-bau.com","SMTP","j.gross@gross-bau.com"',
    ]),
    'windows-1252',
  ),
  'outlook-polish.csv': text(
    lines([
      '"Imię","Nazwisko","Adres e-mail"',
      '"Łucja","Wiśniewska","lucja@wisniewska-sklep.com"',
      '"Michał","Żak","michal@zak-dom.com"',
    ]),
    'windows-1250',
  ),
  'thunderbird.csv': text(
    lines([
      'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone',
      'Ana,Núñez,Ana Núñez,,ana@nunez-libros.com,,,',
      'Luís,Conceição,Luís Conceição,,luis@conceicao-vinhos.com,l.c@conceicao-vinhos.com,,',
    ]),
  ),
  'thunderbird.tab': text('First Name\tLast Name\tPrimary Email\r\nAna\tNúñez\tana@nunez-libros.com\r\n'),
  'apple-contacts.vcf': text(
    lines([
      'BEGIN:VCARD',
      'VERSION:3.0',
      'PRODID:-//Apple Inc.//macOS 14.0//EN',
      'N:Groß;Jürgen;;;',
      'FN:Jürgen Groß',
      'ORG:Groß Bau;',
      'EMAIL;type=INTERNET;type=HOME;type=pref:juergen@gross-bau.com',
      'item1.EMAIL;type=INTERNET:j.gross@gross-bau.com',
      'item1.X-ABLabel:office',
      'NOTE:likes\\, as he says\\n"straight" lines\\; and very long notes that are fol',
      ' ded',
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJ',
      ' CQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL=',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;;;;',
      'FN:Haworth Mill',
      'EMAIL:hello@haworth-mill.com',
      'END:VCARD',
    ]),
  ),
  'nokia-2.1.vcf': text(
    lines([
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gro=C3=9F;J=C3=BCr=',
      'gen',
      'EMAIL;INTERNET;PREF:juergen@gross-bau.com',
      'END:VCARD',
    ]),
  ),
  'android-4.0.vcf': text(
    lines(
      [
        'BEGIN:VCARD',
        'VERSION:4.0',
        'FN:山田 太郎',
        'EMAIL;PREF=1:taro@yamada-cha.com',
        'TEL;VALUE=uri;TYPE="voice,home":tel:+81-3-0000-0000',
        'END:VCARD',
      ],
      '\n',
    ),
  ),
  // Newsletters, shops, customers.
  'mailchimp-audience.csv': text(
    lines(
      [
        '"Email Address","First Name","Last Name",Address,MEMBER_RATING,OPTIN_TIME,TAGS',
        'ana@nunez-libros.com,Ana,Núñez,,4,"2023-05-01 10:00:00","""vip"",""spain"""',
        'zoe@haworth-mill.com,Zoë,,"1 Mill Lane, Haworth",2,,',
      ],
      '\n',
    ),
  ),
  'hubspot-contacts.csv': text(
    lines(
      quoted([
        ['Record ID', 'First Name', 'Last Name', 'Email', 'Phone Number', 'Create Date'],
        ['101', 'Ana', 'Núñez', 'ana@nunez-libros.com', '', '2024-01-05 09:30'],
        ['102', '', '', '', '+34 600', '2024-01-06 09:30'],
      ]),
      '\n',
    ),
  ),
  'salesforce-report.csv': text(
    lines(
      [
        ...quoted([
          ['Account Name', 'First Name', 'Last Name', 'Email'],
          ['Haworth Ltd', 'Zoë', 'Brontë', 'zoe@haworth-mill.com'],
          ['Núñez', 'Ana', 'Núñez', 'ana@nunez-libros.com'],
        ]),
        '',
        '',
        '"Contacts by account"',
        '"Confidential Information - Do Not Distribute"',
      ],
      '\n',
    ),
  ),
  'klaviyo-segment.csv': text(
    lines(['Email,Klaviyo ID,First Name,Email Marketing Consent', 'ana@nunez-libros.com,01H,Ana,SUBSCRIBED'], '\n'),
  ),
  'brevo-contacts.csv': text(
    lines(
      ['CONTACT ID;EMAIL;FIRSTNAME;LASTNAME;SMS;ADDED_TIME', '1;ana@nunez-libros.com;Ana;Núñez;;06-05-2024 10:00:00'],
      '\n',
    ),
    'utf-8',
    true,
  ),
  'shopify-customers.csv': text(
    lines(
      [
        'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address Zip,Total Spent',
        '\'7001,Ana,Núñez,ana@nunez-libros.com,yes,"Calle 1, 2º",\'01001,19.90',
      ],
      '\n',
    ),
  ),
  'stripe-customers.csv': text(
    lines(
      [
        'id,Description,Email,Name,Created (UTC),Delinquent',
        'cus_1,,zoe@haworth-mill.com,Zoë Brontë,2024-01-05 09:30,false',
      ],
      '\n',
    ),
  ),
  'linkedin-connections.csv': text(
    lines(
      [
        'Notes:',
        '"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who have allowed it."',
        '',
        'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
        'Zoë,Brontë,https://www.example.com/in/zoe,,Haworth Ltd,Miller,05 Jan 2024',
        'Ana,Núñez,https://www.example.com/in/ana,ana@nunez-libros.com,Núñez,Owner,06 Jan 2024',
      ],
      '\n',
    ),
  ),
  // Spreadsheets and what they save.
  'excel.xlsx': xlsx(
    {
      Notes: '',
      Kunden: [
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c><c r="F1" t="s"><v>5</v></c></row>',
        '<row r="2"><c r="A2" t="s"><v>6</v></c><c r="B2" t="inlineStr"><is><t>juergen@gross-bau.com</t></is></c><c r="C2" s="1"><v>45351</v></c><c r="D2"><v>4930123456789</v></c><c r="E2" t="b"><v>1</v></c><c r="F2"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row>',
        '<row r="4" hidden="1"><c r="B4" t="str"><f>"zoe"&amp;"@haworth-mill.com"</f><v>zoe@haworth-mill.com</v></c><c r="C4" s="2"><v>45351.5</v></c><c r="D4" s="3"><v>1067</v></c><c r="E4" t="e"><v>#N/A</v></c></row>',
      ].join(''),
    },
    {
      strings: [
        '<t>Name</t>',
        '<t>E-Mail</t>',
        '<t>Seit</t>',
        '<t>Telefon</t>',
        '<t>Aktiv</t>',
        '<t>Summe</t>',
        '<r><rPr><b/></rPr><t xml:space="preserve">Jürgen </t></r><r><t>Groß</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
      ],
      formats: '<numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="00000"/>',
      styles: [0, 14, 164, 165],
    },
  ),
  'google-sheets.xlsx': xlsx({
    Members:
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Spring list</t></is></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>email</t></is></c><c r="B3" t="inlineStr"><is><t>team</t></is></c></row><row r="4"><c r="A4" t="inlineStr"><is><t>ana@nunez-libros.com</t></is></c><c r="B4"><v>7</v></c></row>',
    Other: '<row r="1"><c r="A1" t="inlineStr"><is><t>luis@conceicao-vinhos.com</t></is></c></row>',
  }),
  'libreoffice.ods': ods(
    [
      `<table:table table:name="Kunden"><table:table-column table:number-columns-repeated="3"/><table:table-header-rows>${odsRow([odsCell('Name'), odsCell('E-Mail'), odsCell('Seit'), odsCell('Nr')])}</table:table-header-rows>`,
      odsRow([
        odsCell('Jürgen<text:s text:c="2"/><text:span>Groß</text:span>'),
        odsCell('<text:a>juergen@gross-bau.com</text:a>'),
        odsCell('29.02.24', 'office:value-type="date" office:date-value="2024-02-29"'),
        odsCell('4.930.123.456.789', 'office:value-type="float" office:value="4930123456789"'),
      ]),
      odsRow(['<table:table-cell table:number-columns-repeated="1024"/>'], 'table:number-rows-repeated="2"'),
      odsRow(
        [
          '<table:covered-table-cell/>',
          '<table:table-cell office:value-type="string"><office:annotation><text:p>a note@of.somebody</text:p></office:annotation><text:p>zoe@haworth-mill.com</text:p></table:table-cell>',
          '<table:table-cell office:value-type="string"><text:p>two</text:p><text:p>lines</text:p></table:table-cell>',
          odsCell('WAHR', 'office:value-type="boolean" office:boolean-value="true"'),
        ],
        'table:visibility="collapse"',
      ),
      odsRow(['<table:table-cell table:number-columns-repeated="1024"/>'], 'table:number-rows-repeated="1048570"'),
      '</table:table>',
      `<table:table table:name="Alt">${odsRow([odsCell('ana@nunez-libros.com')])}</table:table>`,
    ].join(''),
  ),
  'excel-german.csv': text(
    lines([
      'Name;E-Mail;Umsatz',
      'Jürgen Groß;juergen@gross-bau.com;1.234,50 €',
      '"Müller; Söhne";info@mueller-soehne.com;',
    ]),
    'windows-1252',
  ),
  'excel-utf8.csv': text(lines(['Name,E-Mail', 'Jürgen Groß,juergen@gross-bau.com']), 'utf-8', true),
  'excel-unicode-text.txt': text(lines(['Name\tE-Mail', 'Jürgen Groß\tjuergen@gross-bau.com']), 'utf-16le', true),
  'excel-macintosh.csv': text(
    lines(
      [
        'Name;E-Mail',
        'Jürgen Groß;juergen@gross-bau.com',
        'Zoë Brontë;zoe@haworth-mill.com',
        'Jérôme Müller;jerome@mueller-soehne.com',
      ],
      '\r',
    ),
    'macintosh',
  ),
  'excel-ms-dos.csv': text(
    lines(['Name;E-Mail', 'Jürgen Groß;juergen@gross-bau.com', 'Björn Bäcker;bjoern@baecker-brot.com']),
    'cp850',
  ),
  'excel-sep.csv': text(lines(['"sep=;"', 'Name;E-Mail', 'Jürgen;juergen@gross-bau.com'])),
  'excel-japanese.csv': text(
    lines(['氏名,メールアドレス', '山田 太郎,taro@yamada-cha.com', '佐藤 花子,hanako@sato-hana.com']),
    'shift_jis',
  ),
  'excel-chinese.csv': text(lines(['姓名,邮箱', '王小明,xiaoming@wang-cha.com', '李娜,na@li-shudian.com']), 'gb18030'),
  'excel-taiwan.csv': text(
    lines(['姓名,電子郵件', '陳大文,dawen@chen-cha.com', '林美玲,meiling@lin-shudian.com']),
    'big5',
  ),
  'excel-korean.csv': text(
    lines(['이름,이메일', '김철수,chulsoo@kim-cha.com', '박영희,younghee@park-book.com']),
    'euc-kr',
  ),
  'excel-russian.csv': text(
    lines(['Имя;Электронная почта', 'Иван Петров;ivan@petrov-dom.com', 'Юлия Щербакова;julia@scherbakova.com']),
    'windows-1251',
  ),
  'mutt-aliases-koi8.txt': text(
    lines(['Иван Петров <ivan@petrov-dom.com>', 'Юлия Щербакова <julia@scherbakova.com>'], '\n'),
    'koi8-r',
  ),
  'libreoffice-latin2.csv': text(
    lines(['Jméno,E-mail', 'Jiří Dvořák,jiri@dvorak-pekar.com', 'Šárka Žižková,sarka@zizkova.com'], '\n'),
    'iso-8859-2',
  ),
  'unix-latin9.csv': text(lines(['nom;courriel;prix', 'Gœtz;goetz@goetz-vins.com;12 €'], '\n'), 'iso-8859-15'),
  'unix-euc-jp.csv': text(
    lines(['名前,mail', '田中 一郎,ichiro@tanaka-cha.com', '鈴木 さくら,sakura@suzuki-hana.com'], '\n'),
    'euc-jp',
  ),
  // Programs and databases.
  'firebase-users.json': text(
    JSON.stringify({
      users: [
        { localId: 'a1', email: 'ana@nunez-libros.com', emailVerified: true, providerUserInfo: [] },
        { localId: 'b2', email: 'zoe@haworth-mill.com', displayName: 'Zoë' },
      ],
    }),
  ),
  'mongoexport.ndjson': text(
    lines(
      [
        '{"_id":{"$oid":"65a0"},"email":"ana@nunez-libros.com","n":1}',
        '{"_id":{"$oid":"65a1"},"email":"zoe@haworth-mill.com","n":12345678901234567890}',
      ],
      '\n',
    ),
  ),
  'addresses.json': text('["ana@nunez-libros.com", "zoe@haworth-mill.com"]\n'),
  'rest-api-page.json': text(
    '{\n  "object": "list",\n  "has_more": false,\n  "data": [\n    {"id": "cus_1", "email": "zoe@haworth-mill.com"}\n  ]\n}\n',
  ),
  'psql.txt': text(
    lines(
      [
        ' id |        email         | name ',
        '----+----------------------+------',
        '  1 | ana@nunez-libros.com | Ana',
        '  2 | zoe@haworth-mill.com | Zoë',
        '(2 rows)',
      ],
      '\n',
    ),
  ),
  'mysql.tsv': text(lines(['id\temail\tname', '1\tana@nunez-libros.com\tNULL'], '\n')),
  'markdown-table.txt': text(lines(['| Name | Email |', '|------|:-----:|', '| Ana | ana@nunez-libros.com |'], '\n')),
  'exported-with-comments.csv': text(
    lines(
      ['# exported 2024-05-06 by "report"', '# filter: active', '', 'name,email', 'Ana,ana@nunez-libros.com'],
      '\n',
    ),
  ),
  'header-in-row-3.csv': text(lines(['Customer list;;', ';;', 'Name;E-Mail;City', 'Ana;ana@nunez-libros.com;Soria'])),
  'space-after-comma.csv': text(
    lines(['name, email, note', '"Núñez, Ana", "ana@nunez-libros.com", "likes, commas"'], '\n'),
  ),
  'name-colon-email.txt': text(lines(['Ana:ana@nunez-libros.com', 'Zoë:zoe@haworth-mill.com'], '\n')),
  'late-first-address.csv': text(
    `email,n\n${Array.from({ length: 1200 }, (_, n) => `,${n}\n`).join('')}ana@nunez-libros.com,1200\n`,
  ),
  'some-rows-with-delimiter.txt': text(
    lines(['ana@nunez-libros.com', 'zoe@haworth-mill.com;Zoë', 'luis@conceicao-vinhos.com'], '\n'),
  ),
  'caret-separated.txt': text(lines(['Ana^ana@nunez-libros.com', 'Zoë^zoe@haworth-mill.com'], '\n')),
  // Lines of mail programs.
  'gmail-recipients.txt': text(
    'Ana Núñez <ana@nunez-libros.com>, "Brontë, Zoë" <zoe@haworth-mill.com>, luis@conceicao-vinhos.com\n',
  ),
  'outlook-recipients.txt': text('Núñez, Ana <ana@nunez-libros.com>; Brontë, Zoë <zoe@haworth-mill.com>\n'),
  'message-headers.eml.txt': text(
    lines(
      [
        'From: Ana Núñez <ana@nunez-libros.com>',
        'To: zoe@haworth-mill.com,',
        ' luis@conceicao-vinhos.com',
        'Cc: "Groß, Jürgen" <juergen@gross-bau.com>',
      ],
      '\n',
    ),
  ),
  'one-a-line.txt': text('ana@nunez-libros.com\nzoe@haworth-mill.com'),
  'several-a-line.txt': text(lines(['ana@nunez-libros.com; zoe@haworth-mill.com', 'luis@conceicao-vinhos.com'], '\n')),
  // Exports whose rows look like something else.
  'typeform-responses.csv': text(
    lines(
      [
        '#,What is your name?,Your e-mail,Response Type,Start Date (UTC)',
        'k3x,Ana,ana@nunez-libros.com,completed,2024-01-01 10:00:00',
        'k3y,Zoë,zoe@haworth-mill.com,completed,2024-01-01 10:05:00',
      ],
      '\n',
    ),
  ),
  'amazon-orders.txt': text(
    lines([
      'order-id\tbuyer-email\tproduct-name',
      '1\tana@nunez-libros.com\t"Don Quixote, bound',
      '2\tzoe@haworth-mill.com\t5" disk',
      '3\tluis@conceicao-vinhos.com\t"Port" glass',
      '4\tjuergen@gross-bau.com\tBrick',
    ]),
  ),
  'access-hyperlinks.csv': text(
    lines([
      '"ID";"Name";"E-Mail-Adresse"',
      '1;"Jürgen";"juergen@gross-bau.com#mailto:juergen@gross-bau.com#"',
      '2;"Ana";"#mailto:ana@nunez-libros.com#"',
      '3;"Zoë";"Mail#http://zoe@haworth-mill.com#"',
    ]),
    'windows-1252',
  ),
  'contact-above-header.csv': text(
    lines([
      'Kunden;;',
      'Kontakt: julia@scherbakova.com;;',
      ';;',
      'Name;E-Mail;Ort',
      'Ana;ana@nunez-libros.com;Soria',
      'Zoë;zoe@haworth-mill.com;Leeds',
    ]),
  ),
  'airtable-several.csv': text(
    lines(['Name,Emails', 'Ana,ana@nunez-libros.com; luis@conceicao-vinhos.com', 'Zoë,zoe@haworth-mill.com;'], '\n'),
  ),
  'sendmail-aliases.txt': text(
    lines(['ana: ana@nunez-libros.com', 'team: zoe@haworth-mill.com, luis@conceicao-vinhos.com'], '\n'),
  ),
  'html-entities.csv': text(lines(['Email', 'ana&#64;nunez-libros.com', 'Zo&euml; &lt;zoe', 'zoe@haworth-mill.com'])),
  'dbase-end-of-file.csv': text(`${lines(['Name,Email', 'Ana,ana@nunez-libros.com'])}\x1a`),
  'exchange-mailboxes.csv': text(
    lines([
      '#TYPE Selected.Microsoft.Exchange.Data.Directory.Management.Mailbox',
      '"Name","EmailAddresses","PrimarySmtpAddress"',
      '"Ana","SMTP:ana@nunez-libros.com smtp:a.nunez@nunez-libros.com","ana@nunez-libros.com"',
    ]),
  ),
  // Columns of a fixed width, with a rule below the header.
  'sqlcmd.txt': text(
    lines([
      'Name                 Email                              ',
      '-------------------- -----------------------------------',
      'Ana Núñez            ana@nunez-libros.com               ',
      'Zoë                  zoe@haworth-mill.com               ',
      '',
      '(2 rows affected)',
    ]),
  ),
  'sqlplus.lst': text(
    lines(
      [
        ...['', 'ID   EMAIL', '---- ------------------------------', '   1 ana@nunez-libros.com', ''],
        ...['ID   EMAIL', '---- ------------------------------', '   2 zoe@haworth-mill.com'],
      ],
      '\n',
    ),
  ),
  'powershell-format-table.txt': text(
    lines(['', 'Name Mail', '---- ----', 'Ana  ana@nunez-libros.com', 'Zoë  zoe@haworth-mill.com', '', '']),
    'utf-16le',
    true,
  ),
  'restructured-text.txt': text(
    lines([
      '====  ====================',
      'Name  E-Mail',
      '====  ====================',
      'Ana   ana@nunez-libros.com',
      '====  ====================',
    ]),
  ),
  'excel-second-sheet.xlsx': xlsx({
    About: '<row r="1"><c r="A1" t="inlineStr"><is><t>Made by the report</t></is></c></row>',
    People:
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Email</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>ana@nunez-libros.com</t></is></c></row>',
  }),
  'excel-mailto-links.xlsx': xlsx(
    {
      Team: [
        `<row r="1">${inline('A1', 'Name')}${inline('B1', 'Mail')}</row>`,
        `<row r="2">${inline('A2', 'Ana')}${inline('B2', 'Write')}</row>`,
        `<row r="3">${inline('A3', 'Zoë')}<c r="B3" t="str"><f>HYPERLINK("mailto:zoe@haworth-mill.com?subject=x","Write")</f><v>Write</v></c></row>`,
        `<row r="4">${inline('A4', 'Luís')}${inline('B4', 'luis@conceicao-vinhos.com')}</row>`,
        `<row r="5">${inline('A5', 'Jürgen')}</row>`,
      ].join(''),
    },
    {
      links: {
        B2: 'mailto:ana@nunez-libros.com',
        B4: 'mailto:old@conceicao-vinhos.com',
        A2: 'https://nunez-libros.com/',
      },
    },
  ),
  'other-names-in-archive.xlsx': xlsx(
    { People: '<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row>' },
    {
      strings: ['<t>Email</t>', '<t>ana@nunez-libros.com</t>'],
      nameOf: (name) => `/${name.replace('sharedStrings', 'SharedStrings').replaceAll('/', '\\')}`,
    },
  ),
  'libreoffice-third-sheet.ods': ods(
    [
      `<table:table table:name="Old" table:style-name="ta2">${odsRow([odsCell('luis@conceicao-vinhos.com')])}</table:table>`,
      `<table:table table:name="About" table:style-name="ta1">${odsRow([odsCell('Made by the report')])}</table:table>`,
      `<table:table table:name="People" table:style-name="ta1">${odsRow([odsCell('Email')])}${odsRow([odsCell('ana@nunez-libros.com')])}</table:table>`,
    ].join(''),
  ),
  'libreoffice-mailto-links.ods': ods(
    `<table:table table:name="Team">${odsRow([odsCell('Name'), odsCell('Mail')])}${odsRow([odsCell('Ana'), odsCell('<text:a xlink:href="mailto:ana@nunez-libros.com">Write</text:a>')])}${odsRow([odsCell('Zoë'), odsCell('Write', 'office:value-type="string" table:formula="of:=HYPERLINK(&quot;mailto:zoe@haworth-mill.com&quot;;&quot;Write&quot;)"')])}</table:table>`,
  ),
  // Quotes of other programs.
  'mysql-outfile-escaped-quotes.csv': text(
    lines(['"1","Ana \\"the boss, really\\" N","ana@nunez-libros.com"', '"2",\\N,"zoe@haworth-mill.com"'], '\n'),
  ),
  'single-quotes.csv': text(
    lines(["'id','name','email'", "'1','Núñez, Ana','ana@nunez-libros.com'", "'2','O''Neil','zoe@haworth-mill.com'"]),
  ),
  'excel-whole-lines-quoted.csv': text(
    lines([
      'Name,Email',
      '"""Núñez, Ana"",ana@nunez-libros.com"',
      'Zoë,zoe@haworth-mill.com',
      '"Luís,""luis@conceicao-vinhos.com"""',
    ]),
  ),
  'postgres-array.csv': text(
    lines(['id,emails', '1,"{ana@nunez-libros.com,luis@conceicao-vinhos.com}"', '2,{zoe@haworth-mill.com}'], '\n'),
  ),
  // JSON of other shapes.
  'jcard.json': text(
    '[["vcard",[["version",{},"text","4.0"],["fn",{},"text","Ana"],["n",{},"text",["Núñez","Ana","","",""]],["email",{"type":"work"},"text","ana@nunez-libros.com"]]],["vcard",[["fn",{},"text","Zoë"],["email",{},"text","zoe@haworth-mill.com"]]]]\n',
  ),
  'firebase-realtime-database.json': text(
    '{"settings":{"theme":"dark"},"users":{"-Na":{"email":"ana@nunez-libros.com","name":"Ana"},"-Nb":{"email":"zoe@haworth-mill.com"}}}\n',
  ),
  'phpmyadmin.json': text(
    lines(
      [
        ...['[', '{"type":"header","version":"5.2.1","comment":"Export to JSON plugin for phpMyAdmin"},'],
        ...['{"type":"database","name":"shop"},', '{"type":"table","name":"users","database":"shop","data":', '['],
        ...['{"id":"1","email":"ana@nunez-libros.com"},', '{"id":"2","email":"zoe@haworth-mill.com"}', ']', '}', ']'],
      ],
      '\n',
    ),
  ),
  'json-text-sequence.json-seq': text('\x1e{"email":"ana@nunez-libros.com"}\n\x1e{"email":"zoe@haworth-mill.com"}\n'),
  'pages-of-an-api.json': text(
    '[{"email":"ana@nunez-libros.com"},{"email":"zoe@haworth-mill.com"}]\n[{"email":"luis@conceicao-vinhos.com"}]\n',
  ),
  'two-tables.csv': text(
    lines([
      ...['Name,Email', 'Ana,ana@nunez-libros.com', ''],
      ...['Company,City,Phone,Email', 'Haworth,Leeds,1,zoe@haworth-mill.com'],
    ]),
  ),
  // Files that are not lists.
  'excel.slk': text(lines(['ID;PWXL;N;E', 'C;Y1;X1;K"Email"', 'C;Y2;X1;K"ana@nunez-libros.com"', 'E'])),
  'visicalc.dif': text(
    lines([
      'TABLE',
      '0,1',
      '"EXCEL"',
      'DATA',
      '0,0',
      '""',
      '-1,0',
      'BOT',
      '1,0',
      '"ana@nunez-libros.com"',
      '-1,0',
      'EOD',
    ]),
  ),
  'lotus.wk1': Buffer.from('0000020006040600080000000000', 'hex'),
  'ethercalc.txt': text(lines(['socialcalc:version:1.5', 'MIME-Version: 1.0', 'cell:A1:t:ana@nunez-libros.com'], '\n')),
  'table-fragment.html.xls': text('<center>Customers</center><table><tr><td>ana@nunez-libros.com</td></tr></table>\n'),
  'openldap.ldif': text(
    lines(
      [
        ...['# extended LDIF', '#', '# LDAPv3', '', '# ana, people', 'dn: uid=ana,ou=people,dc=nunez-libros,dc=com'],
        'mail: ana@nunez-libros.com',
      ],
      '\n',
    ),
  ),
  'mysqldump.sql': text(
    lines(
      [
        ...['-- MySQL dump 10.13', '/*!40101 SET NAMES utf8mb4 */;', 'DROP TABLE IF EXISTS `users`;'],
        "INSERT INTO `users` VALUES (1,'ana@nunez-libros.com'),(2,'zoe@haworth-mill.com');",
      ],
      '\n',
    ),
  ),
  'pg-dump.sql': text(
    lines(
      [
        ...['--', '-- PostgreSQL database dump', '--', '', 'SET statement_timeout = 0;', ''],
        ...['COPY public.users (id, email) FROM stdin;', '1\tana@nunez-libros.com', '\\.'],
      ],
      '\n',
    ),
  ),
  'message.eml': text(
    lines([
      ...['Received: from haworth-mill.com by nunez-libros.com; Mon, 1 Jan 2024 10:00:00 +0000'],
      ...['From: Zoë <zoe@haworth-mill.com>', 'To: ana@nunez-libros.com', 'Subject: Hello', '', 'Hello, Ana'],
    ]),
  ),
  'messages.mbox': text(
    lines(
      [
        'From zoe@haworth-mill.com Mon Jan  1 10:00:00 2024',
        'From: zoe@haworth-mill.com',
        'Subject: Hello',
        '',
        'Hello',
      ],
      '\n',
    ),
  ),
  'excel-page.mht': text(
    lines([
      'MIME-Version: 1.0',
      'X-Document-Type: Workbook',
      'Content-Type: multipart/related; boundary="b"',
      '',
      '--b',
    ]),
  ),
  'calendar.ics': text(
    lines(['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'ATTENDEE:mailto:ana@nunez-libros.com', 'END:VEVENT']),
  ),
  'comments.jsonc': text('// all users\n[{ "email": "ana@nunez-libros.com" }]\n'),
  'excel-5.xls': Buffer.from('0908080000050500', 'hex'),
  'dbase.dbf': Buffer.from('037c010102000000610051000000000000000000', 'hex'),
  'hadoop.avro': Buffer.from('Obj\x01\x04\x16avro.schema'),
  'hadoop.orc': Buffer.from('ORC\x00\x03'),
  'pandas.arrow': Buffer.from('ARROW1\0\0'),
  'list.csv.Z': Buffer.from('1f9d9065da', 'hex'),
  'list.csv.lzma': Buffer.from('5d00008000ffffffffffffffff00', 'hex'),
  'bzip2-fast.csv.bz2': Buffer.from('425a68313141592653590000', 'hex'),
  'letter.pdf': Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'),
  'table.html.xls': text(
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>ana@nunez-libros.com</td></tr></table></body></html>',
  ),
  'contacts.xml': text('<?xml version="1.0"?>\n<contacts><contact email="ana@nunez-libros.com"/></contacts>\n'),
  'excel-2003.xml': text(
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>\n',
  ),
  'list.csv.gz': gzipSync('email\nana@nunez-libros.com\n'),
  'list.csv.zip': zip({ 'list.csv': 'email\nana@nunez-libros.com\n' }),
  'letter.docx': zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }),
  'letter.odt': ods('', 'application/vnd.oasis.opendocument.text'),
  'book.xlsb': zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': '\0' }),
  'table.numbers': zip({ 'Index/Document.iwa': 'x', 'Metadata/Properties.plist': 'x' }),
  'excel-97.xls': Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from('Workbook', 'utf16le'),
  ]),
  'word-97.doc': Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from('WordDocument', 'utf16le'),
  ]),
  'excel-with-password.xlsx': Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(504),
    Buffer.from('EncryptedPackage', 'utf16le'),
  ]),
  'scan.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'photo.jpg': Buffer.from('ffd8ffe000104a46494600', 'hex'),
  'contacts.sqlite': Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(84)]),
};

mkdirSync(FOLDER, { recursive: true });
for (const [name, content] of Object.entries(FILES)) writeFileSync(join(FOLDER, name), content);
