import { useEffect, useMemo } from 'react';

import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';
import { waitsForPerson } from '../../features/chat/engine/reply-details.ts';
import type { ReplyStore } from '../../features/chat/engine/reply-store.ts';
import { isTemporaryChat } from '../../features/chat/engine/chat-api.ts';
import { useTurnReply } from '../../features/chat/engine/use-reply.ts';
import type { ReplyDetails } from '../../../src/shared/reply-details.ts';
import { getTurnDetails } from '../../lib/turn-details.ts';
import { shareTargetSet } from '../../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { documentLayoutSet, followUpSet, viewSwitched, viewToggled } from '../../state/ui-slice.ts';
import { artifactAnswersOf } from './artifact-answers-of.ts';
import { LazyDocumentView } from './lazy-document-view.ts';
import { AnswerOutside } from './read-answers.tsx';
import type { ShownDocument } from './use-shown-document.ts';

export interface DocumentPanelProps {
  readonly shown: ShownDocument;
  /** Of the conversation that it is a part of. */
  readonly turns: readonly Turn[];
  /** Its reply, as long as there is anything to come of it. */
  readonly reply: ReplyStore | null;
  /** Asks in the mode that is set. */
  readonly onAsk: (text: string) => void;
  readonly onStopReply: (messageId: string) => void;
  /** Opens an artifact beside the document; absent where there is no place for it. */
  readonly onOpenArtifact?: ((opened: OpenedArtifact) => void) | undefined;
}

const LAYOUTS = { newspaper: 'newspaper', single: 'magazine' } as const;

const focusComposer = (): void => {
  document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
};

const documentTitle = ({ document: page }: ReplyDetails, query: string): string => page?.title ?? query;

/**
 * Opens the dialog that shares one answer; not there for a visitor, whose chats nobody keeps, nor in a temporary chat.
 */
const useShareAnswer = (messageId: string, title: string): (() => void) | undefined => {
  const dispatch = useAppDispatch();
  const chatId = useAppSelector(({ session, chat }) => (session.token === null ? null : chat.currentChatId));
  const isTemporary = useAppSelector((state) => chatId !== null && isTemporaryChat(state, chatId));
  return chatId === null || isTemporary
    ? undefined
    : () => {
        dispatch(shareTargetSet({ chatId, title, messageId }));
      };
};

export const DocumentPanelContent = (props: DocumentPanelProps) => {
  const { shown, turns, reply: store, onAsk, onStopReply, onOpenArtifact } = props;
  const { message, query } = shown;
  const dispatch = useAppDispatch();
  const viewMode = useAppSelector(({ ui }) => ui.viewMode);
  const documentLayout = useAppSelector(({ ui }) => ui.documentLayout);
  const scrollToEndRequests = useAppSelector(({ ui }) => ui.scrollToEndRequests);
  const showFollowUp = useAppSelector(({ ui }) => ui.showFollowUpInput);
  const { reply, followUps } = useTurnReply(message, store);
  const details = getTurnDetails(message, reply, followUps);
  const onShare = useShareAnswer(message.id, documentTitle(details, query));
  const hasContent = details.sources.length > 0 || details.images.length > 0;
  const streaming = reply !== null || message.status === 'streaming';
  const artifacts = useMemo(() => artifactAnswersOf(turns), [turns]);
  const waits = reply !== null && waitsForPerson(reply);
  useEffect(() => {
    // The question stands in the conversation.
    if (waits) dispatch(viewSwitched({ mode: 'chat', hasContent }));
  }, [dispatch, waits, hasContent]);
  return (
    <AnswerOutside messageId={message.id} artifacts={artifacts} onOpen={onOpenArtifact}>
      <LazyDocumentView
        key={message.id}
        content={{
          messageId: message.id,
          query,
          time: message.timestamp,
          text: reply?.shown ?? message.content,
          streaming,
          details,
          relatedQuestions: details.relatedQuestions,
          hasFollowUps: followUps !== null,
        }}
        layout={viewMode === 'document-reading' ? 'reading' : LAYOUTS[documentLayout]}
        onBack={() => dispatch(viewSwitched({ mode: 'chat', hasContent }))}
        onShare={onShare}
        onSwitch={() => dispatch(viewToggled(hasContent))}
        onLayout={(layout) => dispatch(documentLayoutSet(layout === 'newspaper' ? 'newspaper' : 'single'))}
        onAsk={onAsk}
        scrollToEndRequests={scrollToEndRequests}
        onSkipSummary={() => onStopReply(message.id)}
        onFollowUp={
          showFollowUp
            ? undefined
            : () => {
                dispatch(followUpSet(true));
                focusComposer();
              }
        }
      />
    </AnswerOutside>
  );
};
