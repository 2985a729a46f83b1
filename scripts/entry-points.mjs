import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * The entry points of package.json that are written in `src`: `built` and `types` below `dist`, and the `source` of both. Those for
 * markup have types alone, which are made of the element's manifest.
 */
export const entryPoints = Object.entries(exports).flatMap(([path, { types, default: built }]) =>
  types && !path.startsWith('./markup/')
    ? { path, built, types, source: types.replace('./dist/types', 'src').replace('.d.ts', '.ts') }
    : [],
);
