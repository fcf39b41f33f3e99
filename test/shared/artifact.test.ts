import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { changesBetween, writeEdit } from '../../src/shared/artifact-edit.ts';
import { toArtifact } from '../../src/shared/artifact.ts';
import { findFinalArtifacts, readPath } from '../../src/shared/artifact-blocks.ts';
import { ArtifactReader, findArtifacts, readArtifacts } from '../../src/shared/artifact-reader.ts';
import {
  InvalidChart,
  parseChart,
  readChartBlock,
  toChartTable,
  toCsv,
  writeChartBlock,
} from '../../src/shared/chart.ts';
import { parseDelimited } from '../../src/shared/delimited-text.ts';
import { indentJson } from '../../src/shared/indent-json.ts';
import { diffLines } from '../../src/shared/line-diff.ts';
import { OUTSIDE_FORMS, writeEditedArtifacts, writeOutside } from '../../src/shared/outside-chat.ts';

const lines = (count: number, text = 'x') => Array.from({ length: count }, (_, at) => `${text} ${at}`).join('\n');

describe('an artifact', () => {
  test('is a block of some size in one of the languages; a short example stays code', () => {
    expect(toArtifact('html', `<p>\n${lines(12)}`)?.kind).toBe('html');
    expect(toArtifact('HTML', 'x'.repeat(600))?.kind).toBe('html');
    expect(toArtifact('html', '<p>Hello</p>')).toBeUndefined();
    expect(toArtifact('python', lines(50))).toBeUndefined();
    expect(toArtifact('mermaid', 'flowchart LR\n  A --> B')?.kind).toBe('mermaid');
    expect(toArtifact('csv', 'a,b\n1,2\n3,4\n5,6')?.kind).toBe('csv');
    expect(toArtifact('json', lines(20))?.kind).toBe('json');
    expect(toArtifact('md', lines(15))?.kind).toBe('markdown');
  });

  test('is a drawing or a component only if it says so', () => {
    expect(toArtifact('xml', `<config>\n${lines(20)}`)).toBeUndefined();
    expect(toArtifact('xml', `<svg>\n${lines(20)}`)?.kind).toBe('svg');
    expect(toArtifact('jsx', `const a = <b/>;\n${lines(20)}`)).toBeUndefined();
    expect(toArtifact('tsx', `export default function Loaves() {\n${lines(20)}`)).toMatchObject({
      kind: 'react',
      title: 'Loaves',
    });
  });

  test('of enormous size stays code', () => {
    expect(toArtifact('csv', 'a,b\n'.repeat(100_001))).toBeUndefined();
  });

  test('is found in a text with its title, the last one while it still grows', () => {
    const text =
      `Look:\n\n\`\`\`html\n<title>Bread timer</title>\n${lines(12)}\n` +
      `\`\`\`\n\nand\n\n~~~csv\na,b\n1,2\n\`\`\`\n3,4`;
    expect(findArtifacts(text).map(({ kind, title, id }) => [kind, title, id])).toEqual([
      ['html', 'Bread timer', 'html-bread-timer'],
      ['csv', '', 'csv-2'],
    ]);
    expect(findArtifacts(text)[1]?.source).toBe('a,b\n1,2\n```\n3,4');
  });

  test('within a longer fence keeps the fences that are part of it', () => {
    const text = `\`\`\`\`markdown\n# Guide\n\`\`\`js\n1\n\`\`\`\n${lines(15)}\n\`\`\`\`\nEnd`;
    expect(findArtifacts(text)).toMatchObject([{ kind: 'markdown', title: 'Guide' }]);
    expect(findArtifacts(text)[0]?.source).toContain('```js\n1\n```');
  });
});

