import { ContentTypeDetector } from '../../../src/adapters/documents/content-type-detector.ts';
import { listExtensions } from '../../../src/adapters/documents/describe-formats.ts';
import { DocumentWorkerPool } from '../../../src/adapters/documents/document-worker-pool.ts';
import { FileRefused, FileUnreadable, DocumentReaderBusy } from '../../../src/domain/files/errors.ts';
import type { DocumentReader, TextBlock } from '../../../src/domain/files/ports/documents.ts';
import type { FileKind } from '../../../src/domain/files/ports/file-repository.ts';
import { type FileFailureKey, formatFileFailure } from '../../../src/shared/file-failures.ts';
import { extensionOf } from '../../../src/shared/file-formats.ts';
import {
  docxBomb,
  docxOf,
  encryptedPdf,
  BILLION_LAUGHS,
  pdfBomb,
  pdfOf,
  pngBomb,
  xlsxOf,
  zipFile,
} from '../../support/documents.ts';

const PATIENCE_MS = 60_000;
const never = new AbortController().signal;
const bytesOf = (text: string) => Buffer.from(text, 'utf8');

describe('what a file is', () => {
  const types = new ContentTypeDetector();
  const decide = (name: string, bytes: Uint8Array | string) =>
    types.detect(name, typeof bytes === 'string' ? bytesOf(bytes) : bytes);
  const refusal = async (name: string, bytes: Uint8Array | string): Promise<string> => {
    const error: unknown = await decide(name, bytes).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(FileRefused);
    return (error as FileRefused).message;
  };

  test.each([
    ['notes.txt', 'Hello', 'text'],
    ['README.MD', '# Hi', 'markdown'],
    ['a.js', 'let a;', 'code'],
    ['a.tsx', '<p/>', 'code'],
    ['a.py', 'x = 1', 'code'],
    ['a.java', 'class A {}', 'code'],
    ['a.cpp', 'int a;', 'code'],
    ['a.c', 'int a;', 'code'],
    ['a.h', 'int a;', 'code'],
    ['a.css', 'a{}', 'code'],
    ['a.html', '<!doctype html><p>Hi', 'html'],
    ['a.csv', 'a,b', 'sheet'],
  ])('%s is taken by its ending when it is text', async (name, text, kind) => {
    expect((await decide(name, text)).kind).toBe(kind);
  });

  test('images, PDF and office files are known by their content', async () => {
    const found = await Promise.all([
      decide('a.jpg', pngBomb()),
      decide('a.pdf', pdfOf([[{ text: 'Hi' }]])),
      decide('a.docx', docxOf(['Hi'])),
      decide('a.xlsx', xlsxOf('S', [['Hi']])),
    ]);
    expect(found.map(({ kind, type }) => [kind, type.slice(0, 15)])).toEqual([
      ['image', 'image/png'],
      ['pdf', 'application/pdf'],
      ['docx', 'application/vnd'],
      ['sheet', 'application/vnd'],
    ]);
  });

  test('what its name does not say truly is refused, and the words name the file', async () => {
    const program = Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1');
    const cases: [string, Uint8Array | string, FileFailureKey][] = [
      ['photo.png', program, 'contentDiffers'],
      ['photo.png', 'plain text', 'contentUnknown'],
      ['notes.txt', program, 'contentDiffers'],
      ['notes.txt', pdfOf([[]]), 'contentDiffers'],
      ['report.pdf', 'plain text', 'contentUnknown'],
      ['report.docx', 'plain text', 'contentUnknown'],
      ['report.docx', xlsxOf('S', [['Hi']]), 'contentOtherArchive'],
      ['report.xlsx', zipFile([{ name: 'a', content: 'b' }]), 'contentOtherArchive'],
      ['notes.md', Buffer.from([1, 2, 3, 0, 5]), 'contentNoText'],
      ['mail.eml', 'plain text', 'contentNoMail'],
      ['program.exe', program, 'typeUnknown'],
      ['archive.zip', zipFile([{ name: 'a', content: 'b' }]), 'typeUnknown'],
      ['noending', 'plain text', 'typeUnknown'],
      ['song.mp3', 'ID3', 'typeUnknown'],
    ];
    for (const [name, bytes, key] of cases) {
      const type = extensionOf(name).toUpperCase();
      const message = await refusal(name, bytes);
      const content = /of the type (.+)\.$/.exec(message)?.[1] ?? '';
      const reason = formatFileFailure(key, { type, content, extensions: listExtensions() });
      expect(message).toBe(formatFileFailure('refused', { name, reason }));
    }
  });

  test('a drawing that can carry programs is refused under any name', async () => {
    const svg =
      '<?xml version="1.0"?><!-- nice --><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const name of ['a.svg', 'a.html', 'a.txt', 'a.png']) expect(await refusal(name, svg)).toContain(name);
    expect(await refusal('a.svg', svg)).toContain('SVG');
    expect((await decide('a.html', '<p>with <svg></svg> in it')).kind).toBe('html');
  });

  test.each([
    ['\ufeff  \n<!-- a --><!doctype svg public "x"><svg>', true],
    ['<?XML version="1.0"?>\n<s:SVG a="b">', true],
    ['<svg/>', true],
    [`${'<!---->'.repeat(60)}<svg >`, true],
    [`${'<!---->'.repeat(60)}x`, false],
    ['<!-- <svg> ', false],
    ['<svgs>', false],
    ['words <svg>', false],
    ['', false],
  ])('the beginning %j of a text is a drawing: %s', async (text, isDrawing) => {
    expect(
      await decide('a.txt', text).then(
        () => false,
        () => true,
      ),
    ).toBe(isDrawing);
  });

  test('a text is known by its beginning, wherever that is cut', async () => {
    for (const at of [0, 1, 2, 3])
      expect((await decide('a.txt', `${'x'.repeat(4095 + at)}${'\u{1f600}'.repeat(4)}`)).kind).toBe('text');
    for (const [name, kind] of [
      ['a.pdf', 'pdf'],
      ['A.JPG', 'image'],
      ['a.docx', 'docx'],
      ['a.csv', 'sheet'],
      ['a', undefined],
      ['a.exe', undefined],
    ] as const) {
      expect(types.guessKind(name)).toBe(kind);
    }
  });

  test('an office file with a password is told as such', async () => {
    expect(await refusal('a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('password');
  });

  test('texts in old character sets and in UTF-16 are texts', async () => {
    for (const bytes of [Buffer.from('caf\xe9 cr\xe8me', 'latin1'), Buffer.from('\ufeffgrün', 'utf16le')])
      expect((await decide('a.txt', bytes)).kind).toBe('text');
  });
});

describe('what can be read in a file', () => {
  let threads: DocumentWorkerPool;
  let reader: DocumentReader;
  const blocks = async (kind: FileKind, bytes: Uint8Array | string, name = 'a') =>
    (
      await reader.extract(
        { ownerId: 'ann', kind, name, bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes },
        never,
      )
    ).blocks;
  const brief = (list: readonly TextBlock[]) => list.map(({ kind, text, level, page }) => [kind, text, level, page]);
  const whyNot = async (kind: FileKind, bytes: Uint8Array | string) => {
    const error: unknown = await blocks(kind, bytes).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(FileUnreadable);
    return [(error as FileUnreadable).reason, (error as FileUnreadable).message] as const;
  };

  beforeAll(() => {
    threads = new DocumentWorkerPool({ growthMb: 200, timeoutMs: 30_000 });
    reader = threads;
  });
  afterAll(() => threads.close());

  test(
    'a text has paragraphs',
    async () => {
      expect(brief(await blocks('text', 'One\nline.\r\n\r\n\r\nTwo.'))).toEqual([
        ['text', 'One\nline.', 0, null],
        ['text', 'Two.', 0, null],
      ]);
    },
    PATIENCE_MS,
  );

  test('Markdown has headings, code, tables and paragraphs', async () => {
    const text =
      '# Title #\nWords.\n\n```js\n# no heading\n\nlet a;\n```\n| a | b |\n|---|---|\n| 1 | 2 |\nAfter.\n### Deep\n';
    expect(brief(await blocks('markdown', text))).toEqual([
      ['heading', 'Title', 1, null],
      ['text', 'Words.', 0, null],
      ['code', '# no heading\n\nlet a;', 0, null],
      ['table', '| a | b |\n|---|---|\n| 1 | 2 |', 0, null],
      ['text', 'After.', 0, null],
      ['heading', 'Deep', 3, null],
    ]);
  });

  test('a program falls into pieces where a new one begins', async () => {
    expect(brief(await blocks('code', 'import a;\n\nfunction f() {\n  one();\n\n  two();\n}\n\nclass B {}\n'))).toEqual(
      [
        ['code', 'import a;', 0, null],
        ['code', 'function f() {\n  one();\n\n  two();\n}', 0, null],
        ['code', 'class B {}', 0, null],
      ],
    );
  });

  test('a page has headings, paragraphs, lists, code and tables, and no scripts', async () => {
    const html =
      '<head><title>T</title></head><body><h2>Head ' +
      '<b>line</b></h2><script>evil()</script><p>One<br>two</p><ul><li>a<li>b</ul>' +
      '<pre>  x\n  y</pre><table><tr><th>k<th>v<tr><td>1<td>2</table>loose';
    expect(brief(await blocks('html', html))).toEqual([
      ['heading', 'Head line', 2, null],
      ['text', 'One\ntwo', 0, null],
      ['text', '- a\n- b', 0, null],
      ['code', '  x\n  y', 0, null],
      ['table', 'k | v\n1 | 2', 0, null],
      ['text', 'loose', 0, null],
    ]);
    expect(
      (await blocks('html', `${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}`)).map(({ text }) => text),
    ).toEqual(['deep']);
  });

  test('a table of commas keeps its quoting, and each block names the columns', async () => {
    const [first] = await blocks('sheet', 'name;note\r\nAnn;"says ""hi""; ok"\nBob;5" pipe\n');
    expect(first).toMatchObject({ kind: 'table', text: 'name | note\nAnn | says "hi"; ok\nBob | 5" pipe' });
    // A quotation that does not end well is letters, to the end of its cell and no further.
    const [loose] = await blocks('sheet', 'a,b\n"x"y,z\n"open,1\n,""\n');
    expect(loose).toMatchObject({ kind: 'table', text: expect.stringMatching(/"x"y \| z\n"open \| 1/) });
    const many = await blocks('sheet', `n,square\n${Array.from({ length: 45 }, (_, n) => `${n},${n * n}`).join('\n')}`);
    expect(many.map(({ text }) => [text.split('\n')[0], text.split('\n').length])).toEqual([
      ['n | square', 21],
      ['n | square', 21],
      ['n | square', 6],
    ]);
  });

  test('a long header keeps a name for each column, and a separator in a cell makes no column', async () => {
    const names = Array.from({ length: 100 }, (_, at) => `${at} ${'long name '.repeat(10)}`);
    const cells = names.map((_, at) => String(at));
    const [table] = await blocks('sheet', `${names.join(';')}\n${cells.join(';')}\n`);
    const [head = '', row] = table?.text.split('\n') ?? [];
    expect(head.length).toBeLessThanOrEqual(2000);
    expect(head.split(' | ').map((name) => name.split(' ')[0])).toEqual(cells);
    expect(row).toBe(cells.join(' | '));
    const [second] = await blocks('sheet', 'a,b\n1 | 2,3\n');
    expect(second?.text).toBe('a | b\n1 / 2 | 3');
  });

  test(
    'a PDF keeps its pages, headings and paragraphs',
    async () => {
      const pdf = pdfOf([
        [
          { text: 'A great title', size: 24 },
          { text: 'First line of words here,' },
          { text: 'second line (of words).' },
          { text: '' },
          { text: 'Another paragraph.' },
        ],
        [{ text: 'Section', size: 16 }, { text: 'On the second page.' }],
      ]);
      const document = await reader.extract({ ownerId: 'ann', kind: 'pdf', name: 'a.pdf', bytes: pdf }, never);
      expect([document.pages, brief(document.blocks)]).toEqual([
        2,
        [
          ['heading', 'A great title', 1, 1],
          ['text', 'First line of words here,\nsecond line (of words).', 0, 1],
          ['text', 'Another paragraph.', 0, 1],
          ['heading', 'Section', 2, 2],
          ['text', 'On the second page.', 0, 2],
        ],
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'a Word document and a workbook are read by their structure',
    async () => {
      expect(brief(await blocks('docx', docxOf(['# Report', 'Größe zählt.'])))).toEqual([
        ['heading', 'Report', 1, null],
        ['text', 'Größe zählt.', 0, null],
      ]);
      expect(
        brief(
          await blocks(
            'sheet',
            xlsxOf('Prices', [
              ['fruit', 'price'],
              ['apple', 2.5],
            ]),
          ),
        ),
      ).toEqual([
        ['heading', 'Prices', 1, null],
        ['table', 'fruit | price\napple | 2.5', 0, null],
      ]);
    },
    PATIENCE_MS,
  );

  test(
    'a scan is told by its pages, an empty text and a protected file in words',
    async () => {
      const scan = { ownerId: 'ann', kind: 'pdf' as const, name: 'a.pdf', bytes: pdfOf([[], []]) };
      expect(await reader.extract(scan, never)).toEqual({ blocks: [], pages: 2, scannedPages: [1, 2] });
      expect(await whyNot('text', ' \n\n ')).toEqual(['no text', 'There is no text in this file.']);
      expect((await whyNot('pdf', encryptedPdf()))[0]).toBe('encrypted');
    },
    PATIENCE_MS,
  );

  test(
    'damaged and truncated files are told as damaged, and the next one is read',
    async () => {
      const [docx, xlsx, pdf] = [docxOf(['Hi']), xlsxOf('S', [['Hi']]), pdfOf([[{ text: 'Hi' }]])];
      const whole = zipFile([{ name: 'word/document.xml', content: '<w:document' }]);
      for (const [kind, bytes] of [
        ['docx', docx.subarray(0, docx.length / 2)],
        ['sheet', xlsx.subarray(0, xlsx.length / 2)],
        ['pdf', pdf.subarray(0, 60)],
        ['pdf', bytesOf('%PDF-1.7\nnothing')],
        ['docx', whole],
        ['docx', Buffer.alloc(0)],
        ['pdf', Buffer.alloc(0)],
        ['text', Buffer.from([0, 1, 2])],
      ] as const)
        expect([kind, (await whyNot(kind, bytes))[0]]).toEqual([kind, 'damaged']);
      expect(await blocks('docx', docx)).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test.each([
    ['a zip bomb whose directory tells the truth', 'docx', () => docxBomb(3000)],
    ['a zip bomb whose directory lies', 'docx', () => docxBomb(3000, 1000)],
    ['an XML bomb', 'docx', () => docxOf(['&l9;'], { declaration: BILLION_LAUGHS })],
    ['a PDF bomb', 'pdf', () => pdfBomb(6000)],
    [
      'a zip archive of very many parts',
      'docx',
      () => zipFile(Array.from({ length: 6000 }, (_, n) => ({ name: `word/${n}.xml`, content: '' }))),
    ],
  ] as const)(
    '%s is refused, and the next file is read',
    async (_name, kind, make) => {
      const [reason] = await whyNot(kind, make());
      expect(['too large', 'damaged', 'too slow']).toContain(reason);
      expect(await blocks('text', 'still here')).toHaveLength(1);
    },
    PATIENCE_MS,
  );

  test(
    'one person has one file read at a time, and somebody else is not kept waiting',
    async () => {
      const pool = new DocumentWorkerPool({ threads: 2 });
      const ended: string[] = [];
      const file = (ownerId: string, kind: FileKind, bytes: Buffer, signal = never) =>
        pool
          .extract({ ownerId, kind, name: 'a', bytes }, signal)
          .catch(() => undefined)
          .then(() => void ended.push(ownerId));
      const leave = new AbortController();
      const slow = Array.from({ length: 8 }, () =>
        file('ann', 'pdf', pdfOf(Array.from({ length: 300 }, () => [{ text: 'page' }])), leave.signal),
      );
      await file('bob', 'text', bytesOf('short'));
      expect(ended.filter((who) => who === 'ann').length).toBeLessThan(8);
      leave.abort();
      await Promise.all(slow);
      await pool.close();
    },
    PATIENCE_MS,
  );

  test(
    'who sends too many is refused',
    async () => {
      const pool = new DocumentWorkerPool({ threads: 1 });
      const leave = new AbortController();
      const all = Array.from({ length: 22 }, () =>
        pool.extract({ ownerId: 'ann', kind: 'text', name: 'a', bytes: bytesOf('x') }, leave.signal).then(
          () => 'read',
          (error: unknown) => error,
        ),
      );
      expect(await all[21]).toBeInstanceOf(DocumentReaderBusy);
      leave.abort('gone');
      expect((await Promise.all(all)).filter((one) => one instanceof DocumentReaderBusy)).toHaveLength(1);
      await pool.close();
    },
    PATIENCE_MS,
  );

  test(
    'a file that takes too long costs its thread and not the others',
    async () => {
      const hasty = new DocumentWorkerPool({ timeoutMs: 1, threads: 1 });
      const [slow, next] = [
        hasty.extract({ ownerId: 'ann', kind: 'pdf', name: 'a', bytes: pdfBomb(50) }, never),
        hasty.extract({ ownerId: 'bob', kind: 'text', name: 'b', bytes: bytesOf('b') }, AbortSignal.abort('gone')),
      ];
      await Promise.all([
        expect(slow).rejects.toMatchObject({ reason: 'too slow' }),
        expect(next).rejects.toBe('gone'),
      ]);
      await hasty.close();
    },
    PATIENCE_MS,
  );
});
