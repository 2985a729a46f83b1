/** Links to addresses in a spreadsheet: `mailto:` behind a cell that shows another text. */
import { holdsAddress } from '../../../../address/list-file/cell.js';
import type { Archive } from './archive.js';
import { relationshipsOf } from './relationships.js';
import { attribute, localName, readXml } from './xml.js';

/** Excel has at most 65,530 links in a sheet. */
const MAX_LINKS = 100_000;

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

/**
 * Finds the addresses behind the cells of a sheet of Excel, by their references such as `B2`. A sheet with such links is
 * parsed once more: they stand behind its cells.
 * @throws ListFileError for a damaged one.
 */
export const sheetLinks = async (archive: Archive, path: string): Promise<ReadonlyMap<string, string>> => {
  const links = new Map<string, string>();
  const targets = new Map<string, string>();
  for (const { id, target } of await relationshipsOf(archive, path)) {
    const address = linkTarget(target);
    if (address !== undefined && targets.size < MAX_LINKS) targets.set(id, address);
  }
  if (targets.size === 0) return links;
  await readXml(archive.read(path), {
    open(element, attributes) {
      if (localName(element) !== 'hyperlink' || links.size === MAX_LINKS) return;
      const address = targets.get(attribute(attributes, 'id') ?? '');
      const { ref: reference } = attributes;
      if (reference !== undefined && address !== undefined) links.set(reference, address);
    },
  });
  return links;
};
