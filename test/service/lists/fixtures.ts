/** Files as well-known programs write them, each with its right reading. `scripts/list-fixtures/` writes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FOLDER = fileURLToPath(new URL('../../fixtures/lists', import.meta.url));
/** Reads a file. */
export const read = (name: string): Buffer => readFileSync(join(FOLDER, name));

const ANA = 'ana@nunez-libros.com';
const ZOE = 'zoe@haworth-mill.com';
const LUIS = 'luis@conceicao-vinhos.com';
const JUERGEN = 'juergen@gross-bau.com';
const IVAN = 'ivan@petrov-dom.com';
const JULIA = 'julia@scherbakova.com';

/** The right reading of a file. */
export interface Reading {
  /** Default: `csv`. */
  kind?: string;
  /** Default: `utf-8`. */
  encoding?: string | null;
  delimiter?: string | null;
  /** The name of the column with the addresses, or its number from 0. */
  column: string | number;
  emails: string[];
  /** The first row, whole. */
  row: string[];
  /** Their names; null: a column without one. */
  others?: (string | null)[];
  warnings?: string[];
  sheet?: string;
}

const NAMES = { kind: 'mailboxes', delimiter: null, column: 'email' } as const;

const JSON_FILE = { kind: 'json', delimiter: null } as const;
const SHEET = { encoding: null, delimiter: null } as const;

