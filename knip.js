import { entryPoints, packages, serverEntryPoints } from './scripts/entry-points.mjs';

const namesOf = (name) => Object.keys(packages[name].manifest.dependencies);

/** Of both the server package and the scripts and tests. */
const USED_HERE = ['iconv-lite', 'yauzl'];

export default {
  workspaces: {
    '.': {
      entry: [
        ...[...entryPoints, ...serverEntryPoints].map(({ source }) => source),
        '*.config.mjs',
        'scripts/{*,list-fixtures/index}.mjs',
        'site/playground/*.js',
        'site/.vitepress/{config.mjs,theme/index.js}',
        'test/**/*.{test,browser,page}.ts',
        'test/**/{fixtures,programs,components}/*',
        'test/**/*-worker.ts',
        // In place of a library: see vitest.config.ts.
        'test/support/quick-passwords.ts',
        'src/wordpress/assets/*.js',
      ],
      project: ['{src,scripts,site,test}/**', '!**/*.css', '!test/pages/sites/**', '!test/doors/apps/*/**'],
      ignoreDependencies: [
        // Of the server package, whose modules are in src: its test compares its dependencies with what they import.
        ...namesOf('email-verify-server').filter(
          (name) => !namesOf('email-verify-element').includes(name) && !USED_HERE.includes(name),
        ),
        // Of the packages that are test/pages and site.
        '@builder.io/qwik',
        'babel-preset-solid',
        'shiki',
        'vitepress',
        // Named by the built declarations only.
        'solid-js',
        'svelte',
        // Read, run or packed by their names.
        '@custom-elements-manifest/analyzer',
      ],
    },
    bench: {
      entry: ['{,edge/,dns/,smtp/,service/,load/,list-shapes/}*.{bench.ts,mjs}', 'list-{work,claims,pages}/measure.ts'],
      // peers.ts loads them by their names, and a page the files of others.
      ignoreDependencies: [/./],
    },
    server: { ignoreDependencies: [/./] },
  },
  ignoreExportsUsedInFile: true,
  ignoreBinaries: [
    'exim4',
    'knotd',
    'mariadbd',
    'mkfifo',
    'openssl',
    'php',
    'phpcs',
    'redis-server',
    'script',
    'unshare',
    'xgettext',
  ],
};
