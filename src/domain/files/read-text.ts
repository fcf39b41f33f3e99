import type { ReadFile } from './manage-files.ts';
import type { DocumentReader, StoredFile, TextBlock } from './ports.ts';
import type { Person } from './rights.ts';

/** Letters and blocks of one answer: a person looks at the beginning, and reads a long file elsewhere. */
const MOST_LETTERS = 100_000;
const MOST_BLOCKS = 1000;

export interface FileText {
  readonly blocks: readonly TextBlock[];
  /** There is more in the file. */
  readonly cut: boolean;
}

const beginningOf = (blocks: readonly TextBlock[]): FileText => {
  const given: TextBlock[] = [];
  let left = MOST_LETTERS;
  for (const block of blocks) {
    if (left <= 0 || given.length === MOST_BLOCKS) return { blocks: given, cut: true };
    given.push({ ...block, text: block.text.slice(0, left) });
    left -= block.text.length;
  }
  return { blocks: given, cut: left < 0 };
};

/** What is read in an own file, as retrieval and replies read it. */
export class ReadText {
  private readonly read: ReadFile;
  private readonly reader: DocumentReader;

  constructor(read: ReadFile, reader: DocumentReader) {
    this.read = read;
    this.reader = reader;
  }

  /** The beginning of a long one. Throws `FileNotFound`, and `FileUnreadable` where there is nothing to read. */
  async execute(
    asker: Person,
    fileId: string,
    signal: AbortSignal,
  ): Promise<{ readonly file: StoredFile; readonly text: FileText }> {
    const { file, bytes } = await this.read.execute(asker, fileId);
    const { blocks } = await this.reader.read(
      { ownerId: file.ownerId, kind: file.kind, name: file.name, bytes },
      signal,
    );
    return { file, text: beginningOf(blocks) };
  }
}
