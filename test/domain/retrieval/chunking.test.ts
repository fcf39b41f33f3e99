import type { TextBlock } from '../../../src/domain/files/ports/documents.ts';
import { chunkDocument } from '../../../src/domain/retrieval/chunk-document.ts';
import { aBlock } from '../../fakes/document-reader.ts';

const chunk = (...blocks: TextBlock[]) => chunkDocument({ blocks, pages: 0 });
const heading = (text: string, level = 1, page: number | null = null) => aBlock(text, { kind: 'heading', level, page });
const sentences = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `Sentence number ${from + at} tells of thing ${from + at}.`).join(' ');

describe('chunks of a file', () => {
  test('are numbered in reading order, and nothing of the text is lost', () => {
    const text = sentences(120);
    const chunks = chunk(aBlock(text));
    expect(chunks.map(({ ordinal }) => ordinal)).toEqual(chunks.map((_, at) => at));
    for (const [word] of text.matchAll(/thing \d+\./g))
      expect(chunks.some((part) => part.text.includes(word))).toBe(true);
    expect(chunks.every((part) => part.text.length <= 1350)).toBe(true);
  });

  test('long prose is cut at the end of a sentence and repeats a little of what stood before', () => {
    const [first, second] = chunk(aBlock(sentences(60)));
    expect(first?.text.length).toBeGreaterThan(500);
    expect(first?.text).toMatch(/\.$/);
    const begins = second?.text.slice(0, 40) ?? '';
    expect(first?.text).toContain(begins);
  });

  test('short paragraphs under one heading are put together, and a heading begins a new chunk', () => {
    const chunks = chunk(
      heading('Care'),
      aBlock('Water it.'),
      aBlock('Give it light.'),
      heading('Soil'),
      aBlock('Use loam.'),
    );
    expect(chunks.map(({ heading: path, text }) => [path, text])).toEqual([
      ['Care', 'Water it.\n\nGive it light.'],
      ['Soil', 'Use loam.'],
    ]);
  });

  test('know the headings above them, and forget those of closed sections', () => {
    const chunks = chunk(
      heading('Manual'),
      heading('Engine', 2),
      aBlock('Oil.'),
      heading('Pump', 3),
      aBlock('Valve.'),
      heading('Wheels', 2),
      aBlock('Air.'),
    );
    expect(chunks.map((each) => each.heading)).toEqual([
      'Manual › Engine',
      'Manual › Engine › Pump',
      'Manual › Wheels',
    ]);
  });

  test('a heading with nothing below it can be found all the same', () => {
    const chunks = chunk(heading('One'), heading('Two'), aBlock('Text.'), heading('End'));
    expect(chunks.map(({ heading: path, text }) => [path, text])).toEqual([
      ['', 'One'],
      ['Two', 'Text.'],
      ['', 'End'],
    ]);
  });

  test('never cross a page, so that each names one', () => {
    const chunks = chunk(aBlock('End of one.', { page: 1 }), aBlock('Start of two.', { page: 2 }));
    expect(chunks.map(({ page, text }) => [page, text])).toEqual([
      [1, 'End of one.'],
      [2, 'Start of two.'],
    ]);
  });

  test('code stays apart from prose and is cut at lines, without repeating any', () => {
    const lines = Array.from({ length: 80 }, (_, at) => `const value${at} = compute(${at});`);
    const chunks = chunk(aBlock('This is how:'), aBlock(lines.join('\n'), { kind: 'code' }), aBlock('Done.'));
    expect(chunks.map(({ kind }) => kind)).toEqual([
      'text',
      ...Array.from({ length: chunks.length - 2 }, () => 'code'),
      'text',
    ]);
    expect(
      chunks
        .filter(({ kind }) => kind === 'code')
        .map(({ text }) => text)
        .join('\n'),
    ).toBe(lines.join('\n'));
  });

  test('each part of a long table names its columns', () => {
    const rows = Array.from({ length: 90 }, (_, at) => `city ${at} | ${at * 1000}`);
    const chunks = chunk(aBlock(['City | People', ...rows].join('\n'), { kind: 'table' }));
    expect(chunks.length).toBeGreaterThan(1);
    for (const part of chunks) expect(part.text.split('\n')[0]).toBe('City | People');
  });

  const tableOf = (names: readonly string[], rows: readonly (readonly string[])[]) =>
    chunk(aBlock([names, ...rows].map((cells) => cells.join(' | ')).join('\n'), { kind: 'table' }));

  test('a header of long names is repeated with shorter ones, and every column keeps one', () => {
    const names = [
      'City',
      'Inhabitants',
      ...Array.from({ length: 8 }, (_, at) => `Figure ${at} ${'of the year '.repeat(6)}`),
    ];
    const rows = Array.from({ length: 40 }, (_, at) => names.map((_name, column) => `${at}.${column}`));
    const chunks = tableOf(names, rows);
    for (const { text } of chunks) {
      const [head = '', ...body] = text.split('\n');
      const columns = head.split(' | ');
      expect(
        columns.map((column) => column.replace('…', '')).every((column, at) => names[at]?.startsWith(column)),
      ).toBe(true);
      expect(columns).toHaveLength(10);
      expect(new Set(columns).size).toBe(10);
      expect(body.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(1350);
    }
    const all = chunks.map(({ text }) => text).join('\n');
    for (const cell of rows.flat()) expect(all).toContain(cell);
  });

  test('the rows of a wide table are written with the names of their values', () => {
    const names = Array.from({ length: 60 }, (_, at) => `column ${at}`);
    const rows = Array.from({ length: 3 }, (_, at) => names.map((_name, column) => `value ${at}/${column}`));
    const chunks = tableOf(names, rows);
    rows.forEach((row, at) =>
      row.forEach((value, column) => {
        const part = chunks.find(({ text }) => text.split('\n').includes(`column ${column}: ${value}`));
        expect(part?.text).toContain(`column 0: value ${at}/0`);
        expect(part?.text.length).toBeLessThanOrEqual(1350);
      }),
    );
  });

  test('a long cell is split under the name of its column, and begins with its row', () => {
    const chunks = tableOf(
      ['Name', 'Note'],
      [
        ['Ann', 'short'],
        ['Bob', `${sentences(60)} end`],
        ['Cy', 'short too'],
      ],
    );
    expect(chunks[0]?.text).toBe('Name | Note\nAnn | short');
    expect(chunks[1]?.text).toMatch(/^Name: Bob\nNote: Sentence number 0/);
    for (const { text } of chunks.slice(1, -1)) expect(text).toMatch(/^Name: Bob\n/);
    expect(chunks.at(-2)?.text).toMatch(/ end$/);
    expect(chunks.at(-1)?.text).toBe('Name | Note\nCy | short too');
  });

  test('a table of Markdown keeps its names too', () => {
    const rows = Array.from({ length: 3 }, (_, at) => `| Bob ${at} | ${'word '.repeat(300)} |`);
    const chunks = chunk(aBlock(['| Name | Note |', '|---|---|', ...rows].join('\n'), { kind: 'table' }));
    for (const [at, { text }] of chunks.entries())
      expect([at, text]).toEqual([at, expect.stringMatching(/^Name: Bob \d\n/)]);
  });

  test('a table of one row, and one of nothing but separators, are split too', () => {
    const long = tableOf(['x'.repeat(4000)], []);
    expect(long.length).toBeGreaterThan(3);
    expect(long.every(({ text }) => text.length <= 1350)).toBe(true);
    expect(
      chunk(aBlock(`a | b\n${' | \n'.repeat(2000)}`, { kind: 'table' })).every(({ text }) => text.length <= 1350),
    ).toBe(true);
  });

  test('a line without end and a text without blanks are cut too, never within a character', () => {
    const chunks = [...chunk(aBlock('x'.repeat(5000), { kind: 'code' })), ...chunk(aBlock('🥞'.repeat(3001)))];
    for (const { text } of chunks) {
      expect(text.length).toBeLessThanOrEqual(1350);
      expect(text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
    }
    expect(
      chunks
        .map(({ text }) => text)
        .join('')
        .match(/🥞/gu)?.length,
    ).toBeGreaterThanOrEqual(3001);
  });

  test('a file without text has none', () => {
    expect(chunk(aBlock('  \n '), aBlock(''))).toEqual([]);
  });
});
