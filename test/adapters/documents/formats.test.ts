import { ContentTypeDetector } from '../../../src/adapters/documents/content-type-detector.ts';
import { listExtensions } from '../../../src/adapters/documents/describe-formats.ts';
import { parseDocument } from '../../../src/adapters/documents/parse-document.ts';
import { FileRefused, FileUnreadable } from '../../../src/domain/files/errors.ts';
import type { FileKind } from '../../../src/domain/files/ports/file-repository.ts';
import type { TextBlock } from '../../../src/domain/files/ports/documents.ts';
import { extensionsOf, FILE_KINDS, KIND_BY_EXTENSION } from '../../../src/shared/file-formats.ts';
import { MEDIA_TYPES } from '../../../src/shared/media-types.ts';
import { BILLION_LAUGHS, docxOf, pdfOf, xlsxOf, zipFile } from '../../support/documents.ts';
import { expectLinear } from '../../support/expect-linear.ts';
import { epubOf, odtOf, pptxOf, slideTable } from '../../support/more-documents.ts';

const PATIENCE_MS = 120_000;
const bytesOf = (content: Uint8Array | string) => Uint8Array.from(Buffer.from(content));
const parse = (kind: FileKind, content: Uint8Array | string) => parseDocument({ kind, bytes: bytesOf(content) });
const blocksOf = async (kind: FileKind, content: Uint8Array | string) => (await parse(kind, content)).blocks;
const brief = (blocks: readonly TextBlock[]) =>
  blocks.map(({ kind, text, level, page }) => [kind, text, level, page] as const);
const whyNot = (kind: FileKind, content: Uint8Array | string) =>
  parse(kind, content).then(
    () => 'was read',
    (error: unknown) => (error instanceof FileUnreadable ? error.reason : error),
  );
const mail = (headers: readonly string[], body: string) => [...headers, '', body].join('\r\n');

describe('the table of formats', () => {
  const types = new ContentTypeDetector();
  const text = (kind: FileKind) => (kind === 'mail' ? 'Subject: Hi\n\nHi' : 'Hi');
  const archives: Readonly<Record<string, Buffer>> = {
    docx: docxOf(['Hi']),
    xlsx: xlsxOf('S', [['Hi']]),
    pptx: pptxOf([{ title: 'Hi', body: [] }]),
    odt: odtOf('<text:p>Hi</text:p>'),
    epub: epubOf([{ name: 'a.xhtml', html: '<p>Hi</p>' }]),
    pdf: pdfOf([[{ text: 'Hi' }]]),
  };
  const all = [...KIND_BY_EXTENSION]
    .filter(([, kind]) => kind !== 'image')
    .map(([extension, kind]) => [extension, { kind, type: MEDIA_TYPES.get(extension)?.type }] as const);

  test('gives every extension a kind and a media type', () => {
    expect([...MEDIA_TYPES.keys()].sort()).toEqual([...KIND_BY_EXTENSION.keys()].sort());
  });

  test.each(all)('a file named .%s is taken as its row says', async (extension, { kind, type }) => {
    const content = archives[extension] ?? Buffer.from(text(kind));
    expect(await types.detect(`a.${extension}`, content)).toEqual({ kind, type });
    expect(types.guessKind(`A.${extension.toUpperCase()}`)).toBe(kind);
  });

  test('no file is taken under the name of another archive', async () => {
    for (const [name, content] of Object.entries(archives))
      for (const extension of Object.keys(archives).filter((other) => other !== name))
        await expect(types.detect(`a.${extension}`, content)).rejects.toBeInstanceOf(FileRefused);
    const spreadsheet = odtOf('', { mimeType: 'application/vnd.oasis.opendocument.spreadsheet' });
    await expect(types.detect('a.odt', spreadsheet)).rejects.toThrow('another archive');
    for (const extension of [...extensionsOf('code'), ...extensionsOf('data'), 'eml'])
      await expect(types.detect(`a.${extension}`, zipFile([{ name: 'a', content: 'b' }]))).rejects.toBeInstanceOf(
        FileRefused,
      );
  });

  test('a text that only its name calls an email is refused', async () => {
    await expect(types.detect('a.eml', Buffer.from('Dear Ann,\n\nhello'))).rejects.toThrow('no email');
    await expect(types.detect('a.eml', Buffer.from('Name: value\n\nhello'))).rejects.toThrow('no email');
    for (const begin of ['Received: from a\r\n by b\r\nX-A: b', 'From ann Mon\nDate: today', 'mime-version: 1.0'])
      expect((await types.detect('a.eml', Buffer.from(`${begin}\r\n\r\nHi`))).kind).toBe('mail');
  });

  test('a refusal names every kind; code it mentions as a whole', () => {
    const words = listExtensions();
    for (const kind of FILE_KINDS) if (kind !== 'code') expect(words).toContain(extensionsOf(kind)[0]);
    expect(words.length).toBeLessThan(500);
  });
});