/** The files that are read. */
export const READINGS: Readonly<Record<string, Reading>> = {
  'google-contacts.csv': {
    column: 'E-mail 1 - Value',
    emails: [ZOE, 'lukasz@nowak-meble.com'],
    others: ['E-mail 2 - Value'],
    row: [
      ...['Zoë', '', 'Brontë', '', '', 'Haworth Ltd', '', 'met in\nLeeds', '* myContacts', '* Home', ZOE],
      ...['Work', 'zoe.b@haworth-mill.com', 'Mobile', '+44 20 7946 0000'],
    ],
  },
  'google-contacts-unicode.csv': {
    encoding: 'utf-16le',
    column: 'E-mail 1 - Value',
    emails: [ZOE],
    row: ['Zoë Brontë', 'Zoë', '* Home', ZOE],
  },
  'outlook.csv': {
    encoding: 'windows-1252',
    column: 'E-mail Address',
    emails: ['francois@cafe-lefevre.com', JUERGEN],
    others: ['E-mail 2 Address'],
    row: ['François', 'Lefèvre', 'Café Lefèvre – Paris', 'francois@cafe-lefevre.com', 'SMTP', ''],
  },
  'outlook-polish.csv': {
    encoding: 'windows-1250',
    column: 'Adres e-mail',
    emails: ['lucja@wisniewska-sklep.com', 'michal@zak-dom.com'],
    row: ['Łucja', 'Wiśniewska', 'lucja@wisniewska-sklep.com'],
  },
  'thunderbird.csv': {
    column: 'Primary Email',
    emails: [ANA, LUIS],
    others: ['Secondary Email'],
    row: ['Ana', 'Núñez', 'Ana Núñez', '', ANA, '', '', ''],
  },
  'thunderbird.tab': { delimiter: '\t', column: 'Primary Email', emails: [ANA], row: ['Ana', 'Núñez', ANA] },
  'apple-contacts.vcf': {
    kind: 'vcard',
    delimiter: null,
    column: 'email',
    emails: [JUERGEN, 'hello@haworth-mill.com'],
    others: ['email_2'],
    row: [
      ...['Groß Jürgen', 'Jürgen Groß', 'Groß Bau', JUERGEN, 'j.gross@gross-bau.com', 'office'],
      'likes, as he says\n"straight" lines; and very long notes that are folded',
    ],
  },
  'nokia-2.1.vcf': {
    kind: 'vcard',
    delimiter: null,
    column: 'email',
    emails: [JUERGEN],
    row: ['Groß Jürgen', JUERGEN],
  },
  'android-4.0.vcf': {
    kind: 'vcard',
    delimiter: null,
    column: 'email',
    emails: ['taro@yamada-cha.com'],
    row: ['山田 太郎', 'taro@yamada-cha.com', 'tel:+81-3-0000-0000'],
  },
  'mailchimp-audience.csv': {
    column: 'Email Address',
    emails: [ANA, ZOE],
    row: [ANA, 'Ana', 'Núñez', '', '4', '2023-05-01 10:00:00', '"vip","spain"'],
  },
  'hubspot-contacts.csv': {
    column: 'Email',
    emails: [ANA, ''],
    row: ['101', 'Ana', 'Núñez', ANA, '', '2024-01-05 09:30'],
  },
  'salesforce-report.csv': {
    column: 'Email',
    emails: [ZOE, ANA, '', ''],
    row: ['Haworth Ltd', 'Zoë', 'Brontë', ZOE],
  },
  'klaviyo-segment.csv': { column: 'Email', emails: [ANA], row: [ANA, '01H', 'Ana', 'SUBSCRIBED'] },
  'brevo-contacts.csv': {
    delimiter: ';',
    column: 'EMAIL',
    emails: [ANA],
    row: ['1', ANA, 'Ana', 'Núñez', '', '06-05-2024 10:00:00'],
  },
  'shopify-customers.csv': {
    column: 'Email',
    emails: [ANA],
    row: ["'7001", 'Ana', 'Núñez', ANA, 'yes', 'Calle 1, 2º', "'01001", '19.90'],
  },
  'stripe-customers.csv': {
    column: 'Email',
    emails: [ZOE],
    row: ['cus_1', '', ZOE, 'Zoë Brontë', '2024-01-05 09:30', 'false'],
  },
  'linkedin-connections.csv': {
    column: 'Email Address',
    emails: ['', ANA],
    row: ['Zoë', 'Brontë', 'https://www.example.com/in/zoe', '', 'Haworth Ltd', 'Miller', '05 Jan 2024'],
    warnings: ['rows_skipped'],
  },
  'excel.xlsx': {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: 'Kunden',
    column: 'E-Mail',
    emails: [JUERGEN, ZOE],
    row: ['Jürgen Groß', JUERGEN, '2024-02-29', '4930123456789', 'TRUE', '0.3'],
  },
  'google-sheets.xlsx': {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: 'Members',
    column: 'email',
    emails: [ANA],
    row: [ANA, '7'],
    warnings: ['other_sheets', 'rows_skipped'],
  },
  'libreoffice.ods': {
    kind: 'ods',
    encoding: null,
    delimiter: null,
    sheet: 'Kunden',
    column: 'E-Mail',
    emails: [JUERGEN, ZOE],
    row: ['Jürgen  Groß', JUERGEN, '2024-02-29', '4930123456789'],
    warnings: ['other_sheets'],
  },
  'excel-german.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    column: 'E-Mail',
    emails: [JUERGEN, 'info@mueller-soehne.com'],
    row: ['Jürgen Groß', JUERGEN, '1.234,50 €'],
  },
  'excel-utf8.csv': { column: 'E-Mail', emails: [JUERGEN], row: ['Jürgen Groß', JUERGEN] },
  'excel-unicode-text.txt': {
    encoding: 'utf-16le',
    delimiter: '\t',
    column: 'E-Mail',
    emails: [JUERGEN],
    row: ['Jürgen Groß', JUERGEN],
  },
  'excel-macintosh.csv': {
    encoding: 'macintosh',
    delimiter: ';',
    column: 'E-Mail',
    emails: [JUERGEN, ZOE, 'jerome@mueller-soehne.com'],
    row: ['Jürgen Groß', JUERGEN],
  },
  'excel-ms-dos.csv': {
    encoding: 'cp850',
    delimiter: ';',
    column: 'E-Mail',
    emails: [JUERGEN, 'bjoern@baecker-brot.com'],
    row: ['Jürgen Groß', JUERGEN],
  },
  'excel-sep.csv': { delimiter: ';', column: 'E-Mail', emails: [JUERGEN], row: ['Jürgen', JUERGEN] },
  'excel-japanese.csv': {
    encoding: 'shift_jis',
    column: 'メールアドレス',
    emails: ['taro@yamada-cha.com', 'hanako@sato-hana.com'],
    row: ['山田 太郎', 'taro@yamada-cha.com'],
  },
  'excel-chinese.csv': {
    encoding: 'gb18030',
    column: '邮箱',
    emails: ['xiaoming@wang-cha.com', 'na@li-shudian.com'],
    row: ['王小明', 'xiaoming@wang-cha.com'],
  },
  'excel-taiwan.csv': {
    encoding: 'big5',
    column: '電子郵件',
    emails: ['dawen@chen-cha.com', 'meiling@lin-shudian.com'],
    row: ['陳大文', 'dawen@chen-cha.com'],
  },
  'excel-korean.csv': {
    encoding: 'euc-kr',
    column: '이메일',
    emails: ['chulsoo@kim-cha.com', 'younghee@park-book.com'],
    row: ['김철수', 'chulsoo@kim-cha.com'],
  },
  'excel-russian.csv': {
    encoding: 'windows-1251',
    delimiter: ';',
    column: 'Электронная почта',
    emails: [IVAN, JULIA],
    row: ['Иван Петров', IVAN],
  },
  'mutt-aliases-koi8.txt': { ...NAMES, encoding: 'koi8-r', emails: [IVAN, JULIA], row: ['Иван Петров', IVAN] },
  'libreoffice-latin2.csv': {
    encoding: 'iso-8859-2',
    column: 'E-mail',
    emails: ['jiri@dvorak-pekar.com', 'sarka@zizkova.com'],
    row: ['Jiří Dvořák', 'jiri@dvorak-pekar.com'],
  },
  'unix-latin9.csv': {
    encoding: 'iso-8859-15',
    delimiter: ';',
    column: 'courriel',
    emails: ['goetz@goetz-vins.com'],
    row: ['Gœtz', 'goetz@goetz-vins.com', '12 €'],
  },
  'unix-euc-jp.csv': {
    encoding: 'euc-jp',
    column: 'mail',
    emails: ['ichiro@tanaka-cha.com', 'sakura@suzuki-hana.com'],
    row: ['田中 一郎', 'ichiro@tanaka-cha.com'],
  },
  'firebase-users.json': {
    kind: 'json',
    delimiter: null,
    column: 'email',
    emails: [ANA, ZOE],
    row: ['a1', ANA, 'true', '[]', ''],
  },
  'mongoexport.ndjson': {
    kind: 'ndjson',
    delimiter: null,
    column: 'email',
    emails: [ANA, ZOE],
    row: ['{"$oid":"65a0"}', ANA, '1'],
  },
  'addresses.json': { kind: 'json', delimiter: null, column: 0, emails: [ANA, ZOE], row: [ANA] },
  'rest-api-page.json': { kind: 'json', delimiter: null, column: 'email', emails: [ZOE], row: ['cus_1', ZOE] },
  'psql.txt': {
    delimiter: '|',
    column: '        email         ',
    emails: [ANA, ZOE, ''],
    row: ['  1 ', ` ${ANA} `, ' Ana'],
  },
  'duckdb-box.txt': { delimiter: null, column: 'email', emails: [ANA, ZOE], row: ['1', ANA, 'Ana'] },
  'polars.txt': {
    delimiter: null,
    column: 'email',
    emails: [ANA],
    row: [ANA, 'Ana'],
    warnings: ['rows_skipped'],
  },
  'mysql-vertical.txt': { delimiter: null, column: 'email', emails: [ANA, ZOE], row: ['1', ANA, 'two\nlines'] },
  'psql-expanded.txt': { delimiter: null, column: 'email', emails: [ANA], row: ['1', ANA, 'Ana'] },
  'contacts.yaml': { delimiter: null, column: 'email', emails: [ANA, ZOE], row: ['Ana', ANA] },
  'contacts.toml': { delimiter: null, column: 'email', emails: [ANA, ''], row: ['Ana', ANA] },
  'email-equals.txt': { delimiter: null, column: 'email', emails: [ANA, ZOE], row: [ANA] },
  'fields-and-blank-lines.txt': {
    delimiter: null,
    column: 'E-Mail',
    emails: [ANA, ZOE],
    row: ['Ana', ANA, 'Soria'],
  },
  'typographic-quotes.csv': { column: '“email”', emails: [ANA, ZOE], row: ['“Ana”', `“${ANA}”`] },
  'mysql.tsv': { delimiter: '\t', column: 'email', emails: [ANA], row: ['1', ANA, 'NULL'] },
  'markdown-table.txt': { delimiter: '|', column: ' Email ', emails: [ANA], row: ['', ' Ana ', ` ${ANA} `, ''] },
  'exported-with-comments.csv': { column: 'email', emails: [ANA], row: ['Ana', ANA] },
  'header-in-row-3.csv': {
    delimiter: ';',
    column: 'E-Mail',
    emails: [ANA],
    row: ['Ana', ANA, 'Soria'],
    warnings: ['rows_skipped'],
  },
  'space-after-comma.csv': { column: 'email', emails: [ANA], row: ['Núñez, Ana', ANA, 'likes, commas'] },
  'name-colon-email.txt': { delimiter: ':', column: 1, emails: [ANA, ZOE], row: ['Ana', ANA] },
  'late-first-address.csv': {
    column: 'email',
    emails: [...Array.from({ length: 1200 }, () => ''), ANA],
    row: ['', '0'],
  },
  'some-rows-with-delimiter.txt': { delimiter: ';', column: 0, emails: [ANA, ZOE, LUIS], row: [ANA] },
  'caret-separated.txt': {
    delimiter: null,
    column: 0,
    emails: [`Ana^${ANA}`, `Zoë^${ZOE}`],
    row: [`Ana^${ANA}`],
    warnings: ['wrong_delimiter?'],
  },
  'gmail-recipients.txt': { ...NAMES, emails: [ANA, ZOE, LUIS], row: ['Ana Núñez', ANA] },
  'outlook-recipients.txt': { ...NAMES, emails: [ANA, ZOE], row: ['Núñez, Ana', ANA] },
  'message-headers.eml.txt': { ...NAMES, emails: [ANA, ZOE, LUIS, JUERGEN], row: ['Ana Núñez', ANA] },
  'typeform-responses.csv': {
    column: 'Your e-mail',
    emails: [ANA, ZOE],
    row: ['k3x', 'Ana', ANA, 'completed', '2024-01-01 10:00:00'],
  },
  'amazon-orders.txt': {
    delimiter: '\t',
    column: 'buyer-email',
    emails: [ANA, ZOE, LUIS, JUERGEN],
    row: ['1', ANA, '"Don Quixote, bound'],
  },
  'access-hyperlinks.csv': {
    encoding: 'windows-1252',
    delimiter: ';',
    column: 'E-Mail-Adresse',
    emails: [JUERGEN, ANA, ZOE],
    row: ['1', 'Jürgen', `${JUERGEN}#mailto:${JUERGEN}#`],
  },
  'contact-above-header.csv': {
    delimiter: ';',
    column: 'E-Mail',
    emails: [ANA, ZOE],
    row: ['Ana', ANA, 'Soria'],
    warnings: ['rows_skipped'],
  },
  'airtable-several.csv': { column: 'Emails', emails: [ANA, ZOE], row: ['Ana', `${ANA}; ${LUIS}`] },
  'sendmail-aliases.txt': { delimiter: ':', column: 1, emails: [ANA, ZOE], row: ['ana', ` ${ANA}`] },
  'html-entities.csv': {
    delimiter: null,
    column: 'Email',
    emails: ['ana&#64;nunez-libros.com', 'Zo&euml; &lt;zoe', ZOE],
    row: ['ana&#64;nunez-libros.com'],
  },
  'dbase-end-of-file.csv': { column: 'Email', emails: [ANA], row: ['Ana', ANA] },
  'exchange-mailboxes.csv': {
    column: 'PrimarySmtpAddress',
    emails: [ANA],
    others: ['EmailAddresses'],
    row: ['Ana', `SMTP:${ANA} smtp:a.nunez@nunez-libros.com`, ANA],
  },
  'excel-formatted-text.prn': {
    encoding: 'windows-1252',
    delimiter: null,
    column: 'Email',
    emails: [ANA, ZOE, ''],
    row: ['Ana Núñez', ANA, 'Sevilla', '12/01/26'],
  },
  'kubectl-get.txt': { delimiter: null, column: 'OWNER', emails: [ANA, ZOE], row: ['ana', ANA, '5d'] },
  'pandas-to-string.txt': { delimiter: null, column: 'email', emails: [ANA, ZOE], row: ['0', 'Ana', ANA] },
  'sqlcmd.txt': { delimiter: null, column: 'Email', emails: [ANA, ZOE, ''], row: ['Ana Núñez', ANA] },
  'sqlplus.lst': { delimiter: null, column: 'EMAIL', emails: [ANA, ZOE], row: ['1', ANA] },
  'powershell-format-table.txt': {
    encoding: 'utf-16le',
    delimiter: null,
    column: 'Mail',
    emails: [ANA, ZOE],
    row: ['Ana', ANA],
  },
  'restructured-text.txt': { delimiter: null, column: 'E-Mail', emails: [ANA], row: ['Ana', ANA] },
  'excel-second-sheet.xlsx': {
    kind: 'xlsx',
    encoding: null,
    delimiter: null,
    column: 'Email',
    emails: [ANA],
    row: [ANA],
    sheet: 'People',
    warnings: ['other_sheets'],
  },
  'excel-mailto-links.xlsx': {
    ...SHEET,
    kind: 'xlsx',
    column: 'Mail',
    emails: [ANA, ZOE, LUIS, ''],
    row: ['Ana', `Write <${ANA}>`],
    sheet: 'Team',
  },
  'other-names-in-archive.xlsx': {
    ...SHEET,
    kind: 'xlsx',
    column: 'Email',
    emails: [ANA],
    row: [ANA],
    sheet: 'People',
  },
  'libreoffice-third-sheet.ods': {
    ...SHEET,
    kind: 'ods',
    column: 'Email',
    emails: [ANA],
    row: [ANA],
    sheet: 'People',
    warnings: ['other_sheets'],
  },
  'libreoffice-mailto-links.ods': {
    ...SHEET,
    kind: 'ods',
    column: 'Mail',
    emails: [ANA, ZOE],
    row: ['Ana', `Write <${ANA}>`],
    sheet: 'Team',
  },
  'mysql-outfile-escaped-quotes.csv': { column: 2, emails: [ANA, ZOE], row: ['1', 'Ana "the boss, really" N', ANA] },
  'single-quotes.csv': { column: 'email', emails: [ANA, ZOE], row: ['1', 'Núñez, Ana', ANA] },
  'excel-whole-lines-quoted.csv': { column: 'Email', emails: [ANA, ZOE, LUIS], row: ['Núñez, Ana', ANA] },
  'postgres-array.csv': { column: 'emails', emails: [ANA, ZOE], row: ['1', `{${ANA},${LUIS}}`] },
  'jcard.json': { ...JSON_FILE, column: 'email', emails: [ANA, ZOE], row: ['Ana', 'Núñez Ana', ANA] },
  'firebase-realtime-database.json': { ...JSON_FILE, column: 'email', emails: [ANA, ZOE], row: ['-Na', ANA, 'Ana'] },
  'pandas-columns.json': { ...JSON_FILE, column: 'email', emails: [ANA, ZOE], row: [ANA, '34', 'Ana'] },
  'arrays-of-columns.json': { ...JSON_FILE, column: 'email', emails: [ANA, ZOE], row: ['Ana', ANA, 'true'] },
  'by-address.json': { ...JSON_FILE, column: 'key', emails: [ANA, ZOE], row: [ANA, 'Ana', ''] },
  'phpmyadmin.json': { ...JSON_FILE, column: 'email', emails: [ANA, ZOE], row: ['1', ANA] },
  'json-text-sequence.json-seq': { ...JSON_FILE, kind: 'ndjson', column: 'email', emails: [ANA, ZOE], row: [ANA] },
  'pages-of-an-api.json': { ...JSON_FILE, kind: 'ndjson', column: 'email', emails: [ANA, ZOE, LUIS], row: [ANA] },
  'two-tables.csv': { column: 'Email', emails: [ANA, 'City', 'Leeds'], row: ['Ana', ANA], others: [null] },
  'outlook-shown-recipients.txt': { ...NAMES, emails: [ANA, ZOE], row: ['Ana Núñez', ANA] },
  'python-list.txt': { ...NAMES, column: 0, emails: [ANA, ZOE], row: [`'${ANA}'`] },
  'postgres-array.txt': { ...NAMES, column: 0, emails: [ANA, ZOE, LUIS], row: [ANA] },
  'one-a-line.txt': { delimiter: null, column: 0, emails: [ANA, ZOE], row: [ANA] },
  'several-a-line.txt': { ...NAMES, column: 0, emails: [ANA, ZOE, LUIS], row: [ANA] },
};

