import { lazy, Suspense, useEffect, useEffectEvent } from 'react';

import { useCanUpgrade } from '../../features/billing/pricing/use-plans.ts';
import { Composer } from '../../features/chat/composer/composer.tsx';
import { useChat, type ChatSession } from '../../features/chat/conversation/use-chat.ts';
import type { OpenedArtifact } from '../../features/artifacts/artifact-answers.ts';
import { ReturningWelcome } from '../../features/welcome/returning-welcome.tsx';
import { draftSet, NEW_CHAT_DRAFT } from '../../state/chat-slice.ts';
import { mustVerifyEmail } from '../../state/session-slice.ts';
import { useAppSelector, useAppStore } from '../../state/store.ts';
import { pendingMessageCleared } from '../../state/ui-slice.ts';
import { ArtifactAside, useOpenedArtifact } from './artifact-aside.tsx';
import { carryDrafts } from './carry-drafts.ts';
import { NotYours } from './not-yours.tsx';
import { RetryNotice } from '../../ui/display/notice.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-screen.module.css';
import { ChatMenu } from './chat-menu.tsx';
import { LazyConversation, preloadConversation } from './lazy-conversation.tsx';
import { DemoNotice } from '../../app/shell/demo-notice.tsx';
import { DocumentPanel, preloadDocument } from './document-panel.tsx';
import { AttachedFiles, AttachControl } from './attachments.tsx';
import { KnowledgeControl } from './knowledge-control.tsx';
import { ModelControl } from './model-control.tsx';
import { ModeControl } from './mode-control.tsx';
import { PromptControl } from './prompt-control.tsx';
import { ToolsControl } from './tools-control.tsx';
import { useReplyClient } from '../../app/reply-client-context.ts';
import { ChatLayout } from './chat-layout.tsx';
import { useActions } from '../../app/use-actions.ts';
import { TemporaryNotice, TemporaryToggle } from './temporary-notice.tsx';
import { useAddressedDocument } from './use-addressed-document.ts';
import { useMissedChat } from './use-missed-chat.ts';
import { useShownDocument } from './use-shown-document.ts';
import { useSoughtTurn } from './use-sought-turn.ts';
import { useScrollMemory } from './use-scroll-memory.ts';
import { useResendAfterVerification } from './use-resend-after-verification.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { useSendWithAttachments, type AttachmentSend } from '../../features/chat/composer/use-send-with-attachments.ts';
import { useLeaveEmptyDocument } from './use-leave-empty-document.ts';
import { useTranslations } from '../../app/texts.ts';
import { pendingNotice } from './pending-notice.ts';

/** Sends the pending message once: when its chat is open and the account may send (docs/adr/0036). */
const useSendPendingMessage = (chat: ChatSession, { send }: AttachmentSend): void => {
  const store = useAppStore();
  const ready = useAppSelector(
    ({ session, ui }) =>
      ui.pendingMessage !== null &&
      session.user !== null &&
      !mustVerifyEmail(session.user) &&
      !session.isTransitioning &&
      (ui.pendingOwner === null || ui.pendingOwner === session.user.uid),
  );
  const blocked = chat.isLoading || chat.isStreaming;
  const sendOrRestore = useEffectEvent((text: string) => {
    const typed = chat.draft;
    if (!send(text)) chat.setDraft(typed === '' ? text : `${text}\n\n${typed}`);
    else if (typed !== '')
      store.dispatch(draftSet({ key: store.getState().chat.currentChatId ?? NEW_CHAT_DRAFT, text: typed }));
  });
  useEffect(() => {
    const text = store.getState().ui.pendingMessage;
    if (!ready || blocked || text === null) return;
    store.dispatch(pendingMessageCleared());
    sendOrRestore(text);
  }, [store, ready, blocked]);
};

/** Unknown, somebody else's, or no id at all: all answered alike. */
const isNotYours = ({ loadError, turns }: ChatSession): boolean =>
  turns.length === 0 && [400, 403, 404].includes(loadError?.status ?? 0);

const LoadFailed = ({ chat }: { readonly chat: ChatSession }) => {
  const t = useTranslations();
  return (
    <div className={styles['middle']}>
      <RetryNotice onRetry={chat.reload}>{t('notLoaded')}</RetryNotice>
    </div>
  );
};

const Loading = () => {
  const t = useTranslations();
  return (
    <div className={styles['middle']}>
      <Skeleton lines={7} label={t('loadingChat')} />
    </div>
  );
};

interface TurnsProps {
  readonly chatId: string | null;
  readonly chat: ChatSession;
  readonly onOpenDocument: (messageId: string) => void;
  readonly onOpenArtifact: (opened: OpenedArtifact) => void;
}

