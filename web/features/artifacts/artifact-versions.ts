import { type Artifact, findArtifacts } from '../../../src/shared/artifact.ts';

/** An answer that may have made something. */
export interface ArtifactSource {
  readonly id: string;
  readonly text: string;
}

/** What the reader opened: of which answer, and how it began. It may have grown since. */
export interface OpenedArtifact {
  readonly messageId: string;
  readonly artifact: Artifact;
}

export interface ArtifactVersion {
  readonly messageId: string;
  readonly artifact: Artifact;
}

const found = new Map<string, { readonly text: string; readonly artifacts: readonly Artifact[] }>();
const MAX_KNOWN = 200;

/** A text that was read is not read again. */
const artifactsOf = ({ id, text }: ArtifactSource): readonly Artifact[] => {
  const known = found.get(id);
  if (known?.text === text) return known.artifacts;
  if (found.size >= MAX_KNOWN) found.clear();
  const artifacts = findArtifacts(text);
  found.set(id, { text, artifacts });
  return artifacts;
};

/** The opened one as its answer has it now; what stands in no list of blocks, such as code in a quote, is as it was. */
const findOpened = (opened: OpenedArtifact, answers: readonly ArtifactSource[]): Artifact => {
  const answer = answers.find(({ id }) => id === opened.messageId);
  const { kind, source } = opened.artifact;
  return (
    (answer && artifactsOf(answer).find((one) => one.kind === kind && one.source.startsWith(source))) ?? opened.artifact
  );
};

/** The same thing in all answers, oldest first. An answer that draws it twice counts with the last. */
export const findVersions = (
  opened: OpenedArtifact,
  answers: readonly ArtifactSource[],
): readonly ArtifactVersion[] => {
  const own = findOpened(opened, answers);
  const versions = answers.flatMap((answer): ArtifactVersion[] => {
    if (answer.id === opened.messageId) return [{ messageId: answer.id, artifact: own }];
    const artifact = artifactsOf(answer).findLast(({ key }) => key === own.key);
    return artifact ? [{ messageId: answer.id, artifact }] : [];
  });
  return versions.length === 0 ? [opened] : versions;
};