/** The files that are refused: the code, what they are, and what would be right. */
export const REFUSALS: Readonly<Record<string, [code: string, name: RegExp, advice: RegExp]>> = {
  'openldap.ldif': ['is_markup', /^This is LDIF,/, /as vCard or CSV/],
  'mysqldump.sql': ['is_markup', /^This is a script in SQL,/, /Export the table as CSV/],
  'pg-dump.sql': ['is_markup', /^This is a script in SQL,/, /Export the table as CSV/],
  'message.eml': ['is_markup', /^This is a mail \(\.eml\),/, /text file, one a line/],
  'messages.mbox': ['is_markup', /^This is a file of mails \(mbox\),/, /text file, one a line/],
  'excel-page.mht': ['is_markup', /^This is a saved web page \(MHTML\),/, /save it as CSV/],
  'calendar.ics': ['is_markup', /^This is a calendar \(iCalendar\),/, /Send a CSV file/],
  'comments.jsonc': ['is_markup', /^This is JSON with comments,/, /Remove the comments/],
  'excel.slk': ['is_spreadsheet', /^This is a SYLK file \(\.slk\),/, /save it as CSV/],
  'visicalc.dif': ['is_spreadsheet', /^This is a DIF file \(\.dif\),/, /save it as CSV/],
  'lotus.wk1': ['is_spreadsheet', /^This is a Lotus 1-2-3 file,/, /save it as CSV/],
  'ethercalc.txt': ['is_spreadsheet', /^This is a SocialCalc file,/, /save it as CSV/],
  'table-fragment.html.xls': ['is_markup', /^This is a web page \(HTML\),/, /save it as CSV/],
  'excel-5.xls': ['is_spreadsheet', /^This is an old Excel file \(\.xls\),/, /save it as CSV/],
  'dbase.dbf': ['is_spreadsheet', /^This is a dBASE file \(\.dbf\),/, /save it as CSV/],
  'hadoop.avro': ['is_binary', /^This is an Avro file,/, /Send a CSV file/],
  'hadoop.orc': ['is_binary', /^This is an ORC file,/, /Send a CSV file/],
  'pandas.arrow': ['is_binary', /^This is an Arrow file,/, /Send a CSV file/],
  'list.csv.Z': ['is_compressed', /^This is a file of compress \(\.Z\):/, /Unpack it/],
  'list.csv.lzma': ['is_compressed', /^This is an LZMA file:/, /Unpack it/],
  'bzip2-fast.csv.bz2': ['is_compressed', /^This is a bzip2 file:/, /Unpack it/],
  'letter.pdf': ['is_binary', /^This is a PDF,/, /Send a CSV file/],
  'table.html.xls': ['is_markup', /^This is a web page \(HTML\),/, /save it as CSV/],
  'contacts.xml': ['is_markup', /^This is XML,/, /Send a CSV file/],
  'excel-2003.xml': ['is_spreadsheet', /^This is an Excel 2003 file/, /save it as CSV or \.xlsx/],
  'list.csv.gz': ['is_compressed', /^This is a gzip file:/, /Unpack it/],
  'list.csv.zip': ['is_compressed', /^This is a ZIP archive:/, /Unpack it/],
  'letter.docx': ['is_binary', /^This is a Word document \(\.docx\),/, /text file, one a line/],
  'letter.odt': ['is_binary', /^This is an OpenDocument file/, /Send a CSV file/],
  'book.xlsb': ['is_spreadsheet', /^This is a binary Excel file \(\.xlsb\),/, /save it as CSV or \.xlsx/],
  'table.numbers': ['is_spreadsheet', /^This is a file of Apple Numbers/, /save it as CSV or \.xlsx/],
  'excel-97.xls': ['is_spreadsheet', /^This is an old Excel file \(\.xls\),/, /save it as CSV or \.xlsx/],
  'word-97.doc': ['is_binary', /^This is a Word document \(\.doc\),/, /text file, one a line/],
  'excel-with-password.xlsx': ['is_spreadsheet', /^This is an Office file with a password,/, /save it as CSV/],
  'scan.png': ['is_binary', /^This is a PNG image,/, /Send a CSV file/],
  'photo.jpg': ['is_binary', /^This is a JPEG image,/, /Send a CSV file/],
  'contacts.sqlite': ['is_binary', /^This is an SQLite database,/, /Send a CSV file/],
};
