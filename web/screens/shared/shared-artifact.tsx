import { lazy, Suspense } from 'react';

import type { ArtifactSource, OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';

const ArtifactPanel = lazy(() =>
  import('../../features/artifacts/artifact-panel.tsx').then((part) => ({ default: part.ArtifactPanel })),
);

interface SharedArtifactProps {
  readonly opened: OpenedArtifact;
  readonly answers: readonly ArtifactSource[];
  readonly onClose: () => void;
}

/** What a shared answer made, to be looked at. */
export const SharedArtifact = ({ opened, answers, onClose }: SharedArtifactProps) => (
  <Suspense>
    <ArtifactPanel
      key={`${opened.messageId} ${opened.id} ${opened.artifact?.source.length ?? 0}`}
      opened={opened}
      answers={answers}
      growingId={null}
      theme={document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'}
      onClose={onClose}
    />
  </Suspense>
);
