import { lazy, Suspense } from 'react';

import type { SharedConversation } from '../../../src/contract/shares.ts';
import type { OpenedArtifact } from '../../features/artifacts/artifact-versions.ts';

const ArtifactPanel = lazy(() =>
  import('../../features/artifacts/artifact-panel.tsx').then((part) => ({ default: part.ArtifactPanel })),
);

interface SharedArtifactProps {
  readonly opened: OpenedArtifact;
  readonly shared: SharedConversation;
  readonly onClose: () => void;
}

/** What a shared answer made, to be looked at. */
export const SharedArtifact = ({ opened, shared, onClose }: SharedArtifactProps) => (
  <Suspense>
    <ArtifactPanel
      key={`${opened.messageId} ${opened.artifact.source}`}
      opened={opened}
      answers={shared.turns.flatMap(({ id, role, content }) => (role === 'assistant' ? [{ id, text: content }] : []))}
      growingId={null}
      theme={document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'}
      onClose={onClose}
    />
  </Suspense>
);