describe('what is read in slides, texts, books and mails', () => {
  test('slides are pages with titles, lines, tables and notes', async () => {
    const table = slideTable([
      ['Year', 'Sales'],
      ['2024', '7 &lt; 8'],
    ]);
    const { blocks, pages } = await parse(
      'slides',
      pptxOf([
        { title: 'Plan', body: ['First &amp; last', 'Second'], notes: 'Say hello' },
        { title: 'Figures', body: table },
      ]),
    );
    expect(pages).toBe(2);
    expect(brief(blocks)).toEqual([
      ['heading', 'Plan', 1, 1],
      ['text', 'First & last\nSecond', 0, 1],
      ['heading', 'Notes', 2, 1],
      ['text', 'Say hello', 0, 1],
      ['heading', 'Figures', 1, 2],
      ['table', 'Year | Sales\n2024 | 7 < 8', 0, 2],
    ]);
  });

  test('what slides repeat for older programs is read once', async () => {
    const shape = '<p:sp><p:txBody><a:p><a:r><a:t>Once</a:t></a:r></a:p></p:txBody></p:sp>';
    const body =
      `<mc:AlternateContent><mc:Choice>${shape}</mc:Choice><mc:Fallback>` +
      `${shape}</mc:Fallback></mc:AlternateContent>`;
    expect(brief(await blocksOf('slides', pptxOf([{ title: 'T', body }])))).toEqual([
      ['heading', 'T', 1, 1],
      ['text', 'Once', 0, 1],
    ]);
  });

  test('an OpenDocument text has headings, lists and tables, without what was deleted', async () => {
    const body =
      '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="2">Über ' +
      '<text:span>uns</text:span></text:h>' +
      '<text:p>A<text:s text:c="999999999"/><text:constructor/>b<text:line-break/>c' +
      '<office:annotation><text:p>remark</text:p></office:annotation></text:p>' +
      '<text:list><text:list-item><text:p>one</text:p>' +
      '<text:list><text:list-item><text:p>deep</text:p></text:list-item></text:list></text:list-item>' +
      '<text:list-item><text:p>two</text:p></text:list-item></text:list>' +
      '<table:table><table:table-row><table:table-cell><text:p>k</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="2"/>' +
      '<table:table-cell><text:p>v</text:p><text:p>w</text:p></table:table-cell></table:table-row>' +
      '<table:table-row table:number-rows-repeated="2"><table:table-cell><text:p>1</text:p></table:table-cell>' +
      '<table:table-cell table:number-columns-repeated="16000"/></table:table-row>' +
      '<table:table-row table:number-rows-repeated="1048000">' +
      '<table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table><text:p>end</text:p>';
    expect(brief(await blocksOf('odt', odtOf(body)))).toEqual([
      ['heading', 'Über uns', 2, null],
      ['text', 'A b\nc', 0, null],
      ['text', '- one\n  - deep\n- two', 0, null],
      ['table', 'k |  |  | v w\n1\n1', 0, null],
      ['text', 'end', 0, null],
    ]);
  });

  test.each([false, true])('an e-book is read chapter by chapter (EPUB 2: %s)', async (isOld) => {
    const chapters = [
      {
        name: 'one two.xhtml',
        html: '<html><head><title/><script src="a"/></head><body><p>Begin.</p></body></html>',
        title: 'One',
      },
      { name: 'b.xhtml', html: '<!DOCTYPE html><html><body><h2>Two</h2><p>End.</p></body></html>', title: 'Zwei' },
      { name: 'c.xhtml', html: '<p>Loose.</p>' },
    ];
    expect(brief(await blocksOf('book', epubOf(chapters, { isOld })))).toEqual([
      ['heading', 'One', 1, null],
      ['text', 'Begin.', 0, null],
      ['heading', 'Two', 2, null],
      ['text', 'End.', 0, null],
      ['text', 'Loose.', 0, null],
    ]);
    expect(await whyNot('book', epubOf(chapters, { locked: 'b.xhtml' }))).toBe('encrypted');
  });

  test('an email has its headers, its text and the names of its attachments', async () => {
    const headers = [
      'From: =?utf-8?q?J=C3=BCrgen?= <j@a.example>',
      'To: Ann <ann@a.example>, team: bob@a.example, c@a.example;',
      'Subject: =?utf-8?B?UmVjaG51bmcg4oKs?=',
      'Date: Mon, 2 Mar 2026 10:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=x',
    ];
    const body = [
      '--x',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<h2>Hallo</h2><p>Gr=FC=DFe</p><script>evil()</script>',
      '--x',
      'Content-Type: application/pdf',
      'Content-Disposition: attachment; filename="bill 7.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      'JVBERi0=',
      '--x--',
    ].join('\r\n');
    expect(brief(await blocksOf('mail', mail(headers, body)))).toEqual([
      ['heading', 'Rechnung €', 1, null],
      [
        'text',
        'From: Jürgen <j@a.example>\nTo: Ann <ann@a.example>, bob@a.example, c@a.example\n' +
          'Date: 2026-03-02T10:00:00.000Z\nAttachments: bill 7.pdf',
        0,
        null,
      ],
      ['heading', 'Hallo', 2, null],
      ['text', 'Grüße', 0, null],
    ]);
    expect(brief(await blocksOf('mail', mail(['Subject: Hi'], 'One.\r\n\r\nTwo.')))).toEqual([
      ['heading', 'Hi', 1, null],
      ['text', 'One.', 0, null],
      ['text', 'Two.', 0, null],
    ]);
  });

  test('data in one long line are laid out, others stay as they are', async () => {
    const [small] = await blocksOf('data', '{"a": [1,\n 2]}');
    expect(small).toMatchObject({ kind: 'code', text: '{"a": [1,\n 2]}' });
    const value = { name: 'a "quoted, {text}" \\', list: Array.from({ length: 400 }, (_, n) => n) };
    const [laidOut] = await blocksOf('data', JSON.stringify(value));
    expect(laidOut?.text.split('\n').slice(0, 5)).toEqual([
      '{',
      `  "name":${JSON.stringify(value.name)},`,
      '  "list":[',
      '    0,',
      '    1,',
    ]);
    expect(JSON.parse(laidOut?.text ?? '')).toEqual(value);
    const [xml] = await blocksOf('data', `<a>${'<b>1</b>'.repeat(300)}</a>`);
    expect(xml?.text.split('\n').slice(0, 2)).toEqual(['<a>', '<b>1</b>']);
  });
});

