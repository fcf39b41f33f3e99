import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { Composer } from '../../features/chat/composer/composer.tsx';
import { useRelatedQuestions } from '../../features/chat/conversation/use-related-questions.ts';
import { LimitPanel } from '../../features/trial/limit-panel.tsx';
import { TrialCounter } from '../../features/trial/trial-counter.tsx';
import { HeroWelcome } from '../../features/welcome/hero-welcome.tsx';
import { SuggestionPills } from '../../features/welcome/suggestion-pills.tsx';
import { TrialWelcome } from '../../features/welcome/trial-welcome.tsx';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { draftSet, NEW_CHAT_DRAFT, selectDraft } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { pendingMessageSet } from '../../state/ui-slice.ts';
import { LazyConversation, preloadConversation } from '../chat/lazy-conversation.tsx';
import { DemoNotice } from '../../app/shell/demo-notice.tsx';
import { DocumentPanel } from '../chat/document-panel.tsx';
import { preloadDocument } from '../chat/lazy-document-view.ts';
import { AttachControl } from '../../app/dialogs/files-dialogs.tsx';
import { useReplyClient } from '../../app/reply-client-context.ts';
import { ModeControl } from '../chat/mode-control.tsx';
import { ChatLayout } from '../chat/chat-layout.tsx';
import { askTrial, askTrialAgain, isCounted, resumeTrial } from './trial-chat.ts';
import { useActions } from '../../app/use-actions.ts';
import { useShownDocument } from '../chat/use-shown-document.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

const useTrial = () => {
  const dispatch = useAppDispatch();
  const client = useReplyClient();
  useSyncExternalStore(client.subscribe, client.getVersion);
  const { now } = useBrowserEnv();
  const { messages, messagesUsed: used } = useAppSelector(({ trial }) => trial);
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const draft = useAppSelector(selectDraft(NEW_CHAT_DRAFT));
  const running = messages.map(({ id }) => client.get(id)).find((found) => found !== undefined);
  // A message to an agent is neither blocked by the trial's counter nor charged to it (docs/adr/0037).
  const toAgent = useAppSelector(({ chat, flags }) => chat.agentMode && flags.freemiumAgentAccess);
  const exhausted = used >= limit && !toAgent;
  const setDraft = (text: string): void => {
    dispatch(draftSet({ key: NEW_CHAT_DRAFT, text }));
  };
  useEffect(() => {
    dispatch(resumeTrial(client, now));
  }, [dispatch, client, now]);

  // Somebody has just signed in: what they send now belongs to the account, after the conversation has moved into it.
  const moving = useAppSelector(({ session }) => session.token !== null);
  const waits = useAppSelector(({ ui }) => ui.pendingMessage !== null);

  const ask = (text: string): boolean => {
    if (moving) return hold(text);
    if ((used >= limit && dispatch(isCounted(text))) || running || text.trim() === '') return false;
    dispatch(askTrial(client, text, now));
    setDraft('');
    return true;
  };
  const hold = (text: string): boolean => {
    if (waits || text.trim() === '') return false; // one text waits already; this one stays in the box
    dispatch(pendingMessageSet(text));
    setDraft('');
    return true;
  };
  const retry = (replyId: string): void => {
    if (!running && !moving) dispatch(askTrialAgain(client, replyId, now));
  };
  return { messages, used, limit, exhausted, running, draft, setDraft, ask, retry };
};

const useTurns = (messages: ReturnType<typeof useTrial>['messages']) =>
  useMemo(() => messages.map((message) => ({ message, versions: { index: 1, count: 1 } })), [messages]);

type Trial = ReturnType<typeof useTrial>;

/** The trial's conversation, or the reply of it that is read as a document. */
const useTrialView = (trial: Trial) => {
  const turns = useTurns(trial.messages);
  const live = trial.running?.reply ?? null;
  const { notes } = useAppSelector(({ chat }) => chat);
  const endAsked = useAppSelector(({ ui }) => ui.scrollToEndRequests);
  const related = useRelatedQuestions(turns);
  const { shown, open, slim } = useShownDocument({ chatId: null, turns, live });
  return {
    isDocument: shown !== null,
    slim: slim && trial.draft === '' && !trial.exhausted,
    view: shown ? (
      <DocumentPanel shown={shown} live={live} onAsk={trial.ask} />
    ) : (
      <Suspense>
        <LazyConversation
          turns={turns}
          live={live}
          notes={notes}
          onRetry={trial.retry}
          onOpenDocument={open}
          related={related}
          scrollToEndRequests={endAsked}
          onAsk={trial.exhausted ? undefined : trial.ask}
        />
      </Suspense>
    ),
  };
};

/** What greets a visitor, as the skin has it: the product's own words or one large search, with or without first questions. */
const useWelcome = (trial: Trial) => {
  const {
    skin: { branding, ui },
  } = useSkin();
  const [typed, setTyped] = useState(false);
  const onTyped = (): void => setTyped(true);
  return {
    hero: ui.hero_search,
    head: ui.hero_search ? (
      <HeroWelcome name={branding.logo_text} subtitle={branding.subtitle} onTyped={onTyped} />
    ) : (
      <TrialWelcome subtitle={branding.subtitle} onTyped={onTyped} />
    ),
    pills: ui.suggestions ? <SuggestionPills ready={typed} typed={trial.draft} onPick={trial.ask} /> : null,
  };
};

/** The trial: its conversation stays on this page, in this browser, until somebody signs in (docs/adr/0037). */
export const TrialScreen = () => {
  const trial = useTrial();
  const actions = useActions();
  const isEmpty = trial.messages.length === 0;
  const panel = trial.exhausted && !trial.running ? <LimitPanel onStart={actions.signIn} /> : null;
  const counter = (
    <>
      <TrialCounter used={trial.used} limit={trial.limit} />
      <DemoNotice />
    </>
  );
  const { hero, head, pills } = useWelcome(trial);
  const { isDocument, slim, view } = useTrialView(trial);
  useIdleCallback(() => {
    preloadConversation();
    preloadDocument();
  });
  return (
    <ChatLayout
      mode={isEmpty ? 'welcome' : 'chat'}
      slim={slim}
      hero={hero}
      {...(isDocument ? { title: null } : {})}
      body={isEmpty ? head : view}
      dock={
        <>
          {isEmpty ? null : panel}
          <Composer
            value={trial.draft}
            onChange={trial.setDraft}
            onSend={trial.ask}
            onStop={() => void trial.running?.stop()}
            isStreaming={trial.running !== undefined}
            disabled={trial.exhausted && !trial.running}
            autoFocus
            leftSlot={
              <>
                <AttachControl />
                <ModeControl />
              </>
            }
          />
        </>
      }
      below={
        isEmpty ? (
          <>
            {panel ?? pills}
            {counter}
          </>
        ) : (
          counter
        )
      }
    />
  );
};
