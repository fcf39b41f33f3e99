import { ARTIFACT_RULES, type Artifact, chartOf } from './artifact.ts';
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

interface Answer {
  readonly id: string;
  readonly text: string;
}

/** An artifact as it stands at the end of a conversation. */
export interface FinalArtifact {
  readonly artifact: Artifact;
  /** It stands nowhere as a whole: the last answer to change it has only the edit. A chart is drawn in its place. */
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
  for (const [at, { blocks }] of readPath(answers.map(({ text }) => text)).entries())
    for (const { artifact, edit } of blocks) {
      if (!artifact || edit?.failure) continue;
      found.delete(artifact.id);
      const [messageId, fileName] = [answers[at]?.id ?? '', fileNameOf(artifact)];
      found.set(artifact.id, { artifact, isEdited: edit !== null && !chartOf(artifact), messageId, fileName });
    }
  return [...found.values()];
};

/** A final artifact for another program. */
export const toArtifactFile = ({ artifact, messageId, fileName }: FinalArtifact) => {
  const { id, kind, title, source } = artifact;
  return { id, kind, title, messageId, fileName, text: source };
};

/** The final artifacts that no answer has as a whole, as Markdown. */
export const writeEditedArtifacts = (final: readonly FinalArtifact[], heading = '###'): readonly string[] =>
  final.flatMap(({ artifact, isEdited, fileName }) =>
    isEdited ? [`${heading} ${fileName}`, writeArtifact(artifact)] : [],
  );
