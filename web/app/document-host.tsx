import { Suspense } from 'react';

import type { ReplyStore } from '../features/chat/live-reply.ts';
import { useReply } from '../features/chat/use-reply.ts';
import { detailsOf, type TurnDetails } from '../lib/turn-details.ts';
import { shareWished } from '../state/sharing-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { documentLayoutSet, followUpSet, viewSwitched, viewToggled } from '../state/ui-slice.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './chat-screen.module.css';
import { DocumentView } from './document-part.ts';
import { PartBoundary } from './part-boundary.tsx';
import { useTexts } from './shared-texts.ts';
import type { ShownReply } from './use-document.ts';

interface DocumentHostProps {
  readonly shown: ShownReply;
  readonly live: ReplyStore | null;
  /** Asks in the mode that is set. */
  readonly onAsk: (text: string) => void;
}

const LAYOUTS = { newspaper: 'newspaper', single: 'magazine' } as const;

const focusComposer = (): void => {
  document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
};

const titleOf = ({ document: page }: TurnDetails, query: string): string => page?.title ?? query;

/** Opens the dialog that shares one answer; not there for a visitor, whose chats nobody keeps. */
const useSharing = (messageId: string, title: string): (() => void) | undefined => {
  const dispatch = useAppDispatch();
  const chatId = useAppSelector(({ session, chat }) => (session.token === null ? null : chat.currentChatId));
  return chatId === null
    ? undefined
    : () => {
        dispatch(shareWished({ chatId, title, messageId }));
      };
};

/** The shown reply as a document, in the layout that the page remembers. */
export const DocumentHost = ({ shown: { message, query }, live, onAsk }: DocumentHostProps) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const viewMode = useAppSelector(({ ui }) => ui.viewMode);
  const documentLayout = useAppSelector(({ ui }) => ui.documentLayout);
  const following = useAppSelector(({ ui }) => ui.showFollowUpInput);
  const told = useAppSelector(({ chat }) => chat.related[message.id]);
  const reply = useReply(live?.messageId === message.id ? live : null);
  const details = detailsOf(message, reply);
  const onShare = useSharing(message.id, titleOf(details, query));
  const hasContent = details.sources.length > 0 || details.images.length > 0;
  const streaming = reply !== null || message.status === 'streaming';
  return (
    <PartBoundary>
      <Suspense
        fallback={
          <div className={styles['middle']}>
            <Skeleton lines={7} label={t('loadingDocument')} />
          </div>
        }
      >
        <DocumentView
          key={message.id}
          content={{
            query,
            time: message.timestamp,
            text: reply?.shown ?? message.content,
            streaming,
            details,
            relatedQuestions: told ?? details.relatedQuestions,
          }}
          layout={viewMode === 'document-reading' ? 'reading' : LAYOUTS[documentLayout]}
          onBack={() => dispatch(viewSwitched({ mode: 'chat', hasContent }))}
          onShare={onShare}
          onSwitch={() => dispatch(viewToggled(hasContent))}
          onLayout={(layout) => dispatch(documentLayoutSet(layout === 'newspaper' ? 'newspaper' : 'single'))}
          onAsk={onAsk}
          onFollowUp={
            following
              ? undefined
              : () => {
                  dispatch(followUpSet(true));
                  focusComposer();
                }
          }
        />
      </Suspense>
    </PartBoundary>
  );
};
