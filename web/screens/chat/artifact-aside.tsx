import { lazy, Suspense, useCallback, useState } from 'react';

import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import type { OpenArtifactProps } from './open-artifact.tsx';

const OpenArtifact = lazy(() => import('./open-artifact.tsx').then((part) => ({ default: part.OpenArtifact })));

type ArtifactAsideProps = Omit<OpenArtifactProps, 'opened'> & { readonly opened: OpenedArtifact | null };

/** The place beside the chat; empty while nothing is open. */
export const ArtifactAside = ({ opened, ...rest }: ArtifactAsideProps) =>
  opened ? (
    <Suspense>
      <OpenArtifact opened={opened} {...rest} />
    </Suspense>
  ) : null;

/** The artifact that is looked at in a chat; another chat begins without one. */
export const useOpenedArtifact = (chatId: string | null) => {
  const [state, setState] = useState<{ readonly chatId: string | null; readonly opened: OpenedArtifact } | null>(null);
  return {
    opened: state !== null && state.chatId === chatId ? state.opened : null,
    openArtifact: useCallback((opened: OpenedArtifact): void => setState({ chatId, opened }), [chatId]),
    closeArtifact: (): void => setState(null),
  };
};
