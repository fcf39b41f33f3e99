// The house rules that a machine can check; the walls between folders are in .dependency-cruiser.cjs.
import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

import noSuperLinearRestart from './scripts/lint/no-super-linear-restart.js';

const budgets = {
  'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }],
  complexity: ['error', 10],
  'max-params': ['error', 6],
};

/** What people read stands in web/messages, in every language; only the product's own name may stand in the code. */
const TEXT_PATTERN = '/^(?!\\s*Parley\\s*$).*[A-Za-z]{2,}/s';
const TEXT_ATTRIBUTES =
  '/^(alt|aria-label|aria-description|description|heading|hint|label|legend|placeholder|summary|text|title)$/';
const untranslated = (selector) => ({
  selector,
  message: 'Texts that people read belong to web/messages; say them through useTranslations.',
});
const noUntranslatedText = [
  untranslated(`JSXText[value=${TEXT_PATTERN}]`),
  untranslated(`JSXAttribute[name.name=${TEXT_ATTRIBUTES}] > Literal[value=${TEXT_PATTERN}]`),
  untranslated(
    `JSXAttribute[name.name=${TEXT_ATTRIBUTES}] > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${TEXT_PATTERN}]`,
  ),
  untranslated(`JSXElement > JSXExpressionContainer > Literal[value=${TEXT_PATTERN}]`),
  untranslated(`JSXElement > JSXExpressionContainer > TemplateLiteral > TemplateElement[value.raw=${TEXT_PATTERN}]`),
  untranslated(`JSXElement > JSXExpressionContainer > ConditionalExpression > Literal[value=${TEXT_PATTERN}]`),
];

const ENVIRONMENT = { object: 'process', property: 'env', message: 'Only src/config.ts reads the environment.' };

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'data/**', 'bench-results/**', 'coverage/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.base],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.web.json', './tsconfig.e2e.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      ...budgets,
      eqeqeq: 'error',
      'no-console': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-ignore': true, 'ts-expect-error': true, 'ts-nocheck': true },
      ],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': 'error',
      'no-restricted-properties': [
        'error',
        ENVIRONMENT,
        { property: 'normalize', message: 'Use normalized of unicode.ts: it is linear in any text.' },
      ],
    },
  },
  {
    files: ['web/**/*.tsx', 'web/**/*.ts'],
    plugins: { 'react-hooks': hooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Whatever meets foreign text takes time in proportion to its length; test/lint plants one pattern of each kind.
    files: ['src/**', 'web/**', 'migrations/**', 'scripts/**'],
    plugins: { regexp, parley: { rules: { 'no-super-linear-restart': noSuperLinearRestart } } },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: false }],
      'parley/no-super-linear-restart': 'error',
    },
  },
  { files: ['web/**/*.tsx'], rules: { 'no-restricted-syntax': ['error', ...noUntranslatedText] } },
  {
    // Without its type, a reducer may write a field that the state does not have and nobody is told.
    files: ['web/state/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ArrowFunctionExpression[params.0.name="state"]:not([returnType])',
          message: 'A reducer names the state that it answers with.',
        },
      ],
    },
  },
  // A module of the container is one list of bindings.
  { files: ['src/container/*.module.ts'], rules: { 'max-lines-per-function': 'off' } },
  { files: ['**/unicode.ts'], rules: { 'no-restricted-properties': ['error', ENVIRONMENT] } },
  { files: ['src/config.ts', 'test/**', 'scripts/**'], rules: { 'no-restricted-properties': 'off' } },
  // One entry per variable.
  { files: ['src/config.ts'], rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  { files: ['src/main.ts', 'src/admin.ts', 'scripts/**', 'test/bench/**'], rules: { 'no-console': 'off' } },
  {
    // A test file is one long list of promises: its callbacks may be long, its expectations may cast what they poke.
    files: ['test/**'],
    rules: {
      'max-lines': ['error', { max: 600, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
    },
  },
  {
    // The page's policy forbids the second look at a condition that is told as a string; a function is looked at as often as it takes.
    files: ['test/e2e/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name="waitForFunction"] > :matches(Literal, TemplateLiteral).arguments',
          message: 'Give waitForFunction a function.',
        },
      ],
    },
  },
);
