import type { GetFile } from './manage-files.ts';
import type { DocumentReader, TextBlock } from './ports/documents.ts';
import type { StoredFile } from './ports/file-repository.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';

/** Limits of the preview. */
const MAX_CHARACTERS = 100_000;
const MAX_BLOCKS = 1000;

export interface FileText {
  readonly blocks: readonly TextBlock[];
  /** The file has more text. */
  readonly cut: boolean;
}

const truncateBlocks = (blocks: readonly TextBlock[]): FileText => {
  const result: TextBlock[] = [];
  let left = MAX_CHARACTERS;
  for (const block of blocks) {
    if (left <= 0 || result.length === MAX_BLOCKS) return { blocks: result, cut: true };
    result.push({ ...block, text: block.text.slice(0, left) });
    left -= block.text.length;
  }
  return { blocks: result, cut: left < 0 };
};

/** The text of a file, as retrieval and replies use it. */
export class GetFileText {
  constructor(
    private readonly getFile: GetFile,
    private readonly reader: DocumentReader,
  ) {}

  /** Cut when it is long. Throws `FileNotFound`, `FileUnreadable`. */
  async execute(
    requester: UserRequester,
    fileId: string,
    signal: AbortSignal,
  ): Promise<{ readonly file: StoredFile; readonly text: FileText }> {
    const { file, bytes } = await this.getFile.execute(requester, fileId);
    const { blocks } = await this.reader.extract({ ...file, bytes }, signal);
    return { file, text: truncateBlocks(blocks) };
  }
}
