// Owns: the rules of STYLE.md that a linter can see. It lies in packages/, where eslint and editors
// find it from every source file. Bans carry their replacement.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.fixture.ts'];
const typeTests = ['**/*.type.test.ts'];

const useInstead = {
  Date: 'Use clock.now(): time is an argument (STYLE 3).',
  performance: 'Use clock.now(): time is an argument (STYLE 3).',
  setTimeout: 'Use timers.register(): time is an argument (STYLE 3).',
  setInterval: 'Use timers.register(): time is an argument (STYLE 3).',
  setImmediate: 'Post a mail: the executor is the only scheduler (DESIGN 4).',
  queueMicrotask: 'Post a mail: the executor is the only scheduler (DESIGN 4).',
  clearTimeout: 'Use timers.unregister().',
  clearInterval: 'Use timers.unregister().',
  clearImmediate: 'Post a mail: the executor is the only scheduler (DESIGN 4).',
  process: 'Only host/ knows the process; pass in what is needed.',
  console: 'Report an event or take a logger; the library prints nothing.',
  crypto: 'Use random.next(): chance is an argument (STYLE 3).',
  Buffer: 'Use Uint8Array, TextEncoder, TextDecoder: only host/ knows Node.js.',
  require: 'Import instead.',
  global: 'Only host/ knows the world around it.',
  globalThis: 'Only host/ knows the world around it.',
  __dirname: 'Only host/ knows the file system.',
  __filename: 'Only host/ knows the file system.',
};
const asRestricted = (names) => names.map((name) => ({ name, message: useInstead[name] }));

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', '**/*.js', '**/*.mjs', '**/*.cjs'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    languageOptions: {
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // A promise nobody owns is an error nobody sees (STYLE, smell 17).
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      // Generated code has one named door (DESIGN 3), which says so where it stands.
      '@typescript-eslint/no-implied-eval': 'error',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // noUncheckedIndexedAccess makes every array read possibly undefined; a loop that has just
      // checked its bound says so with "!", which costs nothing at run time.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/naming-convention': [
        'error',
        {
          selector: 'interface',
          format: ['PascalCase'],
          custom: { regex: '^I[A-Z]', match: false },
        },
        { selector: 'typeLike', format: ['PascalCase'], custom: { regex: 'Impl$', match: false } },
      ],

      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'max-params': ['error', { max: 3 }],
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name: one thing, one name everywhere (STYLE).',
        },
        {
          selector: 'ExportSpecifier[exported.name="default"]',
          message: 'Export by name: one thing, one name everywhere (STYLE).',
        },
      ],
    },
  },
  {
    // The river's rooms below host/: no clock, no chance, no process, no Node.js.
    files: ['core/src/**/*.ts'],
    ignores: ['core/src/host/**', ...tests],
    rules: {
      'no-restricted-globals': ['error', ...asRestricted(Object.keys(useInstead))],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Use random.next(): chance is an argument.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['node:*'], message: 'Only host/ knows Node.js.' }] },
      ],
    },
  },
  {
    files: ['core/src/runtime/**/*.ts'],
    ignores: tests,
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ExportDefaultDeclaration',
          message: 'Export by name: one thing, one name everywhere (STYLE).',
        },
        {
          selector: 'NewExpression[callee.name="Promise"]',
          message: 'Post a mail: a task never waits (STYLE 4, 5).',
        },
        { selector: 'AwaitExpression', message: 'Post a mail: a task never waits (STYLE 4, 5).' },
      ],
    },
  },
  {
    files: ['**/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'Program > :not(ExportNamedDeclaration[declaration=null], ExportAllDeclaration, ImportDeclaration)',
          message: 'index.ts only re-exports (STYLE).',
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      // A row of it.each has as many cells as it needs.
      'max-params': 'off',
      '@typescript-eslint/no-empty-function': 'off',
    },
  },
  {
    files: typeTests,
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
    },
  },
);
