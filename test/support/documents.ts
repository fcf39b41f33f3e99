import { constants, crc32, deflateRawSync } from 'node:zlib';

// Test files, made byte by byte: valid, damaged and hostile ones.

const KB = 1024;
const MB = KB * KB;

export interface PdfLine {
  readonly text: string;
  readonly size?: number;
}

const escapePdfText = (text: string) => text.replace(/[\\()]/g, '\\$&');

const contentOf = (lines: readonly PdfLine[]): string => {
  let y = 800;
  const operators = lines.map(({ text, size = 12 }) => {
    y -= text === '' ? 40 : size * 1.3;
    return text === '' ? '' : `BT /F1 ${size} Tf 50 ${y} Td (${escapePdfText(text)}) Tj ET`;
  });
  return operators.join('\n');
};

interface PdfOptions {
  /** More trailer entries, and their objects. */
  readonly trailer?: string;
  /** A stream in place of the first page's own, with more dictionary entries. */
  readonly stream?: { readonly entries: string; readonly bytes: Buffer };
}

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
export const writePdf = (objects: readonly Buffer[], trailer = ''): Buffer => {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, index) => {
    offsets.push(length);
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(whole);
    length += whole.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`)]);
};

/** A PDF of pages with lines of text; an empty line makes a gap. */
export const pdfOf = (pages: readonly (readonly PdfLine[])[], { trailer = '', stream }: PdfOptions = {}): Buffer => {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`);
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  pages.forEach((lines, index) => {
    add(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ' +
        `${5 + index * 2} 0 R >>`,
    );
    const content = index === 0 && stream ? stream.bytes : Buffer.from(contentOf(lines));
    const entries = index === 0 && stream ? stream.entries : '';
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    );
  });
  return writePdf(objects, trailer);
};

const blank = 'x'.repeat(32);

/** A password-protected file. */
export const encryptedPdf = (): Buffer =>
  pdfOf([[{ text: 'Secret' }]], {
    trailer:
      `/ID [<${'ab'.repeat(16)}> <${'ab'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O (${blank}) /U ` +
      `(${blank}) /P -4 >>`,
  });

/** Deflated spaces: `megabytes` from a thousandth of their size. */
const deflatedSpaces = (megabytes: number, end = true): Buffer => {
  const one = deflateRawSync(Buffer.alloc(MB, 0x20), { finishFlush: constants.Z_FULL_FLUSH });
  const last = deflateRawSync(Buffer.alloc(0));
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), ...(end ? [last] : [])]);
};

/** A PDF whose first page unpacks to that many megabytes. */
export const pdfBomb = (megabytes: number): Buffer =>
  pdfOf([[]], {
    stream: {
      entries: '/Filter /FlateDecode',
      bytes: Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedSpaces(megabytes)]),
    },
  });

export interface ZipPart {
  readonly name: string;
  readonly content: Buffer | string;
  /** What the headers claim instead of the truth. */
  readonly claims?: number;
  /** Deflated bytes in place of the content's own. */
  readonly deflated?: Buffer;
  readonly size?: number;
  /** Not compressed. */
  readonly stored?: boolean;
}

/** A zip archive, optionally with false headers. */
export const zipFile = (parts: readonly ZipPart[]): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims, deflated, size, stored = false } of parts) {
    const bytes = Buffer.from(content);
    const body = stored ? bytes : (deflated ?? deflateRawSync(bytes));
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(stored ? 0 : 8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(claims ?? size ?? bytes.length, 18);
    shared.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), body]);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02', 0, 'latin1');
    central.writeUInt16LE(20, 4);
    shared.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    bodies.push(local);
    directory.push(central, Buffer.from(name));
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

const relations = (...targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${RELATIONS}">` +
  targets
    .map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('') +
  '</Relationships>';

const paragraph = (text: string): string => {
  const heading = /^# (.*)/.exec(text)?.[1];
  const style = heading === undefined ? '' : '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>';
  return `<w:p>${style}<w:r><w:t>${heading ?? text}</w:t></w:r></w:p>`;
};

const wordParts = (document: string): ZipPart[] => [
  {
    name: '[Content_Types].xml',
    content:
      `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ` +
      `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
      `PartName="/word/document.xml" ` +
      `ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  },
  { name: '_rels/.rels', content: relations(['officeDocument', 'word/document.xml']) },
  {
    name: 'word/styles.xml',
    content:
      `${XML}<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading ` +
      `1"/></w:style></w:styles>`,
  },
  { name: 'word/_rels/document.xml.rels', content: relations(['styles', 'styles.xml']) },
  { name: 'word/document.xml', content: document },
];

/** A Word document of paragraphs; `# ` starts a heading. A declaration is put before its text. */
export const docxOf = (paragraphs: readonly string[], { declaration = '' } = {}): Buffer =>
  zipFile(
    wordParts(
      `${XML}${declaration}<w:document ` +
        `xmlns:w="${WORD}"><w:body>${paragraphs.map(paragraph).join('')}</w:body></w:document>`,
    ),
  );

/** A Word document with a part that unpacks to that many megabytes; `claims`: the size in its headers. */
export const docxBomb = (megabytes: number, claims?: number): Buffer =>
  zipFile([
    ...wordParts('').slice(0, 4),
    {
      name: 'word/document.xml',
      content: '',
      deflated: deflatedSpaces(megabytes),
      ...(claims === undefined ? { size: megabytes * MB } : { claims }),
    },
  ]);

/** Billion laughs: ten entities, each ten times the one before. */
export const BILLION_LAUGHS =
  '<!DOCTYPE lolz [<!ENTITY l0 ' +
  `"lol">${Array.from({ length: 9 }, (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`).join('')}` +
  ']>';

/** An Excel workbook with one sheet from the XML of its rows; `strings`: the shared strings. */
export const xlsxOfRows = (data: string, name = 'S', strings?: readonly string[]): Buffer =>
  zipFile([
    {
      name: '[Content_Types].xml',
      content:
        `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ` +
        `ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override ` +
        `PartName="/xl/workbook.xml" ` +
        `ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override ` +
        `PartName="/xl/worksheets/sheet1.xml" ` +
        `ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    },
    { name: '_rels/.rels', content: relations(['officeDocument', 'xl/workbook.xml']) },
    {
      name: 'xl/workbook.xml',
      content:
        `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="${name}" sheetId="1" ` +
        `r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ...(strings ? [['sharedStrings', 'sharedStrings.xml'] as const] : []),
      ),
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${XML}<worksheet xmlns="${SHEET}"><sheetData>${data}</sheetData></worksheet>`,
    },
    ...(strings
      ? [
          {
            name: 'xl/sharedStrings.xml',
            content: `${XML}<sst xmlns="${SHEET}">${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
          },
        ]
      : []),
  ]);

/** An Excel workbook with one sheet of texts and numbers. */
export const xlsxOf = (name: string, rows: readonly (readonly (string | number)[])[]): Buffer => {
  const cell = (value: string | number, row: number, column: number) => {
    const at = `${String.fromCharCode(65 + column)}${row + 1}`;
    return typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const data = rows
    .map(
      (row, index) => `<row r="${index + 1}">${row.map((value, column) => cell(value, index, column)).join('')}</row>`,
    )
    .join('');
  return xlsxOfRows(data, name);
};

const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

/** A PNG of a few hundred bytes whose header claims 30 000 × 30 000 pixels. */
export const pngBomb = (): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([8, 6], 8);
  const pixels = Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedSpaces(1)]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};
