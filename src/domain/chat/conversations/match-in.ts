import type { Artifact } from '../../../shared/artifact.ts';
import { replaceBlocks } from '../../../shared/artifact-blocks.ts';
import { readArtifacts } from '../../../shared/artifact-reader.ts';
import { excerptFor } from '../../../shared/excerpt.ts';
import { findWords } from '../../../shared/find-text.ts';
import { artifactWords } from '../../../shared/outside-chat.ts';
import type { ChatMatch, FoundMessage } from './chat.ts';

/** Of a long text only its beginning is looked at. */
const MAX_SCANNED = 60_000;
const MAX_MATCHES = 300;

const countWords = (text: string, query: string): number =>
  new Set(findWords(text.slice(0, MAX_SCANNED), query, MAX_MATCHES).map(({ word }) => word)).size;

/** A page is read without its tags. */
const readable = (artifact: Artifact): string =>
  artifact.kind === 'html' || artifact.kind === 'svg'
    ? artifact.source.replace(/<[^<>]{0,500}>/g, ' ')
    : artifactWords(artifact);

/** Where the words of a query stand: in what a message says, or in an artifact that it makes or changes. */
export const matchIn = ({ messageId, text, edited = [] }: FoundMessage, query: string): ChatMatch => {
  const { blocks } = readArtifacts(text);
  if (blocks.length + edited.length === 0) return { messageId, excerpt: excerptFor(text, query) };
  const said = replaceBlocks(text, blocks, () => '');
  const written = blocks.flatMap(({ artifact, edit }) => (artifact && !edit ? [artifact] : []));
  let best: { readonly count: number; readonly artifact?: Artifact } = { count: countWords(said, query) };
  for (const artifact of [...written, ...edited]) {
    const count = countWords(artifactWords(artifact), query);
    if (count > best.count) best = { count, artifact };
  }
  const { artifact } = best;
  if (!artifact) return { messageId, excerpt: excerptFor(said, query) };
  const { id, kind, title } = artifact;
  const excerpt = excerptFor(readable(artifact), query) ?? excerptFor(artifact.source, query);
  return { messageId, excerpt, artifact: { id, kind, title } };
};
