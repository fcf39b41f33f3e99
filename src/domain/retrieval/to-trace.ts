import type { StoredFile } from '../files/ports/file-repository.ts';
import type { FileContextPart, NumberedPassage } from './file-context.ts';
import type { PassageSearchResult } from './find-passages.ts';
import type { FileUsage, RetrievalTrace } from './ports.ts';

const MAX_QUERY_LENGTH = 2000;
const MAX_EXCERPT_LENGTH = 400;
const MAX_CONSIDERED = 60;

interface TraceInput {
  readonly query: string;
  readonly found: PassageSearchResult;
  readonly parts: readonly FileContextPart[];
  readonly passages: readonly NumberedPassage[];
  readonly leftOut: readonly StoredFile[];
  /** All files that passages may be of. */
  readonly searched: readonly StoredFile[];
}

const toUsage = ({ file, how, note, given, total }: FileContextPart): FileUsage => ({
  fileId: file.id,
  fileName: file.name,
  how,
  note: how === 'nothing' ? note : '', // the others follow from the counts
  given,
  total,
});

const leftOutUsage = (file: StoredFile): FileUsage => ({
  fileId: file.id,
  fileName: file.name,
  how: 'nothing',
  note: 'It was left out: there was no room for it.',
  given: 0,
  total: 0,
});

/** How the context came about, for 'Why this answer?'. */
export const toTrace = ({ query, found, parts, passages, leftOut, searched }: TraceInput): RetrievalTrace => {
  const names = new Map(searched.map(({ id, name }) => [id, name]));
  return {
    query: query.slice(0, MAX_QUERY_LENGTH),
    vectors: found.vectors,
    wordings: found.wordings,
    secondLook: found.secondLook,
    considered: found.considered.slice(0, MAX_CONSIDERED).map(({ chunk, ...ranks }) => {
      const { fileId, ordinal, page, heading } = chunk;
      const passage = passages.find((each) => each.fileId === fileId && each.ordinals.includes(ordinal));
      return {
        fileId,
        fileName: names.get(fileId) ?? '',
        page,
        heading,
        excerpt: chunk.text.slice(0, MAX_EXCERPT_LENGTH),
        keywordRank: ranks.keywordRank,
        vectorRank: ranks.vectorRank,
        score: ranks.score,
        finalRank: ranks.finalRank,
        wording: ranks.wording,
        given: passage !== undefined,
        source: passage?.number ?? null,
      };
    }),
    files: [...parts.map(toUsage), ...leftOut.map(leftOutUsage)],
  };
};
