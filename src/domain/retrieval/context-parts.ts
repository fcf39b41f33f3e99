import { MAX_FILE_SOURCES } from '../../shared/reply-state.ts';
import type { StoredFile } from '../files/ports/file-repository.ts';
import type { FileContextPart } from './file-context.ts';
import type { LoadedText } from './file-texts.ts';
import type { PickedChunks } from './pick-chunks.ts';
import type { StoredChunk } from './ports.ts';
import { shareNumbers, toPassages } from './to-passages.ts';

/** Source numbers that are left for passages where some files are given whole. */
const MIN_PASSAGE_SOURCES = 16;
const IMAGE_NOTE =
  'It is an image. What follows was made from it: a description by a vision model, or the text that was recognised ' +
  'in it.';

export interface ConversationFile {
  readonly file: StoredFile;
  /** Attached to the question or named in it. */
  readonly isAsked: boolean;
}

/** A file with what is known of its text: not loaded where it is embedded and known to be too large. */
export interface SizedFile extends ConversationFile {
  readonly id: string;
  readonly tokens: number;
  readonly loaded: LoadedText | undefined;
}

export const chunksOf = ({ loaded }: SizedFile): readonly StoredChunk[] =>
  loaded && 'chunks' in loaded ? loaded.chunks : [];

/** Each file's passages, of all together at most `max`. */
const passagesOf = (texts: readonly (readonly StoredChunk[])[], max: number) => {
  const natural = texts.map((chunks) => toPassages(chunks, MAX_FILE_SOURCES).length);
  const shares = shareNumbers(natural, max);
  return texts.map((chunks, at) => toPassages(chunks, shares[at] ?? 1));
};

export const toWholeParts = (files: readonly SizedFile[], hasOthers: boolean): FileContextPart[] => {
  const texts = files.map(chunksOf);
  const passages = passagesOf(texts, hasOthers ? MAX_FILE_SOURCES - MIN_PASSAGE_SOURCES : MAX_FILE_SOURCES);
  return files.map(({ file }, at) => {
    const count = texts[at]?.length ?? 0;
    const isImage = file.kind === 'image';
    return {
      file,
      passages: passages[at] ?? [],
      how: isImage ? 'description' : 'whole',
      note: isImage ? IMAGE_NOTE : 'All of its text is given.',
      given: count,
      total: count,
      isWhole: true,
    };
  });
};

/** In words, what is given of a file that is not given whole. */
const describe = (
  { file, loaded }: SizedFile,
  picked: readonly StoredChunk[],
  total: number,
): Pick<FileContextPart, 'how' | 'note'> => {
  const given = picked.length;
  if (loaded && 'note' in loaded) return { how: 'nothing', note: loaded.note };
  if (given === 0) return { how: 'nothing', note: 'No passage of it was among those nearest to the question.' };
  if (file.kind === 'image') return { how: 'description', note: IMAGE_NOTE };
  if (given === total) return { how: 'whole', note: 'All of its text is given.' };
  const isBeginning = picked.every(({ ordinal }, at) => ordinal === at);
  return isBeginning
    ? { how: 'beginning', note: `Only its beginning is given: ${given} of its ${total} passages.` }
    : { how: 'passages', note: `Only ${given} of its ${total} passages are given: those nearest to the question.` };
};

/** Within the source numbers that whole files leave. */
export const toPartialParts = (
  files: readonly SizedFile[],
  picked: PickedChunks,
  whole: readonly FileContextPart[],
): FileContextPart[] => {
  const used = whole.reduce((sum, { passages }) => sum + passages.length, 0);
  const texts = files.map(({ id }) => picked.of(id));
  const passages = passagesOf(texts, MAX_FILE_SOURCES - used);
  return files.map((each, at) => {
    const chunks = texts[at] ?? [];
    const total = Math.max(each.file.chunkCount, chunksOf(each).length, chunks.length);
    return {
      file: each.file,
      passages: passages[at] ?? [],
      given: chunks.length,
      total,
      isWhole: false,
      ...describe(each, chunks, total),
    };
  });
};
