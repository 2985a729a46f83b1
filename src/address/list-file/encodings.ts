/** The encodings in which a list can be, by the names of the WHATWG's Encoding Standard where it has one. */

/** The names of the encodings. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-r',
  'koi8-u',
  'iso-8859-5',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'cp437',
  'cp850',
  'cp852',
  'cp866',
] as const;

/** The name of an encoding. */
export type Encoding = (typeof ENCODINGS)[number];
