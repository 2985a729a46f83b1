import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/**
 * The entry points of package.json with a `source` in `src`; `built` and `types` are in `dist`. The `./markup/` entry points
 * are omitted: they are types only, generated from the element's manifest.
 */
export const entryPoints = Object.entries(exports).flatMap(([path, { types, default: built }]) =>
  types && !path.startsWith('./markup/')
    ? { path, built, types, source: types.replace('./dist/types', 'src').replace('.d.ts', '.ts') }
    : [],
);
