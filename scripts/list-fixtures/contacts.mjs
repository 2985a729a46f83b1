/** Address books, and the customers of newsletters and shops. */
import { lines, quoted, text } from './formats.mjs';

export const CONTACTS = {
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
};
