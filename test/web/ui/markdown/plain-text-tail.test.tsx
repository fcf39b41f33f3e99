import { render, waitFor } from '@testing-library/react';

import { BlockSplitter } from '../../../../web/ui/markdown/block-splitter.ts';
import { Markdown, preloadMarkdown } from '../../../../web/ui/markdown/markdown.tsx';
import { repairMarkdown } from '../../../../web/ui/markdown/repair-markdown.ts';
import { RichText } from '../../../../web/ui/markdown/rich-text.tsx';
import { PlainTextTailSplitter } from '../../../../web/ui/markdown/plain-text-tail.ts';

beforeAll(() => {
  preloadMarkdown();
});

const heads = (text: string): string[] => {
  const splitter = new PlainTextTailSplitter();
  const seen = new Set<string>();
  for (let end = 1; end <= text.length; end += 1) {
    const { head, tail } = splitter.update(text.slice(0, end));
    expect(head + tail).toBe(text.slice(0, end));
    seen.add(head);
  }
  return [...seen];
};

test('words after words are not parsed again', () => {
  expect(heads('Some words, and more of them: as many as one likes.')).toEqual(['S', 'So', 'Som', 'Some']);
});

test.each([
  ['a link', 'Look at www.example.org'],
  ['an address', 'Write to a@e.org'],
  ['a cell', '| some words and'],
  ['a quote', '> some words and'],
  ['code', '    some words and'],
  ['a link target', '[notes]: some words'],
  ['a formula', 'Some $a b'],
  ['a rule', '- - -'],
  ['a footnote', 'Some[^1] words and'],
])('what may be %s is parsed as a whole', (_, text) => {
  expect(new PlainTextTailSplitter().update(text)).toEqual({ head: text, tail: '' });
});

const TEXTS = [
  'Plain words with **bold words** and _some_ `code in it` and [a link](https://example.org/notes) to follow, ' +
    'then more words.',
  '# A heading of words\nand a paragraph under it\nthat goes on',
  '- one item of words\n- two *items* of words\n  - an item within it\n    that goes on\n- [x] a task that is done',
  '1. first of them all\n\n   with a paragraph of its own\n\n2. second of them all',
  '> a quote of words\nthat goes on lazily\n> - with an item\n> > and a quote in it',
  'Title of words\n===\nText of words',
  '| a b | c d |\n|---|---|\n| one two | three four |\nfive six seven',
  'Some <b>markup here</b> and a <https://example.org> address and www.example.org too',
  'The sum is $a + b$ and the price $5 or so, and 2 * 3 * 4 is much',
  'A hard break  \nand one more\\\nand an &amp; entity &am p; here',
  'Words ~~struck out here~~ and on. 1. not a list - nor this',
  'שלום עולם טוב and some words, 你好 世界 and é́ accents',
];

const shape = (view: Element | null): string => {
  const copy = document.createElement('div');
  copy.innerHTML = view?.innerHTML ?? '';
  copy.normalize();
  return copy.innerHTML.replace(/\s+(?=<\/(?:p|li|h1)>|$)/g, '');
};

test.each(TEXTS)(
  'letter by letter it looks at each moment as if parsed at once: %s',
  async (text) => {
    const grown = render(<Markdown text="Begin" streaming />);
    await waitFor(() => expect(grown.container.querySelector('.plain')).toBeNull());
    const parsed = render(<div />);
    for (let end = 1; end <= text.length; end += 1) {
      const open = new BlockSplitter().update(text.slice(0, end)).open;
      grown.rerender(<Markdown text={text.slice(0, end)} streaming />);
      parsed.rerender(<RichText text={open ? repairMarkdown(open.text, open.closingMarkup) : ''} tail="" growing />);
      expect(shape(grown.container.querySelector('.block'))).toBe(shape(parsed.container));
    }
  },
  30_000,
);