describe('an edit of an artifact', () => {
  const PAGE = ['<title>Bread timer</title>', '<style>', '  p { color: red }', '</style>', ...lines(12).split('\n')];
  const whole = (body: readonly string[] | string, fence = '```') =>
    `${fence}html\n${typeof body === 'string' ? body : body.join('\n')}\n${fence}`;
  const edit = (...body: readonly string[]) => ['```artifact-edit', 'id: html-bread-timer', ...body, '```'].join('\n');
  const change = (search: string, replace: string) =>
    ['<<<<<<< SEARCH', search, '=======', ...(replace === '' ? [] : [replace]), '>>>>>>> REPLACE'].join('\n');
  const after = (...answers: readonly string[]) => {
    const start = readArtifacts(whole(PAGE));
    return answers.reduce((before, answer) => readArtifacts(answer, before.versions), start);
  };
  const sourceOf = ({ versions }: ReturnType<typeof readArtifacts>) =>
    versions.find('html-bread-timer')?.artifact.source;
  const failureOf = ({ blocks }: ReturnType<typeof readArtifacts>) => blocks.at(-1)?.edit?.failure;

  test('is applied to the newest version, change by change', () => {
    const made = after(
      edit(change('x 3', 'three'), change('x 5', '')),
      edit(change('x 4', 'x 3'), change('x 3', 'four')),
    );
    expect(sourceOf(made)).toBe(
      PAGE.join('\n').replace('x 3\n', 'three\n').replace('x 4\n', 'four\n').replace('x 5\n', ''),
    );
    expect(made.blocks).toMatchObject([{ edit: { id: 'html-bread-timer', changes: 2, failure: null } }]);
  });

  test('finds its place although white space or the numbers of the prompt differ, and keeps the indentation', () => {
    const wanted = PAGE.join('\n').replace('  p { color: red }', '  p { color: blue }\n    b');
    expect(sourceOf(after(edit(change('p  {  color: red }', 'p { color: blue }\n  b'))))).toBe(wanted);
    expect(
      sourceOf(
        after(edit(change('\n 2| <style>\n3|   p { color: red }', '2| <style>\n3|   p { color: blue }\n    b'))),
      ),
    ).toBe(wanted);
  });

  test('of what is not there, or there twice, or of nothing leaves the artifact as it was', () => {
    const good = change('x 3', 'three');
    for (const [body, failure] of [
      [[good, change('y', 'z')], 'missing'],
      [[good, change('', 'z')], 'missing'],
      [[good, change('x 1', 'x 2'), change('x 2', 'z')], 'ambiguous'],
      [[good, '<<<<<<< SEARCH', 'x 4'], 'unfinished'],
      [['Nothing'], 'unfinished'],
      [Array.from({ length: 101 }, (_, at) => change(at % 2 ? 'y' : 'x 3', at % 2 ? 'x 3' : 'y')), 'too-long'],
    ] as const) {
      const made = after(edit(...body));
      expect([failureOf(made), sourceOf(made)]).toEqual([failure, PAGE.join('\n')]);
    }
    const unknown = after(edit(good).replace('bread', 'cake'));
    expect([failureOf(unknown), sourceOf(unknown)]).toEqual(['unknown', PAGE.join('\n')]);
  });

  test('that changes the title changes the same thing, and so does a whole text of the new title', () => {
    const renamed = after(edit(change('<title>Bread timer</title>', '<title>Loaf clock</title>')));
    expect(renamed.versions.list()).toMatchObject([{ id: 'html-bread-timer', title: 'Loaf clock' }]);
    const again = readArtifacts(whole(`<title>Loaf clock</title>\n${lines(20)}`), renamed.versions);
    expect(again.versions.list()).toMatchObject([{ id: 'html-bread-timer', source: expect.stringContaining('x 19') }]);
  });

  test('shows, while it comes, what is changed so far', () => {
    const reader = new ArtifactReader(readArtifacts(whole(PAGE)).versions);
    const seen = new Set<string | undefined>();
    for (const sign of edit(change('x 3', 'three'), change('x 4', 'four'))) {
      reader.push(sign);
      const { blocks, versions } = reader.snapshot();
      expect(blocks.at(-1)?.edit?.failure ?? null).toBeNull();
      seen.add(versions.find('html-bread-timer')?.artifact.source);
    }
    expect([...seen].map((text) => text?.match(/three|four/g)?.join(' ') ?? '')).toEqual(['', 'three', 'three four']);
  });

  test('can be written for any two texts, and read in any pieces; where it cannot, the whole text is written', () => {
    const usual = ['a', 'b', 'c d', '  a', '', ' ', '```', '````', 'é', '1| a', '<<<<<<< SEARCH', '<p>'];
    const line = fc.oneof(
      { arbitrary: fc.constantFrom(...usual), weight: 40 },
      { arbitrary: fc.constantFrom('=======', '>>>>>>> REPLACE'), weight: 1 },
    );
    const text = fc.array(line, { minLength: 12, maxLength: 30 }).map((rows) => rows.join('\n'));
    let edits = 0;
    fc.assert(
      fc.property(text, text, fc.array(fc.nat(7), { minLength: 1 }), (before, next, sizes) => {
        const fence = '`````';
        const [first, second] = [`<title>T</title>\n${before}`, `<title>T</title>\n${next}`];
        const known = readArtifacts(whole(first, fence)).versions;
        const written = writeEdit('html-t', changesBetween(first, second));
        edits += Number(written !== null && readArtifacts(written, known).blocks[0]?.edit?.failure === null);
        const answer = `So:\n${written ?? whole(second, fence)}\nThere.`;
        const atOnce = readArtifacts(answer, known);
        expect(atOnce.versions.find('html-t')?.artifact.source).toBe(second);
        const reader = new ArtifactReader(known);
        for (let at = 0, turn = 0; at < answer.length; turn += 1) {
          const size = (sizes[turn % sizes.length] ?? 0) + 1;
          reader.push(answer.slice(at, at + size));
          if (turn % 3 === 0) reader.snapshot();
          at += size;
        }
        const inPieces = reader.finish();
        expect(inPieces.blocks).toEqual(atOnce.blocks);
        expect(inPieces.versions.list()).toEqual(atOnce.versions.list());
      }),
      { numRuns: 300 },
    );
    expect(edits).toBeGreaterThan(50);
  });
});

