import js from '@eslint/js';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import plainComments from './scripts/eslint/plain-comments.mjs';

export default defineConfig(
  // The pages' libraries are not there in a newcomer's folder.
  { ignores: ['{,server/}dist/', 'data/', '**/node_modules/', 'test/pages/sites/', 'test/doors/apps/*/**'] },
  js.configs.recommended,
  { plugins: { local: { rules: { 'plain-comments': plainComments } } }, rules: { 'local/plain-comments': 'error' } },
  {
    files: ['**/*.ts'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // `import { type X } from` loads the module all the same.
      '@typescript-eslint/no-import-type-side-effects': 'error',
    },
  },
  { files: ['**/*.mjs', 'examples/**/*.js'], languageOptions: { globals: globals.node } },
  {
    files: [
      '{demo,site/playground,site/.vitepress/theme}/**/*.js',
      'examples/stackblitz/*.js',
      'test/doors/components/*.js',
      'src/wordpress/**/*.js',
    ],
    languageOptions: { globals: globals.browser },
  },
  // Half of it runs in the page that is measured.
  { files: ['bench/**/*.mjs'], languageOptions: { globals: { ...globals.browser, bench: 'readonly' } } },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'Node may collect its sources before they abort (nodejs/node#57736): use withTimeout.',
        },
      ],
    },
  },
  {
    files: ['src/{element,dashboard}/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/best-practice']],
    // Warnings tell the page's author of a mistake.
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
