/** Finding an encoding by any of its names. */
import { ENCODINGS, type Encoding } from '../../../../address/list-file/encodings.js';
import { ListFileError } from '../../../../address/list-file/list-file-error.js';

/** Names that the Encoding Standard does not know, or gives to a part of what we read. */
const MORE: Readonly<Record<string, Encoding>> = {
  gbk: 'gb18030',
  gb2312: 'gb18030',
  ibm437: 'cp437',
  ibm850: 'cp850',
  ibm852: 'cp852',
  ibm866: 'cp866',
  cp932: 'shift_jis',
  cp936: 'gb18030',
  cp949: 'euc-kr',
  cp950: 'big5',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  'x-mac-roman': 'macintosh',
  'big5-hkscs': 'big5',
  'utf-16': 'utf-16le',
  'utf-32': 'utf-32le',
  utf32: 'utf-32le',
};

const known = (name: string): Encoding | undefined => ENCODINGS.find((encoding) => encoding === name);

/** Finds the Encoding Standard's name of a label, such as `latin1`. */
const standardName = (label: string): string => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return label;
  }
};

/** Finds an encoding by any of its usual names, such as `Latin1` or `cp1250`. */
export const encodingNamed = (name: string): Encoding | undefined => {
  const label = name.trim().toLowerCase();
  const plain = label.replaceAll('_', '-').replace(/^(?:cp|ms|ansi|win)-?(?=125\d$)/, 'windows-');
  const standard = standardName(plain);
  return known(label) ?? MORE[plain] ?? known(plain) ?? MORE[standard] ?? known(standard);
};

/** @throws ListFileError `unknown_encoding` with all names. */
export const readEncoding = (name: string): Encoding => {
  const found = encodingNamed(name);
  if (found !== undefined) return found;
  throw new ListFileError(
    'unknown_encoding',
    `The encoding ${JSON.stringify(name.slice(0, 40))} is not known. Give one of ${ENCODINGS.join(', ')}, or leave it out: it is found.`,
  );
};