const Turns = ({ chatId, chat, onOpenDocument, onOpenArtifact }: TurnsProps) => {
  const canUpgrade = useCanUpgrade();
  const { openSubscription } = useActions();
  const scrollToEndRequests = useAppSelector(({ ui }) => ui.scrollToEndRequests);
  const scrollMemory = useScrollMemory(chatId);
  const sought = useSoughtTurn(chatId, chat.turns);
  // What was asked since stands below the notice: the server has the rest, and adds to it.
  const failed = chat.loadError ? <LoadFailed chat={chat} /> : null;
  if (chat.turns.length === 0) return failed ?? <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      {failed}
      <LazyConversation
        turns={chat.turns}
        live={chat.live}
        replyOf={chat.replyOf}
        notes={chat.notes}
        onRetry={chat.retry}
        onEdit={chat.edit}
        onRegenerate={chat.regenerate}
        onSelectVersion={chat.selectVersion}
        onContinue={chat.goOn}
        related={chat.related}
        scrollToEndRequests={scrollToEndRequests}
        scrollMemory={scrollMemory}
        sought={sought}
        onAsk={chat.ask}
        onStopReply={chat.stopReply}
        onPlans={canUpgrade ? openSubscription : undefined}
        onOpenDocument={onOpenDocument}
        onOpenArtifact={onOpenArtifact}
      />
    </Suspense>
  );
};

const isUntouched = ({ draft }: ChatSession, { files }: AttachmentSend): boolean => draft === '' && files.length === 0;

const DeletedNotice = lazy(() => import('./deleted-notice.tsx'));
const ArchivedNotice = lazy(() => import('./archived-notice.tsx'));

interface DockProps {
  readonly chatId: string | null;
  readonly chat: ChatSession;
  readonly sending: AttachmentSend;
}

/** Where one writes, with the files that go along. */
const Dock = ({ chatId, chat, sending }: DockProps) => (
  <>
    {chatId !== null && chat.isDeleted ? (
      <Suspense>
        <DeletedNotice chatId={chatId} chat={chat} />
      </Suspense>
    ) : null}
    {chatId !== null && chat.place?.archived && !chat.isDeleted ? (
      <Suspense>
        <ArchivedNotice chatId={chatId} title={chat.title} />
      </Suspense>
    ) : null}
    <Composer
      value={chat.draft}
      onChange={chat.setDraft}
      onSend={sending.send}
      onStop={chat.stop}
      isStreaming={chat.isStreaming}
      autoFocus
      leftSlot={
        <>
          <AttachControl />
          <KnowledgeControl />
          <ModeControl />
          <ToolsControl chatId={chatId} />
          <ModelControl />
        </>
      }
      files={<AttachedFiles files={sending.files} />}
      hasFiles={sending.files.some(({ state }) => state !== 'failed')}
      pending={pendingNotice(sending)}
    />
    <PromptControl draft={chat.draft} />
  </>
);

interface BelowProps {
  readonly chatId: string | null;
  readonly isEmpty: boolean;
  readonly isTemporary: boolean;
}

const Below = ({ chatId, isEmpty, isTemporary }: BelowProps) => {
  const t = useTranslations();
  return (
    <>
      {isTemporary ? <TemporaryNotice chatId={chatId} /> : null}
      {isEmpty ? null : <p className={styles['fine']}>{t('canBeWrong')}</p>}
      <DemoNotice />
    </>
  );
};

/** The page of somebody who is signed in: a greeting while the chat is empty, else the chat. */
export const ChatScreen = () => {
  const client = useReplyClient();
  const store = useAppStore();
  useEffect(() => carryDrafts(store), [store]);
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const name = useAppSelector(({ session }) => session.user?.name ?? '');
  const chat = useChat({ chatId, client });
  const sending = useSendWithAttachments(chat, chatId);
  useSendPendingMessage(chat, sending);
  useResendAfterVerification(chat, chatId);
  useLeaveEmptyDocument(chat);
  useMissedChat(chat);
  const { shown, open, slim } = useShownDocument({ chatId, turns: chat.turns, live: chat.live });
  useAddressedDocument({ chatId, chat, shown, open });
  const { opened, openArtifact, closeArtifact } = useOpenedArtifact(chatId);
  useIdleCallback(() => {
    preloadConversation();
    preloadDocument();
  });
  if (isNotYours(chat)) return <ChatLayout mode="chat" title={null} body={<NotYours />} dock={null} />;
  const isEmpty = chat.turns.length === 0 && !chat.isLoading && !chat.loadError;
  return (
    <ChatLayout
      mode={isEmpty ? 'welcome' : 'chat'}
      slim={slim && isUntouched(chat, sending)}
      title={shown ? null : chat.isLoading ? '' : chat.title}
      titleMenu={<ChatMenu chatId={chatId} title={chat.title} isTemporary={chat.isTemporary} place={chat.place} />}
      body={
        isEmpty ? (
          <>
            <TemporaryToggle />
            <ReturningWelcome name={name} />
          </>
        ) : shown ? (
          <DocumentPanel
            shown={shown}
            turns={chat.turns}
            reply={chat.replyOf(shown.message.id)}
            onAsk={chat.ask}
            onStopReply={chat.stopReply}
            onOpenArtifact={openArtifact}
          />
        ) : (
          <Turns key={chatId} chatId={chatId} chat={chat} onOpenDocument={open} onOpenArtifact={openArtifact} />
        )
      }
      dock={<Dock chatId={chatId} chat={chat} sending={sending} />}
      aside={<ArtifactAside opened={opened} chat={chat} chatId={chatId} onClose={closeArtifact} />}
      below={<Below chatId={chatId} isEmpty={isEmpty} isTemporary={chat.isTemporary} />}
    />
  );
};