describe('hostile slides, texts, books and mails', () => {
  test('XML with declarations is refused, and entities are never expanded', async () => {
    expect(await whyNot('odt', odtOf('<text:p>&l9;</text:p>', { declaration: BILLION_LAUGHS }))).toBe('damaged');
    const declared = pptxOf([{ title: 'T', body: `${BILLION_LAUGHS}<a:t>&l9;</a:t>` }]);
    expect(await whyNot('slides', declared)).toBe('damaged');
    const [block] = await blocksOf('book', epubOf([{ name: 'a.xhtml', html: `${BILLION_LAUGHS}<p>a &l9; b</p>` }]));
    expect(block?.text.length).toBeLessThan(100_000);
  });

  test.each(['odt', 'slides', 'book'] as const)('%s: what is no archive of its kind is damaged', async (kind) => {
    for (const content of [Buffer.alloc(0), Buffer.from('PK\x03\x04'), zipFile([{ name: 'a', content: 'b' }])])
      expect(await whyNot(kind, content)).toBe('damaged');
  });

  test('a part that is named again and again is read once', async () => {
    const [slide, notes] = ['<p:sp><a:p><a:t>Said</a:t></a:p></p:sp>', '<p:sp><a:p><a:t>Note</a:t></a:p></p:sp>'];
    const relation = (id: string, type: string, target: string) =>
      `<Relationships><Relationship Id="${id}" Type="x/${type}" Target="${target}"/></Relationships>`;
    const slides = zipFile([
      { name: 'ppt/presentation.xml', content: `<p:x>${'<p:sldId r:id="a"/>'.repeat(3)}<p:sldId r:id="b"/></p:x>` },
      {
        name: 'ppt/_rels/presentation.xml.rels',
        content: relation('a', 'slide', 'slides/a.xml') + relation('b', 'slide', 'slides/b.xml'),
      },
      ...['a', 'b'].flatMap((name) => [
        { name: `ppt/slides/${name}.xml`, content: slide },
        { name: `ppt/slides/_rels/${name}.xml.rels`, content: relation('n', 'notesSlide', '../notesSlides/n.xml') },
      ]),
      { name: 'ppt/notesSlides/n.xml', content: notes },
    ]);
    const { blocks, pages } = await parse('slides', slides);
    expect([pages, blocks.map(({ text }) => text)]).toEqual([2, ['Said', 'Notes', 'Note', 'Said']]);
  });

  test('cells that a text only claims are refused', async () => {
    const cell = (more: string) => `<table:table-cell ${more}><text:p>x</text:p></table:table-cell>`;
    const table = (rows: string, cells: string) =>
      odtOf(`<table:table><table:table-row ${rows}>${cell(cells)}</table:table-row></table:table>`);
    expect(await whyNot('odt', table('', 'table:number-columns-repeated="999999999"'))).toBe('too large');
    expect(await whyNot('odt', table('table:number-rows-repeated="999999999"', ''))).toBe('too large');
  });

  const nested = (open: string, close: string) => (size: number) => open.repeat(size) + close.repeat(size);
  test.each<[string, FileKind, (size: number) => Uint8Array | string]>([
    [
      'nested lists',
      'odt',
      (size) => odtOf(nested('<text:list><text:list-item>', '</text:list-item></text:list>')(size)),
    ],
    ['unclosed tags', 'odt', (size) => odtOf('<text:p a="'.repeat(size))],
    [
      'one cell of paragraphs',
      'odt',
      (size) =>
        odtOf(
          `<table:table><table:table-row><table:table-cell>${'<text:p>x</text:p>'.repeat(size)}` +
            '</table:table-cell></table:table-row></table:table>',
        ),
    ],
    [
      'ends of one row',
      'odt',
      (size) =>
        odtOf(
          '<table:table><table:table-row><table:table-cell ' +
            `table:number-columns-repeated="${size * 6}"><text:p>x</text:p></table:table-cell>` +
            `${'</table:table-row>'.repeat(size)}</table:table>`,
        ),
    ],
    ['attributes', 'odt', (size) => odtOf(`<text:h ${'outline-level='.repeat(size)}>x</text:h>`)],
    [
      'one cell of lines',
      'slides',
      (size) =>
        pptxOf([
          { title: 'T', body: `<a:tbl><a:tr><a:tc>${'<a:p><a:t>x</a:t></a:p>'.repeat(size)}</a:tc></a:tr></a:tbl>` },
        ]),
    ],
    [
      'slides',
      'slides',
      (size) => pptxOf(Array.from({ length: Math.ceil(size / 40) }, () => ({ title: 'T', body: ['x'] }))),
    ],
    [
      'chapters',
      'book',
      (size) =>
        epubOf(
          Array.from({ length: Math.ceil(size / 40) }, (_, n) => ({
            name: `${n}.html`,
            html: '<p>x</p>',
            title: `T${n}`,
          })),
        ),
    ],
    [
      'a table of contents without links',
      'book',
      (size) => epubOf([{ name: 'a.html', html: '<p>x</p>' }], { contents: 'x <b>y</b>'.repeat(size) }),
    ],
    [
      'the same table of contents',
      'book',
      (size) =>
        epubOf([{ name: 'a.html', html: '<p>x</p>', title: 'x' }], {
          contents: '<a href="a.html">x</a>'.repeat(size),
          items: '<item href="nav.xhtml" properties="nav"/>'.repeat(size),
        }),
    ],
    ['nested elements', 'book', (size) => epubOf([{ name: 'a.html', html: nested('<div>', '</div>')(size) }])],
    [
      'nested parts',
      'mail',
      (size) =>
        mail(
          ['Subject: a', 'Content-Type: multipart/mixed; boundary=b0'],
          Array.from(
            { length: size },
            (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary=b${n + 1}\r\n\r\n`,
          ).join(''),
        ),
    ],
    [
      'parts',
      'mail',
      (size) =>
        mail(
          ['Subject: a', 'Content-Type: multipart/mixed; boundary=b'],
          '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(size),
        ),
    ],
    ['addresses', 'mail', (size) => mail([`To: ${'"a" <a@b.example>, '.repeat(size)}`], 'x')],
    ['odd addresses', 'mail', (size) => mail([`To: ${'(<"'.repeat(size)}`], 'x')],
    ['encoded words', 'mail', (size) => mail([`Subject: ${'=?utf-8?q?a?= '.repeat(size)}`], 'x')],
    ['half encoded words', 'mail', (size) => mail([`Subject: ${'=?utf-8?q?'.repeat(size)}`], 'x')],
    ['folded lines', 'mail', (size) => mail([`Subject: a${'\r\n a'.repeat(size)}`], 'x')],
    ['parameters', 'mail', (size) => mail(['Subject: a', `Content-Type: text/plain${'; a*0="b"'.repeat(size)}`], 'x')],
    [
      'headers',
      'mail',
      (size) =>
        mail(
          Array.from({ length: size }, () => 'To: a@b.example'),
          'x',
        ),
    ],
    ['one line', 'mail', (size) => mail(['Subject: a'], 'a'.repeat(size * 20))],
    ['flowed lines', 'mail', (size) => mail(['Content-Type: text/plain; format=flowed'], '> a \r\n'.repeat(size))],
    ['soft breaks', 'mail', (size) => mail(['Content-Transfer-Encoding: quoted-printable'], '=\r\n'.repeat(size))],
    ['nested messages', 'mail', (size) => `${'Content-Type: message/rfc822\r\n\r\n'.repeat(size)}x`],
    ['JSON in JSON', 'data', (size) => '['.repeat(size * 10)],
    ['escapes', 'data', (size) => `"${'\\"'.repeat(size * 10)}`],
    ['elements', 'data', (size) => `<a>${'<b/>'.repeat(size * 10)}`],
  ])(
    'the work grows as they do: %s (%s)',
    async (_what, kind, make) => {
      await expectLinear({
        size: 1500,
        make,
        run: (content) =>
          parse(kind, content).catch((error: unknown) => {
            if (!(error instanceof FileUnreadable)) throw error;
          }),
      });
    },
    PATIENCE_MS,
  );
});
