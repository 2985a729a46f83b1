import js from '@eslint/js';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import ts from 'typescript-eslint';
import { floors } from './scripts/floors.mjs';

/** The rooms that run in a browser or on any runtime with Web standards: nothing of Node's may be imported there. */
const portable = [
  ...['src/protocol/**', 'src/address/**', 'src/element/**', 'src/edge/**', 'src/react/**', 'src/vue/**'],
  ...['src/verifier/*.ts', 'src/verifier/dns/*.ts', 'src/config/**', 'src/util/**'],
];

/** What in them is for Node. */
const forNode = [
  'src/edge/runtime/node{,-server}.ts',
  'src/verifier/dns/{node,tcp,udp}.ts',
  'src/config/secret-file.ts',
];

export default ts.config(
  // The pages' libraries are not there in a newcomer's folder.
  { ignores: ['dist/', 'data/', '**/node_modules/', 'test/pages/sites/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['**/*.mjs', 'demo/**/*.js'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        crypto: 'readonly',
        Response: 'readonly',
      },
    },
  },
  {
    files: ['demo/**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          ['document', 'location', 'history', 'navigator', 'getSelection', 'performance'],
          ['Event', 'FormData', 'URLSearchParams', 'clearTimeout'],
        ]
          .flat()
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['examples/**/*.mjs', 'examples/**/*.js'],
    languageOptions: {
      globals: { process: 'readonly', FormData: 'readonly', Response: 'readonly', URLSearchParams: 'readonly' },
    },
  },
  {
    // Half of it runs in the page that is measured.
    files: ['bench/**/*.mjs'],
    languageOptions: {
      globals: {
        bench: 'readonly',
        Buffer: 'readonly',
        crypto: 'readonly',
        document: 'readonly',
        MessageChannel: 'readonly',
        performance: 'readonly',
        requestAnimationFrame: 'readonly',
      },
    },
  },
  {
    files: ['test/e2e/doors/*.js'],
    languageOptions: { globals: { FormData: 'readonly', window: 'readonly' } },
  },
  {
    files: ['src/**/*.ts'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/ignore': ['node_modules'],
      'import-x/resolver-next': [
        createNodeResolver({ extensions: ['.ts', '.js'], extensionAlias: { '.js': ['.ts', '.js'] } }),
      ],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: floors(import.meta.dirname) }],
      'import-x/no-cycle': ['error', { ignoreExternal: true }],
      'no-console': 'error',
    },
  },
  {
    files: portable,
    ignores: forNode,
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '^node:', message: 'This room runs without Node.' }] }],
    },
  },
  {
    files: ['src/element/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/best-practice']],
    // What the page's author must know.
    rules: { 'no-console': ['error', { allow: ['warn'] }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // chai asserts with property access.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);
