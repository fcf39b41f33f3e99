import { act, render } from '@testing-library/react';

import { findMarks } from '../../../../src/domain/citations/markdown/citation-marks.ts';
import { buildPage } from '../../../../web/features/document/document-content.ts';
import { SpokenText } from '../../../../web/features/chat/conversation/spoken-text.ts';
import { toFileName } from '../../../../web/lib/download.ts';
import { SseParser } from '../../../../web/features/chat/engine/sse-parser.ts';
import { BlockSplitter } from '../../../../web/ui/markdown/block-splitter.ts';
import { highlight } from '../../../../web/ui/markdown/highlighter.ts';
import { truncateToStep, isTooComplex, isFormulaTooComplex } from '../../../../web/ui/markdown/complexity-limits.ts';
import { Markdown, markdownReady } from '../../../../web/ui/markdown/markdown.tsx';
import { countMarks, trimPartialMark } from '../../../../web/ui/markdown/citation-marks.ts';
import { hasFormulas, countFormulaCharacters, normalizeFormulas } from '../../../../web/ui/markdown/formulas.ts';
import { repairMarkdown } from '../../../../web/ui/markdown/repair-markdown.ts';
import { PlainTextTailSplitter } from '../../../../web/ui/markdown/plain-text-tail.ts';
import { sanitizeMarkdown } from '../../../../web/ui/markdown/sanitize-markdown.ts';
import { expectLinear } from '../../../support/expect-linear.ts';
import { expectLinearInText } from '../../../support/expect-linear-in-text.ts';

type Known = readonly (string | readonly [string, string, string])[];

const NO_DETAILS = { document: null } as never;
const pageFor = (text: string) =>
  buildPage(
    {
      content: {
        messageId: 'm1',
        query: 'q',
        time: '',
        text,
        streaming: false,
        details: NO_DETAILS,
        relatedQuestions: [],
      },
      wasStreamed: false,
      withStandfirst: true,
    },
    (() => 'x') as never,
  );

const READERS: readonly (readonly [name: string, read: (text: string) => unknown, known: Known])[] = [
  ['blocks', (text) => new BlockSplitter().update(text), ['[a]: b\n', '```\n', '- a\n', '~', '$$\n', 'a']],
  ['marks', countMarks, ['[](', '`', '[1', ['', '[a](', ')']]],
  ['half a mark', trimPartialMark, ['[', '[1 ']],
  [
    'formulas',
    (text) => [hasFormulas(text), normalizeFormulas(text), countFormulaCharacters(text)],
    ['$', '$$', '$$a$$ ', '\\(', ['', '\\(a ', '\n\\)'], '\\[', '`', '`` ` ', '$a$ ', '\n\n$$'],
  ],
  ['mending', (text) => repairMarkdown(text, ''), ['*', '`', '[a', ['**', ' a', ''], '| a |\n']],
  ['tail', (text) => new PlainTextTailSplitter().update(text), [['a', ' ', 'x'], 'a ']],
  [
    'limits',
    (text) => [isTooComplex(text), isFormulaTooComplex(text), truncateToStep(text)],
    ['> ', '- ', '| a\n|-\n', ' ', '1', '\\left'],
  ],
  ['the page of a document', pageFor, [['# ', '[](', ''], ['# a', ' ', 'x'], ['# a', ' [1', ''], '\n ']],
  ['the name of a file', (text) => toFileName(text, 'md'), ['-', ['-', '\u0315', '\u0316'.repeat(20_000)]]],
  ['sentences that are read out', (text) => new SpokenText(String).next(text, false), ['."', '.']],
  ['a stream', (text) => new SseParser().push(new TextEncoder().encode(`${text}\r`)), ['data: a\n', '\n', 'data']],
];

beforeAll(() => markdownReady());

