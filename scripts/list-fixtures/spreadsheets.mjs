/** Spreadsheets, and what they save as text. */
import { lines, ods, odsCell, odsRow, text, xlsx } from './formats.mjs';

export const SPREADSHEETS = {
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
};
