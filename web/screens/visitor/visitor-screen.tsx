import { useState } from 'react';

import { useSkin } from '../../features/appearance/use-skin.ts';
import { Composer } from '../../features/chat/composer/composer.tsx';
import { HeroWelcome } from '../../features/welcome/hero-welcome.tsx';
import { MarketingFeatures, MarketingWelcome } from '../../features/welcome/marketing-welcome.tsx';
import { draftSet, NEW_CHAT_DRAFT, selectDraft } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { authModalSet, pendingMessageSet } from '../../state/ui-slice.ts';
import { OperatorLinks } from '../../app/shell/operator-links.tsx';
import { VisitorAttach } from './visitor-attach.tsx';
import { ModeControl } from '../chat/mode-control.tsx';
import { ChatLayout } from '../chat/chat-layout.tsx';
import { TrialScreen } from './trial-screen.tsx';

/** The page where there is no trial: a question may be written, and waits while its writer signs in. */
const MarketingScreen = () => {
  const dispatch = useAppDispatch();
  const {
    skin: { branding, ui },
  } = useSkin();
  const draft = useAppSelector(selectDraft(NEW_CHAT_DRAFT));
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const setDraft = (text: string): void => {
    dispatch(draftSet({ key: NEW_CHAT_DRAFT, text }));
  };
  const ask = (text: string): boolean => {
    dispatch(pendingMessageSet(text));
    if (isGuest) dispatch(authModalSet(true));
    return false;
  };
  return (
    <ChatLayout
      mode="welcome"
      hero={ui.hero_search}
      body={
        ui.hero_search ? (
          <HeroWelcome name={branding.logo_text} subtitle={branding.subtitle} onTyped={() => undefined} />
        ) : (
          <MarketingWelcome />
        )
      }
      dock={
        <Composer
          value={draft}
          onChange={setDraft}
          onSend={ask}
          onStop={() => undefined}
          isStreaming={false}
          disabled={false}
          leftSlot={
            <>
              <VisitorAttach />
              <ModeControl />
            </>
          }
        />
      }
      below={
        <>
          {ui.hero_search ? null : <MarketingFeatures />}
          <OperatorLinks />
        </>
      }
    />
  );
};

interface VisitorScreenProps {
  /** False until the server has said what visitors may do; the page then shows no variant that it would take back. */
  readonly ready: boolean;
}

/** A visitor's screen: the trial, or the plans without one; the skin may start either with one large search box. */
export const VisitorScreen = ({ ready }: VisitorScreenProps) => {
  const hasTrial = useAppSelector(({ flags }) => flags.freemiumUnauth);
  const { isLoaded: known } = useSkin();
  const [shown, setShown] = useState(ready && known);
  if (ready && known && !shown) setShown(true);
  if (!shown) return <ChatLayout mode="welcome" body={null} dock={null} />;
  return hasTrial ? <TrialScreen /> : <MarketingScreen />;
};
