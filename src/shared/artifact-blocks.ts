import { ARTIFACT_RULES, type Artifact, chartOf } from './artifact.ts';
import { writeBlock } from './artifact-edit.ts';
import { type AnswerArtifacts, type ArtifactBlock, readArtifacts, withOwnVersions } from './artifact-reader.ts';
import { ArtifactVersions } from './artifact-versions.ts';
import type { OwnVersion } from './reply-details.ts';

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

/** An answer, with the versions of artifacts that the person wrote after it. */
export interface ReadableAnswer {
  readonly text: string;
  readonly own?: readonly OwnVersion[] | undefined;
}

/** What the answers of a path make, one after the other. Most have no block of code at all. */
export const readPath = (path: readonly ReadableAnswer[]): readonly AnswerArtifacts[] => {
  let versions = new ArtifactVersions();
  return path.map(({ text, own }) => {
    const made = /`{3}|~{3}/.test(text) ? readArtifacts(text, versions) : { blocks: [], own: [], versions };
    const answer = withOwnVersions(made, own);
    versions = answer.versions;
    return answer;
  });
};

interface Answer extends ReadableAnswer {
  readonly id: string;
}

/** An artifact as it stands at the end of a conversation. */
export interface FinalArtifact {
  readonly artifact: Artifact;
  /**
   * It stands in no answer as a whole: the last to change it has only the edit, or the person changed it. A chart that
   * was edited is drawn in the place of its edit.
   */
  readonly isEdited: boolean;
  /** That wrote or changed it last. */
  readonly messageId: string;
  readonly fileName: string;
}

const fileNameOf = ({ id, kind, title }: Artifact): string =>
  `${title === '' ? id : id.slice(kind.length + 1)}.${ARTIFACT_RULES[kind].extension}`;

/** All artifacts at the end of a path of answers, in the order in which they were changed last. */
export const findFinalArtifacts = (answers: readonly Answer[]): readonly FinalArtifact[] => {
  const found = new Map<string, FinalArtifact>();
  const add = (artifact: Artifact, isEdited: boolean, messageId = ''): void => {
    found.delete(artifact.id);
    found.set(artifact.id, { artifact, isEdited, messageId, fileName: fileNameOf(artifact) });
  };
  for (const [at, { blocks, own }] of readPath(answers).entries()) {
    const messageId = answers[at]?.id;
    for (const { artifact, edit } of blocks)
      if (artifact && !edit?.failure) add(artifact, edit !== null && !chartOf(artifact), messageId);
    for (const { artifact } of own) add(artifact, true, messageId);
  }
  return [...found.values()];
};

/** A final artifact for another program. */
export const toArtifactFile = ({ artifact, messageId, fileName }: FinalArtifact) => {
  const { id, kind, title, source } = artifact;
  return { id, kind, title, messageId, fileName, text: source };
};
