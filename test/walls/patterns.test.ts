import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** One planted pattern of each kind that takes more than its text's length; each line is linted by itself. */
const PLANTED: readonly (readonly [kind: string, code: string])[] = [
  [
    'comments that may be empty, as once read in every uploaded file',
    String.raw`/^(?:<!--[\s\S]*?-->|\s)*<svg/i.test(text)`,
  ],
  ['nested loops', '/^(?:a+)+$/.test(text)'],
  ['two loops over the same signs', String.raw`/^\s*\s*x/.test(text)`],
  ['an address with dots', String.raw`/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)`],
  ['an ending', String.raw`text.replace(/\s+$/, '')`],
  ['an ending after a loop', String.raw`text.replace(/[ \t]*#*$/, '')`],
  ['a search that begins with a loop', String.raw`text.match(/\p{L}*\p{Ll}\p{Lu}\p{L}*/gu)`],
  ['a search for a pair of tags', String.raw`text.replace(/<think>[\s\S]*?<\/think>/g, '')`],
  ['a search from the first to the last bracket', String.raw`/\[[\s\S]*\]/.exec(text)`],
  ['a tag in a tag', '/<[^>]*>/.exec(text)'],
  ['a fence that is named', String.raw`/<<<DATA [^\n]*\n/g.exec(text)`],
  ['a loop about a word', String.raw`/^\S*\{host\}\S*$/.test(text)`],
  ['looking ahead for something far', '/x(?=[^]*y)/g.test(text)'],
  ['looking behind', String.raw`/(?<=\s*)x/.test(text)`],
  ['lines that may begin anywhere', '/^=== [^\\n]* ===$/m.test(text)'],
  ['code between ticks', '/(`+)(?:(?!\\1)[\\s\\S])*?\\1/g.exec(text)'],
  ['a pattern made of text', "new RegExp('<b>[^]*?</b>', 'g')"],
  ['a pattern made of known parts', String.raw`{ const tag = 'b'; RegExp('<' + tag + '>[^]*</' + tag + '>'); }`],
  ['a pattern too large to be judged', String.raw`/\[([^\][]*)\]\((?:[^()]|\([^()]{0,200}\)){0,500}\)/.exec(text)`],
];

/** What is like them, and takes no more than one pass. */
const HARMLESS = [
  String.raw`text.replace(/\s+/g, ' ')`,
  '/"[^"]*"/.exec(text)',
  String.raw`/^\s*#/.test(text)`,
  '/<[^<>]*>/.exec(text)',
  "/'''[^]*?'''/.exec(text)",
  String.raw`/(?<!\\)\$/.test(text)`,
  String.raw`/\[\^[^\]\s]{1,40}\]/.exec(text)`,
  '/a[^b]*/.exec(text)',
  'new RegExp(text)',
  String.raw`/^(?:"[^"]*"|\([^()]*\)|\s)*x/.test(text)`,
];

const SOURCE = `
  import { ESLint } from 'eslint';
  const rules = ['regexp/no-super-linear-backtracking', 'regexp/no-super-linear-move', 'parley/no-super-linear-restart'];
  const { codes, files } = JSON.parse(process.env.PLANTED);
  const eslint = new ESLint();
  const lint = async (code) => (await eslint.lintText(code, { filePath: 'scripts/planted.js' })).flatMap(({ messages }) => messages.map(({ ruleId }) => ruleId));
  const found = [];
  for (const code of codes) found.push(await lint(code));
  const held = [];
  for (const file of files) {
    const config = await eslint.calculateConfigForFile(file);
    held.push(rules.every((rule) => config.rules[rule]?.[0] === 2));
  }
  console.log(JSON.stringify({ found, held }));
`;

const FILES = [
  'src/domain/kernel/json.ts',
  'src/adapters/http/mount.ts',
  'web/app/main.tsx',
  'web/lib/api.ts',
  'migrations/index.ts',
  'scripts/build.js',
];

let found: readonly (readonly string[])[];
let held: readonly boolean[];

beforeAll(() => {
  const codes = [...PLANTED.map(([, code]) => code), ...HARMLESS];
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', SOURCE], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PLANTED: JSON.stringify({ codes, files: FILES }) },
  });
  if (run.status !== 0) throw new Error(run.stderr);
  ({ found, held } = JSON.parse(run.stdout) as { found: string[][]; held: boolean[] });
}, 60_000);

describe('patterns that take more time than their text is long', () => {
  test.each(PLANTED.map(([kind], at) => [kind, at] as const))('are refused: %s', (_, at) => {
    expect(found[at]?.join()).toMatch(/super-linear/);
  });

  test.each(HARMLESS.map((code, at) => [code, at + PLANTED.length] as const))('and others are not: %s', (_, at) => {
    expect(found[at]).toEqual([]);
  });

  test('in every folder of the product', () => {
    expect(held).toEqual(FILES.map(() => true));
  });
});
