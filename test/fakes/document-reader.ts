import { DocumentReader, type ParsedDocument, type TextBlock } from '../../src/domain/files/ports/documents.ts';

export const aBlock = (text: string, more: Partial<TextBlock> = {}): TextBlock => ({
  kind: 'text',
  text,
  page: null,
  level: 0,
  ...more,
});

/** Reads what a test has written for a file's name, or fails as it says. */
export class ScriptedDocumentReader extends DocumentReader {
  readonly documents = new Map<string, ParsedDocument | Error>();
  extract: DocumentReader['extract'] = async ({ name }) => {
    const document = this.documents.get(name) ?? { blocks: [], pages: 0 };
    if (document instanceof Error) throw document;
    return document;
  };

  write(name: string, ...blocks: readonly (TextBlock | string)[]): void {
    const made = blocks.map((block) => (typeof block === 'string' ? aBlock(block) : block));
    this.documents.set(name, { blocks: made, pages: Math.max(0, ...made.map(({ page }) => page ?? 0)) });
  }
}
