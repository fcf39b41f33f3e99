import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import fc from 'fast-check';

import { ContentTypeDetector } from '../../../src/adapters/documents/content-type-detector.ts';
import { decodeText } from '../../../src/adapters/documents/decode-text.ts';
import { parseDocument } from '../../../src/adapters/documents/parse-document.ts';
import { tableBlocks } from '../../../src/adapters/documents/parse-text.ts';
import { detectImageType } from '../../../src/platform/image-type.ts';
import { decodeIco } from '../../../src/adapters/images/ico.ts';
import { decodeText as decodePage, detectTextKind as pageKindOf } from '../../../src/adapters/web-pages/charset.ts';
import { extractArticle } from '../../../src/adapters/web-pages/extract-article.ts';
import { FileRefused, FileUnreadable } from '../../../src/domain/files/errors.ts';
import type { FileKind } from '../../../src/domain/files/ports/file-repository.ts';
import { shallowMarkup } from '../../../src/platform/shallow-markup.ts';
import { docxOf, pdfBomb, pdfOf, xlsxOfRows, zipFile } from '../../support/documents.ts';
import { expectLinear } from '../../support/expect-linear.ts';

const SEED = 20260101;
const PATIENCE_MS = 120_000;
const types = new ContentTypeDetector();

/** Refusals are answers; anything else is a fault of the reader. */
const orRefused = async <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof FileRefused || error instanceof FileUnreadable) return undefined;
    throw error;
  });
const orCutShort = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (String(error).startsWith('RangeError')) return undefined;
    throw error;
  }
};
const read = (kind: FileKind, bytes: Uint8Array | string) =>
  orRefused(parseDocument({ kind, bytes: Uint8Array.from(Buffer.from(bytes)) }));
const times = (piece: string) => (size: number) => piece.repeat(Math.ceil(size / piece.length));
const PAGE = 'https://a.example/';

/** What texts are made of that are written to make a reader look twice. */
const PIECES = [
  ' ',
  '\n',
  '\n \n',
  '\r\n',
  'a',
  'A1 ',
  '<',
  '>',
  '<a',
  '<!--',
  '<!---->',
  '<?xml',
  '<!doctype svg',
  '</p>',
  '<p>',
  '<div>',
  '<div a="',
  "='",
  '<script>',
  '<title>',
  '<table><tr><td>',
  '<li>',
  '&lt;',
  '#',
  '# ',
  '# #',
  '`',
  '```\n',
  '~~~\n',
  '|',
  '| a |\n',
  '"',
  '""',
  '",',
  ',',
  ';',
  '\t',
  '"\n',
  ')\n',
  '\n\n)',
  '\ufeff',
  '<svg',
];
const attacks = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }).map((some) => some.join(''));

