import { ARTIFACT_RULES, type Artifact } from './artifact.ts';
import { writeBlock } from './artifact-edit.ts';
import { type AnswerArtifacts, type ArtifactBlock, ArtifactVersions, readArtifacts } from './artifact-reader.ts';

/** An artifact as a block of its language. */
export const writeArtifact = ({ kind, source }: Artifact): string =>
  writeBlock(ARTIFACT_RULES[kind].languages[0] ?? '', source.split('\n'));

/** A text with some of its blocks replaced, fences and all; those stay that `replace` has nothing for. */
export const replaceBlocks = (
  text: string,
  blocks: readonly ArtifactBlock[],
  replace: (block: ArtifactBlock) => string | null,
): string => {
  const lines = text.split('\n');
  const parts: string[] = [];
  let from = 0;
  for (const block of blocks) {
    const by = replace(block);
    if (by === null) continue;
    parts.push(...lines.slice(from, block.line), by);
    from = block.end;
  }
  return from === 0 ? text : [...parts, ...lines.slice(from)].join('\n');
};

/** What the answers of a path make, one after the other. Most have no block of code at all. */
export const readPath = (texts: readonly string[]): readonly AnswerArtifacts[] => {
  let versions = new ArtifactVersions();
  return texts.map((text) => {
    const answer = /`{3}|~{3}/.test(text) ? readArtifacts(text, versions) : { blocks: [], versions };
    versions = answer.versions;
    return answer;
  });
};
