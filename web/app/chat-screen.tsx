import { Suspense, useEffect, useEffectEvent } from 'react';

import { useCanUpgrade } from '../features/billing/use-plans.ts';
import { Composer } from '../features/chat/composer.tsx';
import { useChat, type ChatSession } from '../features/chat/use-chat.ts';
import { ReturningWelcome } from '../features/welcome/returning-welcome.tsx';
import { chatSelected, draftSet, NEW_CHAT_DRAFT } from '../state/chat-slice.ts';
import { mustVerify } from '../state/session-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../state/store.ts';
import { pendingTaken } from '../state/ui-slice.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './chat-screen.module.css';
import { ChatMenu } from './chat-menu.tsx';
import { ConversationView, preloadConversation } from './conversation-view.tsx';
import { DemoNote } from './demo-note.tsx';
import { DocumentHost } from './document-host.tsx';
import { preloadDocument } from './document-part.ts';
import { Attached, AttachControl } from './files-view.tsx';
import { ModeControl } from './mode-control.tsx';
import { useReplyClient } from './services.ts';
import { Stage } from './stage.tsx';
import { useActions } from './use-actions.ts';
import { useDocument } from './use-document.ts';
import { useHeld } from './use-held.ts';
import { useIdle } from './use-idle.ts';
import { useSending, type Sending } from './use-sending.ts';
import { useViewReturn } from './use-view-return.ts';
import { say, useTexts } from './texts.ts';

/** What waited for sign-in is sent once, when the chat it belongs to has been opened and the account may ask (D-81). */
const usePending = (chat: ChatSession, { send }: Sending): void => {
  const store = useAppStore();
  const ready = useAppSelector(
    ({ session, ui }) =>
      ui.pendingMessage !== null &&
      session.user !== null &&
      !mustVerify(session.user) &&
      !session.isTransitioning &&
      (ui.pendingOwner === null || ui.pendingOwner === session.user.uid),
  );
  const blocked = chat.isLoading || chat.isStreaming;
  const put = useEffectEvent((text: string) => {
    const typed = chat.draft;
    if (!send(text)) chat.setDraft(typed === '' ? text : `${text}\n\n${typed}`);
    else if (typed !== '')
      store.dispatch(draftSet({ key: store.getState().chat.currentChatId ?? NEW_CHAT_DRAFT, text: typed }));
  });
  useEffect(() => {
    const text = store.getState().ui.pendingMessage;
    if (!ready || blocked || text === null) return;
    store.dispatch(pendingTaken());
    put(text);
  }, [store, ready, blocked]);
};

const LoadFailed = ({ chat }: { readonly chat: ChatSession }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const gone = chat.loadError?.status === 404;
  return (
    <div className={styles['middle']}>
      <Notice
        tone="danger"
        action={
          gone ? (
            <Button size="s" onClick={() => dispatch(chatSelected(null))}>
              {t('newChat')}
            </Button>
          ) : (
            <Button size="s" onClick={chat.reload}>
              {t('tryAgain')}
            </Button>
          )
        }
      >
        {gone ? t('gone') : t('notLoaded')}
      </Notice>
    </div>
  );
};

const Loading = () => {
  const t = useTexts();
  return (
    <div className={styles['middle']}>
      <Skeleton lines={7} label={t('loadingChat')} />
    </div>
  );
};

interface TurnsProps {
  readonly chat: ChatSession;
  readonly onOpenDocument: (messageId: string) => void;
}

const Turns = ({ chat, onOpenDocument }: TurnsProps) => {
  const canUpgrade = useCanUpgrade();
  const { openSubscription } = useActions();
  const endAsked = useAppSelector(({ ui }) => ui.endAsked);
  if (chat.loadError) return <LoadFailed chat={chat} />;
  if (chat.turns.length === 0) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <ConversationView
        turns={chat.turns}
        live={chat.live}
        notes={chat.notes}
        onRetry={chat.retry}
        onEdit={chat.edit}
        onRegenerate={chat.regenerate}
        onSelectVersion={chat.selectVersion}
        onContinue={chat.goOn}
        related={chat.related}
        endAsked={endAsked}
        onAsk={chat.send}
        onPlans={canUpgrade ? openSubscription : undefined}
        onOpenDocument={onOpenDocument}
      />
    </Suspense>
  );
};

const heldBy = ({ waiting, cancel }: Sending) => (waiting ? { text: say('sendsWhenReady'), onCancel: cancel } : null);

const isUntouched = ({ draft }: ChatSession, { files }: Sending): boolean => draft === '' && files.length === 0;

interface DockProps {
  readonly chat: ChatSession;
  readonly sending: Sending;
}

/** Where one writes, with the files that go along. */
const Dock = ({ chat, sending }: DockProps) => (
  <Composer
    value={chat.draft}
    onChange={chat.setDraft}
    onSend={sending.send}
    onStop={chat.stop}
    isStreaming={chat.isStreaming}
    disabled={chat.loadError !== null}
    autoFocus
    leftSlot={
      <>
        <AttachControl />
        <ModeControl />
      </>
    }
    files={<Attached files={sending.files} />}
    hasFiles={sending.files.some(({ state }) => state !== 'failed')}
    held={heldBy(sending)}
  />
);

/** The page of somebody who is signed in: a greeting while the chat is empty, else the chat. */
export const ChatScreen = () => {
  const t = useTexts();
  const client = useReplyClient();
  const chatId = useAppSelector(({ chat }) => chat.currentChatId);
  const name = useAppSelector(({ session }) => session.user?.name ?? '');
  const chat = useChat({ chatId, client });
  const sending = useSending(chat, chatId);
  usePending(chat, sending);
  useHeld(chat, chatId);
  useViewReturn(chat);
  const { shown, open, slim } = useDocument({ chatId, turns: chat.turns, live: chat.live });
  useIdle(() => {
    preloadConversation();
    preloadDocument();
  });
  const isEmpty = chat.turns.length === 0 && !chat.isLoading && !chat.loadError;
  return (
    <Stage
      mode={isEmpty ? 'welcome' : 'chat'}
      slim={slim && isUntouched(chat, sending)}
      title={shown ? null : chat.isLoading ? '' : chat.title}
      titleMenu={<ChatMenu chatId={chatId} title={chat.title} />}
      body={
        isEmpty ? (
          <ReturningWelcome name={name} />
        ) : shown ? (
          <DocumentHost shown={shown} live={chat.live} onAsk={chat.send} />
        ) : (
          <Turns key={chatId} chat={chat} onOpenDocument={open} />
        )
      }
      dock={<Dock chat={chat} sending={sending} />}
      below={
        <>
          {isEmpty ? null : <p className={styles['fine']}>{t('canBeWrong')}</p>}
          <DemoNote />
        </>
      }
    />
  );
};
