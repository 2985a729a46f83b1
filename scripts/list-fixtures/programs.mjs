/** Texts that databases, mail programs and other programs print. */
import { inline, lines, ods, odsCell, odsRow, text, xlsx } from './formats.mjs';

export const PRINTED = {
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
  'duckdb-box.txt': text(
    lines(
      [
        '┌───────┬──────────────────────┬─────────┐',
        '│  id   │        email         │  name   │',
        '│ int32 │       varchar        │ varchar │',
        '├───────┼──────────────────────┼─────────┤',
        '│     1 │ ana@nunez-libros.com │ Ana     │',
        '│     2 │ zoe@haworth-mill.com │ Zoë     │',
        '├───────┴──────────────────────┴─────────┤',
        '│ 2 rows                       3 columns │',
        '└────────────────────────────────────────┘',
      ],
      '\n',
    ),
  ),
  'polars.txt': text(
    lines(
      [
        'shape: (1, 2)',
        '┌──────────────────────┬──────┐',
        '│ email                ┆ name │',
        '│ ---                  ┆ ---  │',
        '│ str                  ┆ str  │',
        '╞══════════════════════╪══════╡',
        '│ ana@nunez-libros.com ┆ Ana  │',
        '└──────────────────────┴──────┘',
      ],
      '\n',
    ),
  ),
  'mysql-vertical.txt': text(
    lines(
      [
        '*************************** 1. row ***************************',
        '   id: 1',
        'email: ana@nunez-libros.com',
        ' note: two',
        'lines',
        '*************************** 2. row ***************************',
        '   id: 2',
        'email: zoe@haworth-mill.com',
        ' note: NULL',
        '2 rows in set (0.00 sec)',
      ],
      '\n',
    ),
  ),
  'psql-expanded.txt': text(
    lines(['-[ RECORD 1 ]---------------', 'id    | 1', 'email | ana@nunez-libros.com', 'name  | Ana', ''], '\n'),
  ),
  'contacts.yaml': text(
    lines(
      [
        '# exported',
        'contacts:',
        '  - name: Ana',
        '    email: "ana@nunez-libros.com"',
        '  - name: Zoë',
        '    email: zoe@haworth-mill.com',
      ],
      '\n',
    ),
  ),
  'contacts.toml': text(
    lines(['[[contact]]', 'name = "Ana"', 'email = "ana@nunez-libros.com"', '', '[[contact]]', 'name = "Zoë"'], '\n'),
  ),
  'email-equals.txt': text(lines(['email=ana@nunez-libros.com', 'email=zoe@haworth-mill.com'], '\n')),
  'fields-and-blank-lines.txt': text(
    lines(
      ['Name: Ana', 'E-Mail: ana@nunez-libros.com', 'City: Soria', '', 'E-Mail: zoe@haworth-mill.com', 'City: Leeds'],
      '\n',
    ),
  ),
  'typographic-quotes.csv': text(
    lines(['“name”,“email”', '“Ana”,“ana@nunez-libros.com”', '“Zoë”,“zoe@haworth-mill.com”'], '\n'),
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
  'outlook-shown-recipients.txt': text('Ana Núñez (ana@nunez-libros.com); Zoë [mailto:zoe@haworth-mill.com]\n'),
  'python-list.txt': text("emails = ['ana@nunez-libros.com', 'zoe@haworth-mill.com']\n"),
  'postgres-array.txt': text('{ana@nunez-libros.com,zoe@haworth-mill.com}\n{luis@conceicao-vinhos.com}\n'),
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
  // Columns by white space alone.
  'excel-formatted-text.prn': text(
    lines([
      'Name      Email                    City       Since',
      'Ana Núñez ana@nunez-libros.com     Sevilla 12/01/26',
      'Zoë       zoe@haworth-mill.com     Haworth 03/02/26',
      'Luis                               Lisboa  09/02/26',
    ]),
    'windows-1252',
  ),
  'kubectl-get.txt': text(
    lines(
      ['NAME   OWNER                  AGE', 'ana    ana@nunez-libros.com   5d', 'zoe    zoe@haworth-mill.com   21h'],
      '\n',
    ),
  ),
  'pandas-to-string.txt': text(
    lines(
      ['      name                  email', '0      Ana  ana@nunez-libros.com', '1      Zoë  zoe@haworth-mill.com'],
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
};
