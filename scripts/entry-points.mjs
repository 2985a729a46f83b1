import { readFileSync } from 'node:fs';

/** The folders of the two packages in the repository, and what their package.json says. */
export const packages = Object.fromEntries(
  ['.', 'server'].map((folder) => {
    const manifest = JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url), 'utf8'));
    return [manifest.name, { folder, manifest }];
  }),
);

/**
 * @param name of a package
 * @returns its entry points with a `source` in `src`; `built` and `types` are in `dist` of the package. The `./markup/`
 * entry points are omitted: they are types only, generated from the element's manifest.
 */
const entryPointsOf = (name) =>
  Object.entries(packages[name].manifest.exports).flatMap(([path, { types, default: built }]) =>
    types && !path.startsWith('./markup/')
      ? { path, built, types, source: types.replace('./dist/types', 'src').replace('.d.ts', '.ts') }
      : [],
  );

export const entryPoints = entryPointsOf('email-verify-element');
export const serverEntryPoints = entryPointsOf('email-verify-server');
