/** Files that are not lists. */
import { gzipSync } from 'node:zlib';
import { lines, ods, text, zip } from './formats.mjs';

export const REFUSED = {
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
