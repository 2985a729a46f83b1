/** Links to addresses in a spreadsheet: `mailto:` behind a cell that shows another text. */
import { holdsAddress } from '../../../../address/list-file/cell.js';
import { turns } from '../../../../util/turns.js';
import { damagedSpreadsheet } from '../file-kind.js';
import type { Archive } from './archive.js';
import { localName, readXml } from './xml.js';

/** Excel has at most 65,530 links in a sheet. */
const MAX_LINKS = 100_000;
const MAX_BYTES = 16_777_216;
/** Bytes in which the start of an element is looked for across two chunks. */
const CARRIED = 64;

const MAILTO = /^mailto:([^?]+)/i;
/** A link as a formula, with the target written out. */
const FORMULA = /^=?\s*(?:_xlfn\.)?HYPERLINK\(\s*"mailto:([^"?]+)/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
};

/** The address behind a link; undefined for another one. */
export const linkTarget = (target: string): string | undefined => {
  const [, address] = MAILTO.exec(target.trim()) ?? [];
  return address === undefined ? undefined : decoded(address);
};

/** The address in a formula that shows a link; undefined for another one. */
export const formulaTarget = (formula: string): string | undefined => {
  const [, address] = FORMULA.exec(formula) ?? [];
  return address === undefined ? undefined : decoded(address);
};

/** The text of a cell with the address behind it, as a mail program writes both; as it is if it has an address itself. */
export const withAddress = (text: string, address: string | undefined): string => {
  if (address === undefined || holdsAddress(text)) return text;
  return text.trim() === '' ? address : `${text.trim()} <${address}>`;
};

/** The addresses behind the links of a sheet, by the ids of the relationships. */
const targetsOf = async (archive: Archive, path: string): Promise<Map<string, string>> => {
  const cut = path.lastIndexOf('/') + 1;
  const name = `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
  const targets = new Map<string, string>();
  if (archive.has(name))
    await readXml(archive.read(name), {
      open(element, { Id: id, Target: target }) {
        if (localName(element) !== 'Relationship' || id === undefined || targets.size === MAX_LINKS) return;
        const address = linkTarget(target ?? '');
        if (address !== undefined) targets.set(id, address);
      },
    });
  return targets;
};

const START = /<(?:[\w.-]+:)?hyperlinks[\s>]/u;

/** The text of a sheet from its links on, which stand behind its cells. */
const linksText = async (chunks: AsyncIterable<Buffer>): Promise<string> => {
  const found: Buffer[] = [];
  let [carried, size] = [Buffer.alloc(0), 0];
  for await (const chunk of chunks) {
    if (turns.isOver()) await turns.rest();
    if (size > 0) {
      size += chunk.length;
      if (size > MAX_BYTES) throw damagedSpreadsheet('it has too many links');
      found.push(chunk);
      continue;
    }
    const bytes = Buffer.concat([carried, chunk]);
    carried = bytes.subarray(-CARRIED);
    if (!bytes.includes('hyperlinks')) continue;
    const at = bytes.toString('latin1').search(START);
    if (at < 0) continue;
    found.push(bytes.subarray(at));
    size = bytes.length - at;
  }
  return Buffer.concat(found).toString();
};

const LINK = /<(?:[\w.-]+:)?hyperlink\s([^>]*)>/gu;
const REFERENCE = /(?:^|\s)ref=["']([A-Z]+\d+)/u;
const ID = /(?:^|\s)(?:[\w.-]+:)?id=["']([^"']*)/u;

/**
 * Finds the addresses behind the cells of a sheet of Excel, by their references such as `B2`. A sheet without such links
 * takes no time.
 * @throws ListFileError for a damaged one.
 */
export const sheetLinks = async (archive: Archive, path: string): Promise<ReadonlyMap<string, string>> => {
  const links = new Map<string, string>();
  const targets = await targetsOf(archive, path);
  if (targets.size === 0) return links;
  for (const { 1: attributes = '' } of (await linksText(archive.read(path))).matchAll(LINK)) {
    if (turns.isOver()) await turns.rest();
    const [, reference] = REFERENCE.exec(attributes) ?? [];
    const [, id = ''] = ID.exec(attributes) ?? [];
    const address = targets.get(id);
    if (reference !== undefined && address !== undefined) links.set(reference, address);
  }
  return links;
};