describe('the work grows as the file does', () => {
  test.each(['text', 'markdown', 'code', 'sheet'] as const)(
    '%s, made of anything',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(attacks, (piece) =>
          expectLinear({ size: 20_000, make: times(piece), run: (text) => read(kind, text) }),
        ),
        { seed: SEED, numRuns: 8 },
      );
    },
    PATIENCE_MS,
  );

  test.each(PIECES)('the type of a text that begins with %j again and again', async (piece) => {
    await expectLinear({
      size: 40_000,
      make: (size) => Buffer.from(times(piece)(size)),
      run: (bytes) => orRefused(types.detect('a.txt', bytes)),
    });
  });

  test(
    'markup, made of anything',
    async () => {
      await fc.assert(
        fc.asyncProperty(attacks, async (piece) => {
          await expectLinear({ size: 20_000, make: times(piece), run: (html) => shallowMarkup(html) });
          await expectLinear({ size: 5000, make: times(piece), run: (html) => read('html', html) });
        }),
        { seed: SEED, numRuns: 8 },
      );
    },
    PATIENCE_MS,
  );

  const page = (html: string) => extractArticle({ html: `<title>t</title>${html}`, url: PAGE, maxCharacters: 10_000 });

  test.each([
    '<div>',
    '<div></p>',
    '<p>',
    '<table><tr><td>',
    '<a href=x>y</a>',
    '<p>words and words</p>',
    '<ul><li>',
    '<li>words</li>',
    '<li><b>x</b></li>',
    '<tr><td>a<td>b',
    '<td>x',
    '<div>x</div>',
    'x<br><br>',
    '<figure><img src=a.png></figure>',
    '<h2>x</h2>y',
    '<script>',
    '<script>x</script>y',
    '<!--',
    '<!--x-->y',
    '<p a b c="d">x</p>',
  ])(
    'a web page of %s',
    async (piece) => {
      await expectLinear({ size: 2000, make: times(piece), run: page });
    },
    PATIENCE_MS,
  );

  test.each([
    ['a list', (inner: string) => `<ul>${inner}</ul>`, '<li>x</li>'],
    ['a table', (inner: string) => `<table>${inner}</table>`, '<tr><td>x<td>y'],
    ['a row', (inner: string) => `<table><tr>${inner}</table>`, '<td>x'],
    ['many attributes', (inner: string) => `<p ${inner}>x`, 'a '],
    ['a long value', (inner: string) => `<p>${'words, words '.repeat(50)}<img srcset="${inner} b">`, 'a'],
    [
      'long values',
      (inner: string) => inner,
      `<p>words and words, words and words<img class=lazy data-a="${'.jpg'.repeat(1000)} b">`,
    ],
    ['what lies deep', (inner: string) => '<div>'.repeat(60) + inner, '<p>words and words</p>'],
  ])(
    'a web page with %s',
    async (_what, around, piece) => {
      await expectLinear({ size: 2000, make: (size) => around(times(piece)(size)), run: page });
    },
    PATIENCE_MS,
  );

  test.each([
    [
      'cells',
      (n: number) =>
        Array.from({ length: n }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c></row>`).join(
          '',
        ),
    ],
    [
      'empty rows',
      (n: number) => `<row r="1"><c r="A1"><v>1</v></c></row><row r="${n}"><c r="A${n}"><v>1</v></c></row>`,
    ],
    ['places', (n: number) => `<row r="1">${' r="1"'.repeat(n)}</row>`],
    ['spaces', (n: number) => `<row ${' '.repeat(n)}r="1"></row>`],
  ])(
    'a workbook of %s',
    async (_what, rows) => {
      await expectLinear({ size: 1000, make: (size) => xlsxOfRows(rows(size)), run: (bytes) => read('sheet', bytes) });
    },
    PATIENCE_MS,
  );

  test(
    'a Word document',
    async () => {
      await expectLinear({
        size: 100,
        make: (size) => docxOf(Array.from({ length: size }, (_, n) => `Paragraph ${n}`)),
        run: (bytes) => read('docx', bytes),
      });
    },
    PATIENCE_MS,
  );

  test(
    'a PDF',
    async () => {
      const line = { text: 'A line of a page.' };
      await expectLinear({
        size: 10,
        make: (size) => pdfOf(Array.from({ length: size }, () => Array.from({ length: 40 }, () => line))),
        run: (bytes) => read('pdf', bytes),
      });
    },
    PATIENCE_MS,
  );

  test.each(['docx', 'xlsx'])(
    'an archive of many parts that says it is %s',
    async (ending) => {
      const make = (size: number) =>
        zipFile(Array.from({ length: size }, (_, n) => ({ name: `word/${n}.xml`, content: 'x' })));
      await expectLinear({ size: 100, make, run: (bytes) => orRefused(types.detect(`a.${ending}`, bytes)) });
      await expectLinear({ size: 100, make, run: (bytes) => read(ending === 'docx' ? 'docx' : 'sheet', bytes) });
    },
    PATIENCE_MS,
  );

  test.each([
    ['text', (bytes: Buffer) => decodeText(bytes)],
    ['page', (bytes: Buffer) => decodePage(bytes, '')],
    ['kind of page', (bytes: Buffer) => pageKindOf('', bytes)],
    [
      'page of a long header',
      (bytes: Buffer) => [
        decodePage(Buffer.from('x'), bytes.toString('latin1')),
        pageKindOf(bytes.toString('latin1'), bytes),
      ],
    ],
    ['kind of picture', (bytes: Buffer) => detectImageType(bytes)],
    [
      'icon',
      (bytes: Buffer) =>
        orCutShort(() => decodeIco(Buffer.concat([Buffer.from('\0\0\x01\0\xff\xff', 'latin1'), bytes]))),
    ],
  ])(
    'bytes as a %s',
    async (_as, run) => {
      for (const piece of ['\xff', '\0', 'charset ', 'text/', '<meta ', ' ', '+xml']) {
        await expectLinear({ size: 200_000, make: (size) => Buffer.from(times(piece)(size), 'latin1'), run });
      }
    },
    PATIENCE_MS,
  );
});

test(
  'bytes of any kind are read or refused, and never a fault',
  async () => {
    const heads = fc.constantFrom(
      '',
      '%PDF-1.7\n',
      'PK\x03\x04',
      'PK\x05\x06',
      '\xff\xfe',
      '\xfe\xff',
      '<html>',
      '\x89PNG\r\n\x1a\n',
      '0&\xb2u\x8ef\xcf\x11',
      'ID3',
      '\x1f\x8b',
    );
    const names = fc.constantFrom('a.txt', 'a.md', 'a.csv', 'a.html', 'a.pdf', 'a.docx', 'a.xlsx', 'a.png', 'a');
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 400 }), names, async (head, rest, name) => {
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), rest]);
        await orRefused(types.detect(name, bytes));
        const kind = types.guessKind(name);
        if (kind !== undefined && kind !== 'pdf')
          await read(kind, bytes).catch((error: unknown) =>
            expect(String(error)).not.toMatch(/TypeError|is not a function/),
          );
      }),
      { seed: SEED, numRuns: 150 },
    );
  },
  PATIENCE_MS,
);

describe('what is refused before it is read', () => {
  const cell = (place: string) => `<row r="${place.replace(/\D/g, '')}"><c r="${place}"><v>1</v></c></row>`;
  const whyNot = (bytes: Uint8Array) =>
    parseDocument({ kind: 'sheet', bytes }).then(
      () => 'read',
      (error: unknown) => (error instanceof FileUnreadable ? error.reason : error),
    );

  test.each([
    ['a cell at the end of the world', cell('XFD1048576'), 'too large'],
    ['a row that is far', cell('A300000'), 'too large'],
    ['a column that is far', cell('XFD100'), 'too large'],
    ['a row without a number', '<row r="1e9"><c r="A1"><v>1</v></c></row>', 'damaged'],
    ['a place in disguise', '<row r="&#57;9999999"></row>', 'damaged'],
    ['a place that is long', `<row r='${' '.repeat(50)}9999999'></row>`, 'damaged'],
    ['an honest far corner', cell('Z1000'), 'read'],
  ])('%s', async (_what, data, reason) => expect(await whyNot(xlsxOfRows(data))).toBe(reason));

  test('a long text that all cells share', async () => {
    const rows = Array.from(
      { length: 200 },
      (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`,
    ).join('');
    expect(await whyNot(xlsxOfRows(rows, 'S', ['x'.repeat(100_000)]))).toBe('too large');
    expect(await whyNot(xlsxOfRows(rows, 'S', ['shared']))).toBe('read');
  });

  test('the first row of a table is repeated, but not all of a long one', () => {
    const blocks = tableBlocks([['h'.repeat(100_000)], ...Array.from({ length: 2000 }, () => ['x'])]);
    expect([blocks.length, blocks[0]?.text.length]).toEqual([100, 2000 + 40]);
  });
});

test(
  'a PDF of 600 KB that unpacks to 600 MB lets the process grow by less than 200 MB, and the next one is read',
  async () => {
    const program = fileURLToPath(new URL('../../support/read-bomb.ts', import.meta.url));
    const folder = fileURLToPath(new URL('../../../', import.meta.url));
    const home = mkdtempSync(join(tmpdir(), 'parley-bomb-'));
    const bomb = join(home, 'bomb.pdf');
    writeFileSync(bomb, pdfBomb(600));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, bomb], { cwd: folder });
    rmSync(home, { recursive: true });
    const { honest, told, after, bytes, grownMb } = JSON.parse(stdout) as Record<string, number | string>;
    expect({ honest, told, after }).toEqual({
      honest: 'read',
      told: expect.stringContaining('too large'),
      after: 'read',
    });
    expect(bytes).toBeLessThan(700_000);
    expect(grownMb).toBeLessThan(200);
  },
  PATIENCE_MS,
);
