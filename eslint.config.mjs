/**
 * Holds the house in order: which room may import which, and what only `platform` may call. `test/unit/house` breaks
 * each of these rules on purpose and expects a complaint.
 */
import js from '@eslint/js';
import globals from 'globals';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/**
 * One room's forbidden imports, for static and for dynamic imports alike.
 * @param {readonly { regex: string, message: string }[]} patterns
 * @param {readonly { selector: string, message: string }[]} calls
 * @returns {import('eslint').Linter.RulesRecord}
 */
function room(patterns, calls = []) {
  return {
    'no-restricted-imports': ['error', { patterns: [...patterns] }],
    'no-restricted-syntax': [
      'error',
      ...patterns.map(({ regex, message }) => ({ selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\u002F')}/]`, message })),
      ...everywhere,
      ...calls,
    ],
  };
}

const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file that defines it.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
];
const registries = [
  { selector: "CallExpression[callee.property.name=/^register(?:TextEditor)?Command$/]", message: 'Commands are registered through platform/contributions.' },
  { selector: "CallExpression[callee.property.name='executeCommand']", message: 'Commands are run through platform/contributions.' },
  { selector: "CallExpression[callee.property.name='getConfiguration']", message: 'Settings are read through platform/settings.' },
  { selector: "Literal[value='setContext']", message: 'Context keys are set through platform/contributions.' },
  { selector: 'CallExpression[callee.property.name=/^show(?:Information|Warning|Error)Message$/]', message: 'Messages are shown through platform/notify.' },
  { selector: "CallExpression[callee.property.name='withProgress']", message: 'Progress is shown through platform/progress.' },
  { selector: "CallExpression[callee.property.name=/^(?:createInputBox|showInputBox)$/]", message: 'Text is asked for through platform/inputs.' },
];

const vscode = { regex: '^vscode$', message: 'This room knows nothing of VS Code.' };
const node = { regex: '^(?:node:|undici$)', message: 'This room also runs where there is no Node.' };
const to = (/** @type {string} */ folders, /** @type {string} */ message) => ({ regex: `(?:^|/)(?:${folders})/`, message });
const toExtension = { regex: '/extension(?:\\.js)?$', message: 'extension.ts imports; it is not imported.' };
const media = { regex: '(?:^|/)media/', message: 'Webview sources are bundled on their own.' };

export default tseslint.config(
  { ignores: ['dist/**', 'out/**', 'node_modules/**', '.vscode-test/**'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  regexp.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/unified-signatures': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      eqeqeq: 'error',
      'no-control-regex': 'off',
    },
  },
  { files: ['**/*.mjs', 'test/**'], languageOptions: { globals: globals.node }, rules: { '@typescript-eslint/explicit-module-boundary-types': 'off' } },
  { files: ['src/**/*.ts', 'media/**/*.ts'], rules: { ...room([]), 'max-lines': ['error', { max: 330, skipComments: true, skipBlankLines: true }] } },
  {
    files: ['src/core/**'],
    rules: {
      ...room([vscode, node, to('platform|features|shared', 'core imports nothing outward.'), media, toExtension], registries),
      'no-restricted-globals': ['error', ...['Buffer', 'process', 'fetch', 'setTimeout', 'setInterval', 'setImmediate', 'window', 'document', 'console', 'require', '__dirname', '__filename']
        .map((name) => ({ name, message: 'core reaches the outside through its ports only.' }))],
    },
  },
  { files: ['src/platform/**'], rules: room([to('features|shared', 'platform stands below features.'), media, toExtension]) },
  {
    files: ['src/platform/**'],
    ignores: ['src/platform/notify.ts', 'src/platform/progress.ts', 'src/platform/inputs.ts'],
    rules: room([to('features|shared', 'platform stands below features.'), media, toExtension], registries.slice(-3)),
  },
  {
    files: ['src/features/**'],
    rules: room([node, { regex: '^\\.\\./(?!\\.\\./)', message: 'One feature does not import another.' }, to('features', 'One feature does not import another.'), media, toExtension], registries),
  },
  { files: ['src/shared/**'], rules: room([vscode, node, to('core|platform|features', 'shared holds messages only.'), media, toExtension], registries) },
  { files: ['src/extension.ts'], rules: { ...room([media], registries), 'max-lines': ['error', { max: 80 }] } },
  {
    files: ['media/**'],
    languageOptions: { globals: globals.browser },
    rules: room([vscode, node, to('platform|features', 'A webview knows the messages in shared and the pure parts of core only.'), toExtension], registries),
  },
  { files: ['**/vitest.config.ts', '*.mjs'], rules: { 'no-restricted-syntax': 'off' } },
);
