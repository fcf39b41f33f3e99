import { zipFile, type ZipPart } from './documents.ts';

// Slides, OpenDocument texts and e-books, made of their parts.

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const relationsXml = (relations: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `${XML}<Relationships>` +
  relations
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('') +
  '</Relationships>';

interface Slide {
  readonly title: string;
  /** The XML of its other shapes, or lines of one shape. */
  readonly body: string | readonly string[];
  readonly notes?: string;
}

const paragraphs = (lines: readonly string[]): string =>
  lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('');

/** A shape of a slide; `placeholder`: its role. */
const slideShape = (placeholder: string, lines: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${placeholder}"/></p:nvPr></p:nvSpPr><p:txBody>${paragraphs(lines)}` +
  '</p:txBody></p:sp>';

const tableCell = (text: string): string => `<a:tc><a:txBody>${paragraphs([text])}</a:txBody></a:tc>`;

export const slideTable = (rows: readonly (readonly string[])[]): string =>
  '<p:graphicFrame><a:tbl>' +
  rows.map((row) => `<a:tr>${row.map(tableCell).join('')}</a:tr>`).join('') +
  '</a:tbl></p:graphicFrame>';

/** A presentation, shown from the last part to the first, so that the order is that of its list. */
export const pptxOf = (slides: readonly Slide[]): Buffer => {
  const part = (index: number) => slides.length - index;
  return zipFile([
    { name: '[Content_Types].xml', content: `${XML}<Types/>` },
    {
      name: 'ppt/presentation.xml',
      content:
        `${XML}<p:presentation><p:sldIdLst>` +
        `${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}` +
        '</p:sldIdLst></p:presentation>',
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationsXml(slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/slide${part(index)}.xml`])),
    },
    ...slides.flatMap(({ title, body, notes }, index): ZipPart[] => [
      {
        name: `ppt/slides/slide${part(index)}.xml`,
        content:
          `${XML}<p:sld><p:cSld>${slideShape('title', [title])}` +
          `${typeof body === 'string' ? body : slideShape('body', body)}${slideShape('sldNum', ['7'])}` +
          '</p:cSld></p:sld>',
      },
      ...(notes === undefined
        ? []
        : [
            {
              name: `ppt/slides/_rels/slide${part(index)}.xml.rels`,
              content: relationsXml([['rId1', 'notesSlide', `../notesSlides/notesSlide${index + 1}.xml`]]),
            },
            {
              name: `ppt/notesSlides/notesSlide${index + 1}.xml`,
              content: `${XML}<p:notes>${slideShape('body', [notes])}${slideShape('sldNum', ['7'])}</p:notes>`,
            },
          ]),
    ]),
  ]);
};

/** An archive that begins with what it is, stored as it is. */
const declaredArchive = (mimeType: string, parts: readonly ZipPart[]): Buffer =>
  zipFile([{ name: 'mimetype', content: mimeType, stored: true }, ...parts]);

const ODT = 'application/vnd.oasis.opendocument.text';

/** An OpenDocument text from the XML of its body. */
export const odtOf = (body: string, { mimeType = ODT, declaration = '' } = {}): Buffer =>
  declaredArchive(mimeType, [
    {
      name: 'content.xml',
      content:
        `${XML}${declaration}<office:document-content><office:automatic-styles/><office:body><office:text>${body}` +
        '</office:text></office:body></office:document-content>',
    },
  ]);

interface Chapter {
  readonly name: string;
  readonly html: string;
  /** Its name in the table of contents. */
  readonly title?: string;
}

const contentsXml = (chapters: readonly Chapter[], isOld: boolean): string => {
  const named = chapters.filter(({ title }) => title !== undefined);
  return isOld
    ? `${XML}<ncx><navMap>` +
        named
          .map(({ name, title }) => `<navLabel><text>${title}</text></navLabel><content src="${name}#top"/>`)
          .map((point) => `<navPoint>${point}</navPoint>`)
          .join('') +
        '</navMap></ncx>'
    : `<html><body><nav><ol>${named.map(({ name, title }) => `<li><a href="${name}">${title}</a></li>`).join('')}` +
        '</ol></nav></body></html>';
};

interface EpubOptions {
  /** With the table of contents of EPUB 2. */
  readonly isOld?: boolean;
  readonly locked?: string;
  /** The XML of its table of contents. */
  readonly contents?: string;
  /** More items of its manifest. */
  readonly items?: string;
}

/** An e-book of chapters. */
export const epubOf = (
  chapters: readonly Chapter[],
  { isOld = false, locked = '', contents = contentsXml(chapters, isOld), items = '' }: EpubOptions = {},
): Buffer =>
  declaredArchive('application/epub+zip', [
    {
      name: 'META-INF/container.xml',
      content:
        `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf" ` +
        `media-type="application/oebps-package+xml"/></rootfiles></container>`,
    },
    {
      name: 'META-INF/encryption.xml',
      content:
        `${XML}<encryption>` +
        (locked === ''
          ? ''
          : `<EncryptedData><CipherData><CipherReference URI="OEBPS/${locked}"/></CipherData></EncryptedData>`) +
        '</encryption>',
    },
    {
      name: 'OEBPS/book.opf',
      content:
        `${XML}<package><manifest>` +
        (isOld
          ? '<item id="c" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
          : '<item id="c" href="nav.xhtml" properties="nav"/>') +
        `${items}${chapters.map(({ name }, index) => `<item id="i${index}" href="${encodeURI(name)}"/>`).join('')}` +
        `</manifest><spine>${chapters.map((_, index) => `<itemref idref="i${index}"/>`).join('')}</spine></package>`,
    },
    { name: `OEBPS/${isOld ? 'toc.ncx' : 'nav.xhtml'}`, content: contents },
    // In another order than that of reading.
    ...chapters.map(({ name, html }) => ({ name: `OEBPS/${name}`, content: html })).toReversed(),
  ]);
