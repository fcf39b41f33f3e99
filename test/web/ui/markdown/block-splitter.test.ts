import { BlockSplitter, type Block, type Blocks } from '../../../../web/ui/markdown/block-splitter.ts';
import { hasFormulas, normalizeFormulas } from '../../../../web/ui/markdown/formulas.ts';
import { repairMarkdown } from '../../../../web/ui/markdown/repair-markdown.ts';

const listed = ({ groups, recent, open }: Blocks): Block[] => [...groups.flat(), ...recent, ...(open ? [open] : [])];
const split = (text: string): string[] =>
  listed(new BlockSplitter().update(text)).map(({ kind, language, text: of }) =>
    kind === 'code' ? `[${language}] ${of}` : of,
  );

const SAMPLE = [
  '# Title',
  'A paragraph\nover two lines.',
  '- one\n\n- two\n\n  ```js\n  x\n\n  y\n  ```\n\n- three',
  '```python\na = 1\n\nb = 2\n```',
  '$$\na\n\nb\n$$',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'End.',
].join('\n\n');

test('blank lines part blocks, but not inside fences, formulas and lists', () => {
  expect(split(SAMPLE)).toEqual([
    '# Title',
    'A paragraph\nover two lines.',
    '- one\n\n- two\n\n  ```js\n  x\n\n  y\n  ```\n\n- three',
    '[python] a = 1\n\nb = 2',
    '$$\na\n\nb\n$$',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    'End.',
  ]);
});

test('a text that grows letter by letter ends in the same blocks as the whole text', () => {
  const growing = new BlockSplitter();
  for (let end = 1; end <= SAMPLE.length; end += 1) growing.update(SAMPLE.slice(0, end));
  expect(listed(growing.update(SAMPLE)).map(({ kind, text }) => [kind, text])).toEqual(
    listed(new BlockSplitter().update(SAMPLE)).map(({ kind, text }) => [kind, text]),
  );
});

test('a settled block is the very same object for ever, so a view need not look at it again', () => {
  const growing = new BlockSplitter();
  const first = listed(growing.update('One.\n\nTwo.\n\nThr'))[0];
  const later = growing.update(`One.\n\nTwo.\n\nThree.\n\n${'More.\n\n'.repeat(40)}`);
  expect(listed(later)[0]).toBe(first);
  expect(later.groups.length).toBeGreaterThan(1);
  const group = later.groups[0];
  expect(growing.update(`One.\n\nTwo.\n\nThree.\n\n${'More.\n\n'.repeat(60)}`).groups[0]).toBe(group);
});

test('the block before is settled as soon as the next one begins, not when its first line ends', () => {
  const { recent, open } = new BlockSplitter().update('One.\n\nA long paragraph that is still being');
  expect(recent.map(({ text }) => text)).toEqual(['One.']);
  expect(open?.text).toBe('A long paragraph that is still being');
});

test('an unfinished fence is open code; one inside a list is closed for drawing', () => {
  expect(new BlockSplitter().update('```ts\nconst a').open).toMatchObject({
    kind: 'code',
    language: 'ts',
    text: 'const a',
    closed: false,
  });
  expect(new BlockSplitter().update('```ts\nconst a\n``').open?.text).toBe('const a');
  const { open } = new BlockSplitter().update('- item\n\n  ```ts\n  const a');
  expect(open).toMatchObject({ kind: 'text', closingMarkup: '\n  ```' });
});

test('a line that does not yet tell what it is waits until it does', () => {
  expect(new BlockSplitter().update('Text.\n\n``').open).toBeNull();
  expect(new BlockSplitter().update('Text.\n\n```typ').open).toBeNull();
  expect(new BlockSplitter().update('- one\n\n``').open?.text).toBe('- one\n\n');
  expect(new BlockSplitter().update('Text.\n\n`code` first').open?.text).toBe('`code` first');
});

test('a fence is closed only by one of its kind and length', () => {
  expect(split('````md\n```\nnested\n```\n````\n\nafter')).toEqual(['[md] ```\nnested\n```', 'after']);
  expect(split('~~~\n```\n~~~\n')).toEqual(['[] ```']);
});

test('a fence right after a paragraph begins its own block', () => {
  expect(split('Look:\n```sh\nls\n```\nDone.')).toEqual(['Look:', '[sh] ls', 'Done.']);
});

test('another text starts over', () => {
  const splitter = new BlockSplitter();
  splitter.update('One.\n\nTwo.');
  expect(listed(splitter.update('Else.')).map(({ text }) => text)).toEqual(['Else.']);
});

test('a very long list is split between its items and keeps its numbers', () => {
  const items = Array.from({ length: 80 }, (_, at) => `${at + 1}. ${'word '.repeat(10)}`).join('\n');
  const blocks = split(items);
  expect(blocks.length).toBeGreaterThan(1);
  expect(blocks.join('\n').match(/^\d+\./gm)).toHaveLength(80);
});

test('link targets named anywhere are known everywhere', () => {
  const { definitions } = new BlockSplitter().update('See [the docs][d].\n\n[d]: https://example.org\n\nEnd');
  expect([...definitions]).toEqual([['d', '[d]: https://example.org']]);
});

test.each([
  ['an open bold', 'some **bold te', 'some **bold**'],
  ['its first word', 'some **bol', 'some'],
  ['a bold that has only begun', 'some **', 'some'],
  ['open code', 'use `npm ru', 'use `npm`'],
  ['code after code', 'a `b` and `c d', 'a `b` and `c`'],
  ['half a link', 'see [the docs](https://exa', 'see the docs'],
  ['nothing to mend', 'a `b` **c** [d](e)', 'a `b` **c** [d](e)'],
  ['earlier lines', 'a ** b\nc', 'a ** b\nc'],
])('while it is typed, %s does not flash up as signs', (_, typed, drawn) => {
  expect(repairMarkdown(typed, '').trimEnd()).toBe(drawn);
});

test('tables grow by whole rows and show with their first', () => {
  expect(repairMarkdown('Text\n| a | b |\n|---', '')).toBe('Text\n');
  expect(repairMarkdown('| a | b |\n|---|---|\n| 1 ', '')).toBe('');
  expect(repairMarkdown('| a | b |\n|---|---|\n| 1 | 2 |\n| 3', '')).toBe('| a | b |\n|---|---|\n| 1 | 2 |\n');
});

test('a long block is drawn by whole lines', () => {
  const long = `${'a line of text\n'.repeat(300)}half a li`;
  expect(repairMarkdown(long, '')).toBe('a line of text\n'.repeat(300));
});

test.each([
  'It costs $5.',
  'between $5 and $10',
  'US$5 or $6,50',
  '$5-$10 each',
  '5$ or 6$',
  'a \\$x\\$ b',
  '`$x$`',
  '```\n$$x$$\n```',
  '$ x $',
  '$20, or 30$',
])('%s is no formula', (text) => {
  expect(hasFormulas(text)).toBe(false);
});

test.each([
  ['$x$', '$$x$$'],
  ['$2x + 1 = 5$', '$$2x + 1 = 5$$'],
  ['so \\(a_1\\) is', 'so $$a_1$$ is'],
  ['\\[a\\]', '$$\na\n$$'],
  ['$$a$$', '$$\na\n$$'],
  ['  \\[\na \\\\[2pt]\nb\n\\]', '  $$\n  a \\\\[2pt]\n  b\n  $$'],
  ['text $$a$$ text', 'text $$a$$ text'],
])('%s is a formula', (text, written) => {
  expect([hasFormulas(text), normalizeFormulas(text)]).toEqual([true, written]);
});