describe('what a person made of an artifact', () => {
  const own = (source: string, artifactId = 'html-bread') => ({
    id: 'v1',
    artifactId,
    kind: 'html' as const,
    source,
    at: '2026-01-01T00:00:00.000Z',
  });
  const made = `\`\`\`html\n<title>Bread</title>\n${lines(12)}\n\`\`\``;
  const edit = '```artifact-edit\nid: html-bread\n<<<<<<< SEARCH\nmine\n=======\nrye\n>>>>>>> REPLACE\n```';

  test('is the newest text, however short, under its own title; edits of later answers are applied to it', () => {
    const path = [{ text: made, own: [own('<title>Short</title>\nmine')] }, { text: edit }];
    expect(readPath(path).map(({ versions }) => versions.list())).toMatchObject([
      [{ id: 'html-bread', title: 'Short', source: '<title>Short</title>\nmine' }],
      [{ id: 'html-bread', source: '<title>Short</title>\nrye' }],
    ]);
    expect(readPath([{ text: made }, { text: edit }])[1]?.blocks[0]?.edit?.failure).toBe('missing');
    expect(writeOutside(edit, OUTSIDE_FORMS.answer, path.slice(0, 1))).toBe('```html\n<title>Short</title>\nrye\n```');
  });

  test('stands in no answer, so what leaves the chat has it beside them', () => {
    const final = findFinalArtifacts([
      { id: 'a1', text: made },
      { id: 'a2', text: 'No code', own: [own('mine'), own('mine too')] },
    ]);
    expect(final).toMatchObject([{ artifact: { source: 'mine too' }, isEdited: true, messageId: 'a2' }]);
    const series = [{ name: 'Rye', values: [3] }];
    const text = writeChartBlock(parseChart({ type: 'bar', title: 'Loaves', labels: ['May'], series }));
    const source = text.split('\n').slice(1, -1).join('\n').replace('3', '4');
    const chart = {
      id: 'v',
      artifactId: 'chart-loaves',
      kind: 'chart' as const,
      source,
      at: '2026-01-01T00:00:00.000Z',
    };
    const [heading, table] = writeEditedArtifacts(findFinalArtifacts([{ id: 'a1', text, own: [chart] }]));
    expect(heading).toBe('### loaves.json');
    expect(table).toMatch(/\*\*Loaves\*\*[^]*\| May +\| +4 \|/);
  });
});

