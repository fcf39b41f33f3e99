import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { lintFiles } from './lint-files.ts';

/** One breach of every rule, by the name that the linter gives it. */
const PLANTED: Readonly<Record<string, { file: string; code: string }>> = {
  'eslint(max-lines)': { file: 'src/long.ts', code: 'export {};\n'.repeat(251) },
  'eslint(max-lines-per-function)': {
    file: 'src/function.ts',
    code: `export const f = (log: (n: number) => void) => {\n${'  log(1);\n'.repeat(60)}};`,
  },
  'eslint(complexity)': {
    file: 'src/branches.ts',
    code: `export const f = (n: number) => {\n${'  if (n > 1) n += 1;\n'.repeat(10)}  return n;\n};`,
  },
  'eslint(max-params)': {
    file: 'src/params.ts',
    code: 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1) => [a, b, c, d, e, f, g];',
  },
  'eslint(eqeqeq)': { file: 'src/equal.ts', code: 'export const f = (a: string, b: string) => a == b;' },
  'eslint(no-console)': { file: 'src/console.ts', code: 'console.log(1);' },
  'eslint(prefer-const)': { file: 'src/const.ts', code: 'let a = 1;\nexport const b = () => a;' },
  'eslint(object-shorthand)': { file: 'src/short.ts', code: 'export const f = (a: number) => ({ a: a });' },
  'eslint(no-restricted-properties)': {
    file: 'src/form.ts',
    code: "export const f = (a: string) => a.normalize('NFC');",
  },
  'typescript(no-explicit-any)': { file: 'src/any.ts', code: 'export const f = (a: any) => [a];' },
  'typescript(no-non-null-assertion)': { file: 'src/null.ts', code: 'export const f = (a: string | null) => a!;' },
  'typescript(ban-ts-comment)': { file: 'src/ignore.ts', code: '// @ts-ignore\nexport const a = 1;' },
  'typescript(consistent-type-assertions)': {
    file: 'src/cast.ts',
    code: 'export const f = (a: unknown) => a as string;',
  },
  'typescript(consistent-type-imports)': {
    file: 'src/import.ts',
    code: "import { A } from './exported.ts';\nexport const f = (a: A) => [a];",
  },
  'typescript(no-floating-promises)': { file: 'src/floating.ts', code: 'Promise.resolve(1);\nexport {};' },
  'typescript(no-misused-promises)': {
    file: 'src/misused.ts',
    code: 'export const f = (work: () => Promise<void>) => [1].forEach(work);',
  },
  'typescript(only-throw-error)': {
    file: 'src/throw.ts',
    code: "export const f = () => {\n  throw 'text';\n};",
  },
  'typescript(TS2322)': { file: 'src/type.ts', code: "export const a: number = 'text';" },
  'typescript(TS6133)': { file: 'src/unused.ts', code: 'const a = 1;\nexport {};' },
  'react-hooks(rules-of-hooks)': {
    file: 'web/rule.tsx',
    code: "import { useState } from 'react';\nexport const P = ({ on }: { on: boolean }) => (on ? useState(1)[0] : 1);",
  },
  'react-hooks(exhaustive-deps)': {
    file: 'web/deps.tsx',
    code:
      "import { useEffect } from 'react';\nexport const P = ({ f }: { f: () => void }) => {\n" +
      '  useEffect(() => f(), []);\n  return 1;\n};',
  },
  'regexp(no-super-linear-backtracking)': {
    file: 'src/loop.ts',
    code: 'export const f = (t: string) => /^(?:a+)+$/.test(t);',
  },
  'regexp(no-super-linear-move)': {
    file: 'src/move.ts',
    code: "export const f = (t: string) => t.replace(/\\s+$/, '');",
  },
  'parley(no-super-linear-restart)': {
    file: 'src/restart.ts',
    code: "export const f = (t: string) => t.replace(/<b>[^]*?<\\/b>/g, '');",
  },
  'parley(translated-texts)': { file: 'web/text.tsx', code: 'export const P = () => <p>Some words</p>;' },
  'parley(named-state)': {
    file: 'web/state/slice.ts',
    code: 'export const f = (state: { a: number }) => ({ ...state, b: 1 });',
  },
  'parley(function-conditions)': {
    file: 'test/e2e/wait.ts',
    code: "export const f = (page: { waitForFunction(what: string): void }) => page.waitForFunction('1');",
  },
  'Unused oxlint-disable directive (no problems were reported).': {
    file: 'src/directive.ts',
    code: '// oxlint-disable-next-line no-console\nexport const a = 1;',
  },
};

/** Where a rule is off, or a text is harmless. */
const HARMLESS: Readonly<Record<string, string>> = {
  'src/exported.ts': 'export type A = string;',
  'src/config.ts': "declare const process: { env: Record<string, string> };\nexport const a = process.env['A'];",
  'src/main.ts': 'console.log(1);\nexport {};',
  'src/domain/kernel/unicode.ts': "export const f = (a: string) => a.normalize('NFC');",
  'src/container/a.module.ts': PLANTED['eslint(max-lines-per-function)']?.code ?? '',
  'test/cast.test.ts': 'export const f = (a: unknown) => a as string;',
  'web/brand.tsx': 'export const P = () => <p> Parley </p>;',
};

let found: ReturnType<typeof lintFiles>;

beforeAll(() => {
  found = lintFiles({
    ...Object.fromEntries(Object.values(PLANTED).map(({ file, code }) => [file, code])),
    ...HARMLESS,
    'web/newer.ts': 'export const f = (a: AbortSignal, b: AbortSignal) => AbortSignal.any([a, b]);',
    'src/kernel.ts': "declare const process: { env: Record<string, string> };\nexport const a = process.env['A'];",
  });
}, 60_000);

describe('the rules of the house', () => {
  test.each(Object.entries(PLANTED))('%s is enforced', (rule, { file }) => {
    expect(found.get(file)).toContain(rule);
  });

  test.each(Object.keys(HARMLESS))('and ask nothing of %s that it need not do', (file) => {
    expect(found.get(file)?.filter((rule) => !/TS(?:2307|2686|7026|17004)\)/.test(rule))).toEqual([]);
  });

  test('only the configuration reads the environment', () => {
    expect(found.get('src/kernel.ts')).toContain('eslint(no-restricted-properties)');
  });

  test('the page calls nothing that the oldest supported browsers have not', () => {
    expect(found.get('web/newer.ts')).toContain('eslint(no-restricted-properties)');
  });

  test('each that stands in the configuration is planted here', () => {
    const config = readFileSync(resolve(import.meta.dirname, '../../.oxlintrc.json'), 'utf8');
    const names = [...config.matchAll(/"([a-z-]+(?:\/[a-z-]+)?)": (?:"error"|\[\s*"error")/g)].map(
      ([, name = '']) => name,
    );
    const planted = Object.keys(PLANTED).map((rule) => /\(([a-z-]+)\)$/.exec(rule)?.[1]);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !planted.includes(name.split('/').at(-1)))).toEqual([]);
  });
});
