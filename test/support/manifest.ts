import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The repository's folder. */
export const root = join(import.meta.dirname, '../..');

/** The fields of package.json that tests compare with. */
export const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  license: string;
  engines: { node: string };
  peerDependencies: Record<string, string>;
  repository: { url: string };
  homepage: string;
  bugs: { url: string };
  unpkg: string;
  jsdelivr: string;
  exports: Record<string, string | { types: string; default: string }>;
  typesVersions: Record<string, Record<string, string[]>>;
};