describe('the page takes time in proportion to its text', () => {
  test.each(READERS)('%s', async (_, read, known) => expectLinearInText(read, { knownSlow: known, runs: 20 }), 120_000);

  test('a stream that comes byte by byte', async () => {
    const run = (text: string) => {
      const parser = new SseParser();
      for (const byte of new TextEncoder().encode(text)) parser.push(new Uint8Array([byte]));
    };
    await expectLinearInText(run, {
      runs: 6,
      knownSlow: ['data: a', 'data: a\n', 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n', ['data: a', '\r', '']],
    });
  }, 120_000);

  test('blocks of a text that grows token by token', async () => {
    const run = (text: string) => {
      const splitter = new BlockSplitter();
      for (let end = 0; end <= text.length; end += 4) splitter.update(text.slice(0, end));
    };
    await expectLinearInText(run, {
      size: 6000,
      runs: 8,
      knownSlow: ['a ', 'a', '```\n', '~', '- a\n', '[a]: b\n', '| a |\n', ['```\n', 'x\n', ''], ['```\n', '`', '']],
    });
  }, 120_000);

  test.each(['javascript', 'csharp', 'java', 'markdown', 'xml', 'cpp', 'ini'])(
    'colours of %s',
    async (language) => {
      await expectLinearInText((text) => highlight(text, language), {
        runs: 8,
        knownSlow: ['[a](', '$', 'a', 'fn ', '<a '],
      });
    },
    120_000,
  );
});

const drawn = (text: string): HTMLElement => {
  const { container, unmount } = render(<Markdown text={text} />);
  const copy = container.cloneNode(true) as HTMLElement;
  unmount();
  return copy;
};

describe('drawing a text takes time in proportion to its length', () => {
  test.each([
    ['[a]('],
    ['!['],
    ['> '],
    ['>'],
    ['1. '],
    ['*_'],
    ['*a**b*'],
    ['&amp;'],
    ['<a'],
    ['a@b.'],
    ['> a\n'],
    ['- a\n'],
    ['a **b** '],
    ['[a]: b\n\n[a] '],
    ['$$\\frac{'],
    ['$x^2$ '],
  ])(
    '%j',
    async (pump) => expectLinear({ size: 600, make: (size) => pump.repeat(Math.ceil(size / pump.length)), run: drawn }),
    300_000,
  );

  test('a paragraph that streams', async () => {
    const [pump, size] = ['a *b* ', 2000] as const;
    const whole = (length: number) => pump.repeat(Math.ceil(length / pump.length));
    const run = (text: string) => {
      const { rerender, unmount } = render(<Markdown text="" streaming />);
      const step = 400;
      for (let end = 0; end <= text.length; end += step)
        act(() => rerender(<Markdown text={text.slice(0, end)} streaming />));
      unmount();
    };
    await expectLinear({ size, make: whole, run });
  }, 300_000);
});

describe('writing a text to a file that loads nothing takes time in proportion to its length', () => {
  test.each(['* ', '](', ' [1]', '> ', '*_', '![', '[a](', '<a ', '<!--', '| a '])(
    '%j',
    async (pump) =>
      expectLinear({
        size: 5000,
        make: (size) => pump.repeat(Math.ceil(size / pump.length)),
        run: sanitizeMarkdown,
      }),
    300_000,
  );
});

describe('beyond the limits a text is shown as it was written', () => {
  test.each([
    ['links that never close', '[a]('.repeat(10_000)],
    ['quotes in quotes', `${'> '.repeat(3000)}a`],
    ['lists in lists', `${'1. '.repeat(2000)}a`],
    ['emphasis in emphasis', `${'*_'.repeat(2000)}a${'_*'.repeat(2000)}`],
    ['a block without end', '| a '.repeat(30_000)],
  ])('%s', (_, text) => {
    expect(drawn(text).textContent?.trim()).toBe(text.trim());
  });

  test('a formula too deep or too long, and more formulas than a page can take', async () => {
    const deep = `$$${'\\frac{1}{'.repeat(300)}x${'}'.repeat(300)}$$`;
    const { container } = render(<Markdown text={`Small: $x^2$.\n\n${deep}\n\n$$\n${'\\sqrt{'.repeat(300)}\n`} />);
    await act(async () => {
      await import('../../../../web/ui/markdown/math-plugins.ts');
    });
    await act(async () => undefined);
    expect(container.querySelectorAll('.katex')).toHaveLength(1);
    expect(container.textContent).toContain('\\frac{1}{\\frac{1}{');
    expect(container.textContent).toContain('\\sqrt{\\sqrt{');
    const many = drawn(`$a^{${' '.repeat(900)}}$\n\n`.repeat(60));
    expect(many.querySelectorAll('.katex').length).toBeLessThan(40);
    expect(many.querySelectorAll('code').length).toBeGreaterThan(20);
  }, 60_000);

  test('and what people and models write is not: long tables, lists with code, letters of deep code', () => {
    const rows = '| **a** | [b](c) | `d` |\n'.repeat(600);
    expect(isTooComplex(`| a | b | c |\n|---|---|---|\n${rows}`)).toBe(false);
    const code =
      `1. Do this:\n\n   \`\`\`js\n` +
      `${'   const a = [b[0], `c`, d * e] && !f;\n'.repeat(400)}   \`\`\`\n` +
      '2. Then that.';
    expect(isTooComplex(code)).toBe(false);
    expect(isTooComplex(`${'Words with *some* emphasis, [a link](b) and `code`.\n'.repeat(60)}`)).toBe(false);
    expect(isTooComplex('> > - a\n> >   1. b\n> >      - c')).toBe(false);
    expect(isFormulaTooComplex('\\frac{1}{\\sqrt{\\frac{a}{b+\\left(\\frac{c}{d}\\right)}}}')).toBe(false);
    expect(isFormulaTooComplex(`\\begin{pmatrix}${'a & b \\\\ '.repeat(100)}\\end{pmatrix}`)).toBe(false);
  });
});

test('page and server find the same marks', async () => {
  const fc = (await import('fast-check')).default;
  const piece = fc.constantFrom(
    '[1]',
    '[2, 3]',
    '【1】',
    '`',
    '``',
    '```',
    '~~~',
    '\n',
    ' ',
    '[a](',
    ')',
    '(',
    '![',
    ']',
    'x',
    '[',
    '**',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      expect(countMarks(text)).toBe(findMarks(text).length);
    }),
    { seed: 13, numRuns: 400 },
  );
});
