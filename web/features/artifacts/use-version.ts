import { useState } from 'react';

import type { ArtifactSource, OpenedArtifact } from './artifact-answers.ts';
import { type ArtifactVersion, findVersions } from './artifact-versions.ts';

interface Conversation {
  readonly opened: OpenedArtifact;
  readonly answers: readonly ArtifactSource[];
  readonly growingId: string | null;
}

export interface ShownVersion extends ArtifactVersion {
  /** The text of the version before it. */
  readonly before: string | undefined;
  readonly index: number;
  readonly count: number;
  readonly newest: ArtifactVersion;
  readonly step: (by: number) => void;
  readonly toNewest: () => void;
}

const keyOf = ({ messageId, ownId }: ArtifactVersion): string => ownId ?? messageId;

/** The version that is looked at: that of the opened answer, or, where that is the newest, whatever is the newest. */
export const useVersion = ({ opened, answers, growingId }: Conversation): ShownVersion | null => {
  const versions = findVersions(opened, answers, growingId);
  const last = versions.length - 1;
  const [chosen, setChosen] = useState(() =>
    versions[last]?.messageId === opened.messageId ? null : opened.messageId,
  );
  const found = chosen === null ? last : versions.findIndex((version) => keyOf(version) === chosen);
  const index = found < 0 ? last : found;
  const [version, newest] = [versions[index], versions[last]];
  if (!version || !newest) return null;
  const step = (by: number): void => {
    const next = versions[index + by];
    setChosen(next && index + by < last ? keyOf(next) : null);
  };
  return {
    ...version,
    before: versions[index - 1]?.artifact.source,
    index,
    count: versions.length,
    newest,
    step,
    toNewest: () => setChosen(null),
  };
};