describe('the lines of two versions', () => {
  const marks = (before: string, after: string) =>
    diffLines(before, after)
      .map(({ mark, text }) => `${{ same: ' ', added: '+', removed: '-' }[mark]}${text}`)
      .join('');

  test('are the same, added or removed', () => {
    expect(marks('a\nb\nc\nd', 'a\nB\nc\nd\ne')).toBe(' a-b+B c d+e');
    expect(marks('a\nb', 'a\nb')).toBe(' a b');
    expect(marks('b', 'a\nb\nc')).toBe('+a b+c');
  });

  test('together make both versions again, whatever they are', () => {
    const [before, after] = ['q\na\na\nb\nx\na', 'a\nb\na\nb\ny\nx'];
    const diff = diffLines(before, after);
    const side = (out: string) =>
      diff
        .filter(({ mark }) => mark !== out)
        .map(({ text }) => text)
        .join('\n');
    expect([side('added'), side('removed')]).toEqual([before, after]);
  });

  test('of very long texts are shown as taken out and put in', () => {
    const diff = diffLines(lines(2000, 'a'), lines(2000, 'b'));
    expect(diff.length).toBe(4000);
  });
});

describe('a table of separated values', () => {
  test('is read with quotes, line breaks in cells, and the separator that it uses', () => {
    expect(parseDelimited('a,b\n"1,000","say ""hi""\nthere"\r\nx,', 10)).toEqual({
      head: ['a', 'b'],
      rows: [
        ['1,000', 'say "hi"\nthere'],
        ['x', ''],
      ],
    });
    expect(parseDelimited('a;b\n1,5;2', 10).rows).toEqual([['1,5', '2']]);
    expect(parseDelimited('a\tb\n1\t2', 10).rows).toEqual([['1', '2']]);
  });

  test('is read up to so many rows', () => {
    expect(parseDelimited(`a\n${lines(100)}`, 5).rows).toHaveLength(5);
  });

  test('of more columns than anybody looks at has the first ones', () => {
    const { head, rows } = parseDelimited(`a${','.repeat(100_000)}\n1${',2'.repeat(500)}`, 10);
    expect([head.length, rows[0]?.length]).toEqual([100, 100]);
  });

  test('with an open quote ends with the text', () => {
    expect(parseDelimited('a,b\n"x,1', 10).rows).toEqual([['x,1']]);
  });
});

describe('JSON that is looked at', () => {
  test('has a line for each value, which stays as it was written', () => {
    const source = '{"id":12345678901234567890,"id":1.0,"text":"a\\"[,]{}: b","none":[],"list":[{},{"a":null},-1e5]}';
    const indented = indentJson(source);
    expect(indented.split('\n').map((line) => line.trim())).toEqual([
      '{',
      '"id": 12345678901234567890,',
      '"id": 1.0,',
      '"text": "a\\"[,]{}: b",',
      '"none": [],',
      '"list": [',
      '{},',
      '{',
      '"a": null',
      '},',
      '-1e5',
      ']',
      '}',
    ]);
    const plain = { b: [1, 'x', { c: {} }], d: [], e: true };
    expect(indentJson(JSON.stringify(plain))).toBe(JSON.stringify(plain, null, 2));
  });

  test('is left as it is where it is none, or would grow without end', () => {
    expect(indentJson('{"a": 1')).toBe('{"a": 1');
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    expect(indentJson(deep)).toBe(deep);
  });
});

