import { PanelLeft, SquarePen } from 'lucide-react';

import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { selectAnyChatWaits } from '../../state/tools-slice.ts';
import { sidebarToggled } from '../../state/ui-slice.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTranslations } from '../texts.ts';
import { useActions } from '../use-actions.ts';
import styles from './shell.module.css';
import { TopBarWordmark, useIsEmpty } from './wordmark.tsx';

/** The sidebar's switch never moves; beside it is the name (in a visitor's bar) or New Chat. */
export const TopBar = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const actions = useActions();
  const open = useAppSelector(({ ui }) => ui.sidebarOpen);
  const isGuest = useAppSelector(({ session }) => session.token === null);
  const isEmpty = useIsEmpty();
  const currentChatId = useAppSelector(({ chat }) => chat.currentChatId);
  const isAsked = useAppSelector((state) => selectAnyChatWaits(state, currentChatId)) && !open;
  return (
    <header className={styles['corner']}>
      <IconButton
        label={t('toggleSidebar')}
        tooltip="right"
        aria-expanded={open}
        aria-description={isAsked ? t('answerNeeded') : undefined}
        className={isAsked ? styles['asked'] : undefined}
        icon={<PanelLeft className={styles['panel']} />}
        onClick={() => dispatch(sidebarToggled())}
      />
      {open || isEmpty ? null : <IconButton label={t('newChat')} icon={<SquarePen />} onClick={actions.newChat} />}
      {isGuest ? null : <TopBarWordmark className={styles['wordmark']} />}
    </header>
  );
};
