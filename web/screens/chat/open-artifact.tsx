import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { type OpenedArtifact, toSources } from '../../features/artifacts/artifact-answers.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';
import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { useTurnReply } from '../../features/chat/engine/use-reply.ts';
import { useAppSelector } from '../../state/store.ts';
import { useArtifactEditing } from './use-artifact-editing.ts';

const load = () => import('../../features/artifacts/artifact-panel.tsx');
const ArtifactPanel = lazy(() => load().then((part) => ({ default: part.ArtifactPanel })));

export interface OpenArtifactProps {
  readonly opened: OpenedArtifact;
  readonly chat: Pick<ChatSession, 'turns' | 'live' | 'draft' | 'setDraft'>;
  /** Of the account; null where nothing can be stored. */
  readonly chatId: string | null;
  readonly onClose: () => void;
}

/** After a dialog that closes has given the focus back. */
const focusComposer = (): void => {
  requestAnimationFrame(() => document.querySelector<HTMLTextAreaElement>('main textarea')?.focus());
};

const NOT_WRITTEN = { status: 'complete' } as const;

const toAnswers = (turns: readonly Turn[], live: { readonly id: string; readonly text: string } | null) =>
  toSources(turns.map(({ message }) => (live?.id === message.id ? { ...message, content: live.text } : message)));

/** What an answer made, beside the conversation: as the answer grows, so does it. */
export const OpenArtifact = ({ opened, chat, chatId, onClose }: OpenArtifactProps) => {
  const { turns, live, draft, setDraft } = chat;
  const theme = useAppSelector(({ ui }) => ui.theme);
  const message = turns.find(({ message: { id } }) => id === live?.messageId)?.message;
  const { reply } = useTurnReply(message ?? NOT_WRITTEN, live);
  const growing = message && reply ? { id: message.id, text: reply.shown } : null;
  const editing = useArtifactEditing(chatId, turns);
  return (
    <ErrorBoundary>
      <Suspense>
        <ArtifactPanel
          key={`${opened.messageId} ${opened.id} ${opened.artifact?.source.length ?? 0}`}
          opened={opened}
          answers={toAnswers(turns, growing)}
          growingId={growing?.id ?? null}
          theme={theme}
          onClose={onClose}
          editing={editing}
          onQuote={(text) => {
            setDraft(draft === '' ? text : `${draft}\n\n${text}`);
            focusComposer();
          }}
        />
      </Suspense>
    </ErrorBoundary>
  );
};
