/** Files that are no lists: each is refused by its name, with what would be right. */
import { otherTable, otherText } from './kinds/other-texts.js';
import { ListFileError, type ListFileCode } from '../../../address/list-file/list-file-error.js';

const AS_CSV = 'Open it in the spreadsheet program, and save it as CSV or .xlsx.';
const UNPACK = 'Unpack it, and send the CSV file, spreadsheet or text file in it.';
const AS_TEXT = 'Send a CSV file, a spreadsheet (.xlsx, .ods), or a text file with one address a line.';

const not = (name: string): string => `This is ${name}, not text or a table.`;

const spreadsheet = (name: string): ListFileError => new ListFileError('is_spreadsheet', `${not(name)} ${AS_CSV}`);
const compressed = (name: string): ListFileError =>
  new ListFileError('is_compressed', `This is ${name}: it is compressed. ${UNPACK}`);
const other = (name: string, advice = AS_TEXT): ListFileError =>
  new ListFileError('is_binary', `${not(name)} ${advice}`);
const markup = (name: string, advice: string): ListFileError =>
  new ListFileError('is_markup', `This is ${name}, not a table. ${advice}`);

/** The file holds bytes that no text has. */
export const binaryFile = (): ListFileError => new ListFileError('is_binary', `The file is not text. ${AS_TEXT}`);

const OTHERS: Readonly<Partial<Record<ListFileCode, (name: string) => ListFileError>>> = {
  is_spreadsheet: spreadsheet,
  is_compressed: compressed,
};

/** The first bytes of files that are no text, in hexadecimal, and where they stand. */
const SIGNATURES: readonly [name: string, bytes: string, at?: number, code?: ListFileCode][] = [
  ['a gzip file', '1f8b', 0, 'is_compressed'],
  // Behind `BZh` and the level, the first block.
  ['a bzip2 file', '314159265359', 4, 'is_compressed'],
  ['an xz file', 'fd377a585a00', 0, 'is_compressed'],
  ['a Zstandard file', '28b52ffd', 0, 'is_compressed'],
  ['an LZ4 file', '04224d18', 0, 'is_compressed'],
  ['a 7-Zip archive', '377abcaf271c', 0, 'is_compressed'],
  ['a RAR archive', '526172211a07', 0, 'is_compressed'],
  ['a file of compress (.Z)', '1f9d', 0, 'is_compressed'],
  ['an LZMA file', '5d0000', 0, 'is_compressed'],
  ['a ZIP archive in parts', '504b0708', 0, 'is_compressed'],
  ['a tar archive', '7573746172', 257, 'is_compressed'],
  // The streams of Excel before 97 (BIFF 2 to 5), without a container.
  ['an old Excel file (.xls)', '0900040002001000', 0, 'is_spreadsheet'],
  ['an old Excel file (.xls)', '09020600000010', 0, 'is_spreadsheet'],
  ['an old Excel file (.xls)', '09040600000010', 0, 'is_spreadsheet'],
  ['an old Excel file (.xls)', '0908080000050500', 0, 'is_spreadsheet'],
  ['a Lotus 1-2-3 file', '0000020004040600', 0, 'is_spreadsheet'],
  ['a Lotus 1-2-3 file', '0000020006040600', 0, 'is_spreadsheet'],
  ['a Lotus 1-2-3 file', '00001a00', 0, 'is_spreadsheet'],
  ['a PDF', '25504446'],
  ['a PostScript file', '25215053'],
  ['an RTF document', '7b5c727466'],
  ['a PNG image', '89504e470d0a1a0a'],
  ['a JPEG image', 'ffd8ff'],
  ['a GIF image', '474946383761'],
  ['a GIF image', '474946383961'],
  ['a WebP image', '57454250', 8],
  ['a BMP image', '424d'],
  ['a TIFF image', '49492a00'],
  ['a TIFF image', '4d4d002a'],
  ['an icon', '00000100'],
  ['a Photoshop file', '38425053'],
  ['an image or a film', '66747970', 4],
  ['a sound file', '494433'],
  ['a sound or film file', '52494646'],
  ['an SQLite database', '53514c69746520666f726d6174203300'],
  ['an Access database', '000100005374616e64617264'],
  ['an Outlook data file (.pst)', '2142444e'],
  ['a Parquet file', '50415231'],
  ['an Avro file', '4f626a01'],
  ['an ORC file', '4f5243'],
  ['an Arrow file', '4152524f5731'],
  ['a PostgreSQL dump', '5047444d50'],
  ['an SPSS file', '24464c32'],
  ['a property list', '62706c697374'],
  ['a program', '7f454c46'],
  ['a program', '4d5a90'],
  ['a Java class', 'cafebabe'],
  ['a font', '774f4632'],
];

/** BMP and some others begin with letters that a name may begin with. */
const NEEDS_NUL = [
  'a BMP image',
  'a sound file',
  'a sound or film file',
  'a Parquet file',
  'an ORC file',
  'an Arrow file',
  'a PostgreSQL dump',
  'an SPSS file',
  'a Photoshop file',
  'a property list',
];

/** True for the header of dBASE: its version, a day of 1980 or later, and the lengths of a header and a record. */
const isDbase = (start: Buffer): boolean => {
  const [version = 0, , month = 0, day = 0] = start;
  if (![0x03, 0x30, 0x31, 0x83, 0x8b, 0xf5].includes(version) || start.length < 12) return false;
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= 31 && start.readUInt16LE(8) >= 65 && start.readUInt16LE(10) > 1
  );
};