describe('a chart', () => {
  const bar = { type: 'bar', title: 'Sales', labels: ['Jan', 'Feb'], series: [{ name: '2025', values: [1, null] }] };
  const problemOf = (more: object): string => {
    try {
      parseChart({ ...bar, ...more });
      return 'none';
    } catch (error) {
      return error instanceof InvalidChart ? error.message : String(error);
    }
  };

  test.each([
    [{ type: 'donut' }, 'type: must be one of bar, line, scatter, pie, table'],
    [{ title: 'x'.repeat(121) }, 'title: has more than 120 characters'],
    [{ y: 7 }, 'y: must have "label" and "unit"'],
    [{ labels: [] }, 'labels: is empty'],
    [{ labels: Array(201).fill('a') }, 'labels: has 201 entries, at most 200 are possible'],
    [{ series: [{ name: 'a', values: [1] }] }, 'series[0].values: has 1 values, but there are 2 labels'],
    [{ series: [{ name: 'a', values: [1, '2'] }] }, 'series[0].values[1]: must be a number'],
    [{ series: [{ name: 'a', values: [1, 1e16] }] }, 'series[0].values[1]: must be a number'],
    [{ series: Array(9).fill({ name: 'a', values: [1, 2] }) }, 'series: has 9 entries, at most 8 are possible'],
    [{ type: 'scatter', series: [{ name: 'a', values: [[1, 2], [3]] }] }, 'series[0].values[1]: must be a pair [x, y]'],
    [{ type: 'pie', series: [{ name: 'a', values: [1, -2] }] }, 'series[0].values[1]: a slice cannot be negative'],
    [{ type: 'pie', series: [{ name: 'a', values: [0, null] }] }, 'series[0].values: are all zero'],
    [{ type: 'table', series: [{ name: 'a', values: [1, {}] }] }, 'series[0].values[1]: must be a number'],
    [{ series: 'a' }, 'series: must be a list'],
  ])('names the field that is wrong: %j', (more, message) => expect(problemOf(more)).toBe(message));

  test('is a block of an answer that reads back as what it was, with its title', () => {
    const chart = parseChart({ ...bar, y: { label: 'Sold', unit: '€' } });
    const [artifact] = findArtifacts(`See:\n\n${writeChartBlock(chart)}\n\nSo.`);
    expect(artifact).toMatchObject({ kind: 'chart', title: 'Sales', id: 'chart-sales' });
    expect(readChartBlock(artifact?.source ?? '')).toEqual(chart);
    expect(readChartBlock(artifact?.source.slice(0, -3) ?? '')).toBeUndefined();
  });

  test('has its data as a table and as CSV, in which nothing is a formula', () => {
    const chart = parseChart({ ...bar, x: 'Month', y: { unit: '€' }, labels: ['=1+1', 'a,"b"'] });
    expect(toChartTable(chart)).toEqual({
      head: ['Month', '2025 (€)'],
      rows: [
        ['=1+1', 1],
        ['a,"b"', null],
      ],
    });
    expect(toCsv(toChartTable(chart))).toBe('Month,2025 (€)\r\n\'=1+1,1\r\n"a,""b""",\r\n');
    const scatter = parseChart({ type: 'scatter', x: 'km', series: [{ name: 's', values: [[-1, 2]] }] });
    expect(toCsv(toChartTable(scatter))).toBe(',km,y\r\ns,-1,2\r\n');
  });
});

/** Linear light of a colour, red to blue. */
const linear = (hex: string): readonly number[] =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
const dot = (row: readonly number[], colour: readonly number[]): number =>
  row.reduce((sum, part, at) => sum + part * (colour[at] ?? 0), 0);
const luminance = (hex: string): number => dot([0.2126, 0.7152, 0.0722], linear(hex));
/** How the colours look without red and without green cones (Machado, 2009). */
const SIGHTS: readonly (readonly (readonly number[])[])[] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
];
const toLab = (colour: readonly number[]): readonly number[] => {
  const cones = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ].map((row) => Math.cbrt(Math.max(0, dot(row, colour))));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], cones),
    dot([1.9779984951, -2.428592205, 0.4505937099], cones),
    dot([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
};

test('the colours of charts have contrast in both themes, and six differ for the colour-blind too', () => {
  const css = readFileSync('web/features/artifacts/chart/chart.module.css', 'utf8');
  const colours = [...css.matchAll(/--series-\d: (#[0-9a-f]{6})/g)].map(([, hex = '']) => hex);
  expect(colours).toHaveLength(16);
  const themes = [
    // The darkest light surface, and the lightest dark one: lightness cubed.
    { of: colours.slice(0, 8), surface: 0.953 },
    { of: colours.slice(8), surface: 0.0172 },
  ];
  for (const { of, surface } of themes) {
    for (const hex of of) {
      const [low = 0, high = 0] = [luminance(hex), surface].sort((a, b) => a - b);
      expect([hex, (high + 0.05) / (low + 0.05) >= 3]).toEqual([hex, true]);
    }
    for (const sight of SIGHTS) {
      const seen = of.slice(0, 6).map((hex) => toLab(sight.map((row) => dot(row, linear(hex)))));
      const distances = seen.flatMap((a, at) =>
        seen.slice(at + 1).map((b) => Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)))),
      );
      expect(Math.min(...distances)).toBeGreaterThan(0.06);
    }
  }
});
