import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import { useAppSelector } from '../../state/store.ts';
import type { OpenArtifactProps } from './open-artifact.tsx';

const OpenArtifact = lazy(() => import('./open-artifact.tsx').then((part) => ({ default: part.OpenArtifact })));

type ArtifactAsideProps = Omit<OpenArtifactProps, 'opened'> & { readonly opened: OpenedArtifact | null };

/** The place beside the chat; empty while nothing is open. */
export const ArtifactAside = ({ opened, ...rest }: ArtifactAsideProps) =>
  opened && rest.chat.turns.length > 0 ? (
    <Suspense>
      <OpenArtifact opened={opened} {...rest} />
    </Suspense>
  ) : null;

/** The artifact that is looked at in a chat: one that was opened, or that the address names. */
export const useOpenedArtifact = (chatId: string | null) => {
  const [state, setState] = useState<{ readonly chatId: string | null; readonly opened: OpenedArtifact } | null>(null);
  const openArtifact = useCallback((opened: OpenedArtifact): void => setState({ chatId, opened }), [chatId]);
  const sought = useAppSelector(({ soughtTurn: { turn } }) => (turn?.chatId === chatId ? turn : null));
  useEffect(() => {
    if (sought?.artifactId !== undefined)
      openArtifact({ messageId: sought.messageId, id: sought.artifactId, artifact: null });
  }, [sought, openArtifact]);
  return {
    opened: state !== null && state.chatId === chatId ? state.opened : null,
    openArtifact,
    closeArtifact: (): void => setState(null),
  };
};