const COMPOUND = 'd0cf11e0a1b11ae1';
/** Streams in a Compound File (MS-CFB) by which its program is known: the names are UTF-16. */
const COMPOUND_STREAMS: readonly [stream: string, refusal: () => ListFileError][] = [
  ['EncryptedPackage', () => spreadsheet('an Office file with a password')],
  ['WordDocument', () => other('a Word document (.doc)', 'Copy the addresses into a text file, one a line.')],
  ['PowerPoint Document', () => other('a PowerPoint file (.ppt)')],
  ['__properties_version', () => other('an Outlook message (.msg)')],
];

const compoundFile = (start: Buffer): ListFileError =>
  COMPOUND_STREAMS.find(([stream]) => start.includes(Buffer.from(stream, 'utf16le')))?.[1]() ??
  spreadsheet('an old Excel file (.xls)');

/**
 * Finds the refusal of a file that is no list by its first bytes.
 * @param start the first block of the file.
 */
export const refusalOfBytes = (start: Buffer): ListFileError | undefined => {
  if (start.indexOf(COMPOUND, 0, 'hex') === 0) return compoundFile(start);
  if (isDbase(start)) return spreadsheet('a dBASE file (.dbf)');
  const found = SIGNATURES.find(([name, hex, at = 0]) => {
    const bytes = Buffer.from(hex, 'hex');
    if (!start.subarray(at, at + bytes.length).equals(bytes)) return false;
    return !NEEDS_NUL.includes(name) || start.includes(0);
  });
  if (found === undefined) return undefined;
  const [name, , , code] = found;
  return (code && OTHERS[code]?.(name)) ?? other(name);
};

/** True if a file is a ZIP archive, which .xlsx and .ods are. */
export const isZip = (start: Buffer): boolean =>
  start.indexOf('504b0304', 0, 'hex') === 0 || start.indexOf('504b0506', 0, 'hex') === 0;

const HTML =
  /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<(?:!doctype\s+html|(?:html|head|body|title|meta|style|script|link|table|caption|thead|tbody|tr|div|span|center|font|form|ul|ol|p|pre|b|strong|i|em|br|hr|img|h[1-6]|a)(?=[\s>/]))/i;
/** A declaration, or an element, but not `<a@b.org>`. */
const XML = /^\s*<(?:\?xml[\s?]|!doctype\s|!--|[a-z_][\w.:-]*(?:\s+[\w.:-]+\s*=[^<]*)?\s*\/?>)/i;

/** Characters by which the kind of a text is known. */
const LOOKED_AT = 4096;

const XML_KINDS: readonly [mark: RegExp, refusal: () => ListFileError][] = [
  [/urn:schemas-microsoft-com:office:spreadsheet/, () => spreadsheet('an Excel 2003 file (XML)')],
  [/urn:oasis:names:tc:opendocument/, () => spreadsheet('a flat OpenDocument file (XML)')],
  [/<svg[\s>]/i, () => other('an SVG image')],
];

/**
 * Finds the refusal of a text that is no list by its first characters.
 * @param text its first part.
 */
export const refusalOfText = (text: string): ListFileError | undefined => {
  const start = text.trimStart().slice(0, LOOKED_AT);
  const table = otherTable(start);
  if (table !== undefined) return spreadsheet(table);
  const kind = otherText(start);
  if (kind !== undefined) return markup(kind.name, kind.advice);
  if (!start.startsWith('<')) return undefined;
  const known = XML_KINDS.find(([mark]) => XML.test(start) && mark.test(start))?.[1];
  if (known !== undefined) return known();
  if (HTML.test(start))
    return markup(
      'a web page (HTML)',
      'Some programs give such a page the name .xls: open it in the spreadsheet program, and save it as CSV or .xlsx.',
    );
  return XML.test(start) ? markup('XML', AS_TEXT) : undefined;
};

/** True if the first bytes of a file tell what it is: a spreadsheet, or no list. */
export const isKnownFile = (start: Buffer): boolean =>
  isZip(start) || refusalOfBytes(start) !== undefined || refusalOfText(start.toString()) !== undefined;

/**
 * Finds the refusal of a ZIP archive that is no spreadsheet.
 * @param names the names of the files in it.
 */
export const refusalOfZip = (names: readonly string[]): ListFileError => {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/^word\//)) return other('a Word document (.docx)', 'Copy the addresses into a text file, one a line.');
  if (has(/^ppt\//)) return other('a PowerPoint file (.pptx)');
  if (has(/^xl\/workbook\.bin$/)) return spreadsheet('a binary Excel file (.xlsb)');
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/)) return spreadsheet('a file of Apple Numbers or Pages');
  if (has(/^mimetype$/)) return other('an OpenDocument file or an e-book');
  return compressed('a ZIP archive');
};

/** @throws ListFileError for a spreadsheet that cannot be read. */
export const damagedSpreadsheet = (why: string): ListFileError =>
  new ListFileError(
    'is_spreadsheet',
    `This is a spreadsheet or a ZIP archive that cannot be read: ${why}. Open it in the spreadsheet program, and save it as CSV.`,
  );
