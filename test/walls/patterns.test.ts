import { lintFiles } from './lint-files.ts';

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

const CODES = [...PLANTED.map(([, code]) => code), ...HARMLESS];
const FOLDERS = ['src/domain/kernel', 'src/adapters/http', 'web/app', 'web/lib', 'migrations', 'scripts'];

let found: ReturnType<typeof lintFiles>;
const rulesOf = (at: number) => found.get(`scripts/${at}.js`);

beforeAll(() => {
  found = lintFiles({
    ...Object.fromEntries(CODES.map((code, at) => [`scripts/${at}.js`, code])),
    ...Object.fromEntries(FOLDERS.map((folder) => [`${folder}/planted.ts`, '/^(?:a+)+$/.test(String());'])),
  });
}, 60_000);

describe('patterns that take more time than their text is long', () => {
  test.each(PLANTED.map(([kind], at) => [kind, at] as const))('are refused: %s', (_, at) => {
    expect(rulesOf(at)?.join()).toMatch(/super-linear/);
  });

  test.each(HARMLESS.map((code, at) => [code, at + PLANTED.length] as const))('and others are not: %s', (_, at) => {
    expect(rulesOf(at)).toEqual([]);
  });

  test.each(FOLDERS)('are refused in %s', (folder) => {
    expect(found.get(`${folder}/planted.ts`)).toContain('regexp(no-super-linear-backtracking)');
  });
});
