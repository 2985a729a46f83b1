/** Relationships between the files of a package (ECMA-376, part 2, 6.5). */
import type { Archive } from './archive.js';
import { localName, readXml } from './xml.js';

interface Relationship {
  id: string;
  /** The last part of its URI. */
  type: string;
  /** As it is written: relative to the file, or a URL. */
  target: string;
  /** True for a target that is no file of the package. */
  isExternal: boolean;
}

/** The relationships of a file of a package; of the package itself for an empty path. */
export const relationshipsOf = async (archive: Archive, path: string): Promise<Relationship[]> => {
  const cut = path.lastIndexOf('/') + 1;
  const name = `${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`;
  const found: Relationship[] = [];
  if (archive.has(name))
    await readXml(archive.read(name), {
      open(element, attributes) {
        const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
        if (localName(element) !== 'Relationship') return;
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target, isExternal: mode === 'External' });
      },
    });
  return found;
};
