import { lazy, Suspense, useState } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { useFreeDailyLimit } from '../../features/billing/pricing/use-plans.ts';
import { Composer } from '../../features/chat/composer/composer.tsx';
import { useQueuedSend } from '../../features/chat/composer/use-queued-send.ts';
import { TooLong } from '../../features/trial/too-long.tsx';
import { TrialCounter } from '../../features/trial/trial-counter.tsx';
import { HeroWelcome } from '../../features/welcome/hero-welcome.tsx';
import { SuggestionPills } from '../../features/welcome/suggestion-pills.tsx';
import { TrialWelcome } from '../../features/welcome/trial-welcome.tsx';
import { NEW_CHAT_DRAFT } from '../../state/chat-slice.ts';
import { useAppSelector } from '../../state/store.ts';
import { LazyConversation, preloadConversation } from '../chat/lazy-conversation.tsx';
import { OperatorLinks } from '../../app/shell/operator-links.tsx';
import { DemoNotice } from '../../app/shell/demo-notice.tsx';
import { DocumentPanel, preloadDocument } from '../chat/document-panel.tsx';
import { VisitorAttach } from './visitor-attach.tsx';
import { useReplyClient } from '../../app/reply-client-context.ts';
import { ModeControl } from '../chat/mode-control.tsx';
import { ChatLayout } from '../chat/chat-layout.tsx';
import { pendingNotice } from '../chat/pending-notice.ts';
import { MAX_TRIAL_MESSAGE_LENGTH, useTrial } from './use-trial.ts';
import { useActions } from '../../app/use-actions.ts';
import { useShownDocument } from '../chat/use-shown-document.ts';
import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';

type Trial = ReturnType<typeof useTrial>;

const LimitPanel = lazy(() =>
  import('../../features/trial/limit-panel.tsx').then((part) => ({ default: part.LimitPanel })),
);

const LazyLimitPanel = ({ onStart }: { readonly onStart: () => void }) => {
  const freeLimit = useFreeDailyLimit();
  const usedAt = useAppSelector(({ trial }) => trial.lastUsedAt);
  return (
    <Suspense>
      <LimitPanel freeLimit={freeLimit} usedAt={usedAt} onStart={onStart} />
    </Suspense>
  );
};

/** The trial's conversation, or the reply of it that is read as a document. */
const useTrialView = (trial: Trial) => {
  const { turns, live } = trial;
  const scrollToEndRequests = useAppSelector(({ ui }) => ui.scrollToEndRequests);
  const { shown, open, slim } = useShownDocument({ chatId: null, turns, live });
  return {
    slim: slim && trial.draft === '' && !trial.exhausted,
    view: shown ? (
      <DocumentPanel
        shown={shown}
        turns={turns}
        reply={trial.replyOf(shown.message.id)}
        onAsk={trial.ask}
        onStopReply={trial.stopReply}
      />
    ) : (
      <Suspense>
        <LazyConversation
          turns={turns}
          live={live}
          replyOf={trial.replyOf}
          notes={trial.notes}
          onRetry={trial.retry}
          onContinue={trial.exhausted ? undefined : trial.goOn}
          onOpenDocument={open}
          related={trial.related}
          scrollToEndRequests={scrollToEndRequests}
          onStopReply={trial.stopReply}
          onAsk={trial.exhausted ? undefined : trial.ask}
        />
      </Suspense>
    ),
  };
};

/**
 * What greets a visitor, as the skin has it: the product's own words or one large search, with
 * or without first questions.
 */
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
  const trial = useTrial(useReplyClient());
  const sending = useQueuedSend({ chat: trial, draftKey: NEW_CHAT_DRAFT, sendNow: trial.send });
  const actions = useActions();
  const isEmpty = trial.turns.length === 0;
  const panel = trial.exhausted && !trial.isStreaming ? <LazyLimitPanel onStart={actions.signUp} /> : null;
  const counter = (
    <>
      <TrialCounter used={trial.used} limit={trial.limit} />
      <DemoNotice />
    </>
  );
  const { hero, head, pills } = useWelcome(trial);
  const { slim, view } = useTrialView(trial);
  useIdleCallback(() => {
    preloadConversation();
    preloadDocument();
  });
  return (
    <ChatLayout
      mode={isEmpty ? 'welcome' : 'chat'}
      slim={slim}
      hero={hero}
      body={isEmpty ? head : view}
      dock={
        <>
          {isEmpty ? null : panel}
          <Composer
            value={trial.draft}
            onChange={trial.setDraft}
            onSend={sending.send}
            onStop={trial.stop}
            isStreaming={trial.isStreaming}
            disabled={trial.exhausted && !trial.isStreaming}
            pending={pendingNotice(sending)}
            footer={<TooLong length={trial.excessLength} limit={MAX_TRIAL_MESSAGE_LENGTH} />}
            autoFocus
            leftSlot={
              <>
                <VisitorAttach />
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
            <OperatorLinks />
          </>
        ) : (
          counter
        )
      }
    />
  );
};
