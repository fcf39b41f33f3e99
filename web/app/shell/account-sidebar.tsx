import { Settings as SettingsIcon } from 'lucide-react';
import { memo, useCallback, type Ref } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import type { User } from '../../../src/contract/common.ts';
import { UsageLine, useUsageSentence } from '../../features/billing/usage/usage-line.tsx';
import { ChatHistory } from '../../features/history/chat-history.tsx';
import type { RowActions } from '../../features/history/chat-row.tsx';
import { placeOpened } from '../../state/chat-place.ts';
import { chatRemoved } from '../../state/chat-slice.ts';
import { hasAdminPanel } from '../../state/session-slice.ts';
import { useAppDispatch, useAppSelector, useAppStore } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './account-sidebar.module.css';
import { ChatMenu } from '../../screens/chat/chat-menu.tsx';
import { ARCHIVE } from '../dialogs/archive-address.ts';
import { chatHref } from '../router/address.ts';
import { openAddress, openDialog } from '../router/navigation.ts';
import { useActions } from '../use-actions.ts';
import { t, useTranslations } from '../texts.ts';

const PLAN_KEYS = { free: 'freePlan', basic: 'proPlan', premium: 'premiumPlan' } as const;

const AccountRow = ({
  user,
  onOpen,
  hint,
}: {
  readonly user: User;
  readonly onOpen: () => void;
  readonly hint: string | null;
}) => {
  const t = useTranslations();
  return (
    <div className={styles['account']}>
      <AccountMenu hasPanel={hasAdminPanel(user)}>
        <span aria-hidden="true" className={styles['avatar']}>
          {Array.from(user.name || '?')[0]?.toUpperCase()}
        </span>
        <span className={styles['who']}>
          <span dir="auto" className={styles['name']}>
            {user.name}
          </span>
          <UsageLine plan={t(PLAN_KEYS[user.tier])} />
        </span>
      </AccountMenu>
      <button
        type="button"
        aria-label={t('settings')}
        title={hint ?? undefined}
        className={styles['open']}
        onClick={onOpen}
      >
        <SettingsIcon aria-hidden="true" />
      </button>
    </div>
  );
};

/** Another chat is shown only if the one on the screen was the one that went. */
const useChatDeleted = () => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    (id: string, rest: readonly ChatSummary[]): void => {
      if (store.getState().chat.currentChatId === id)
        openAddress({ at: 'chat', chatId: rest[0]?.id ?? null, messageId: null }, { replace: true });
      dispatch(chatRemoved(id));
    },
    [dispatch, store],
  );
};

const menuOf = (chat: ChatSummary, actions: RowActions | null) => (
  <ChatMenu chatId={chat.id} title={chat.title} place={chat} first={actions?.rename} last={actions?.remove} />
);

/** The sidebar of somebody who is signed in: their chats, and who they are. */
export const AccountSidebar = memo(({ searchRef }: { readonly searchRef: Ref<HTMLInputElement> }) => {
  const dispatch = useAppDispatch();
  const user = useAppSelector(({ session }) => session.user);
  const currentChatId = useAppSelector(({ chat }) => chat.currentChatId);
  const actions = useActions();
  const hint = useUsageSentence();
  const onDeleted = useChatDeleted();
  const onSelect = useCallback(
    (chatId: string, turnId?: string, artifactId?: string): void => {
      actions.closeSidebarOnPhone();
      // The address is there already, so the browser does not move: its turn is shown once more.
      if (turnId !== undefined && window.location.hash === chatHref(chatId, turnId, artifactId))
        dispatch(placeOpened({ chatId, messageId: null, turnId, ...(artifactId !== undefined && { artifactId }) }));
    },
    [actions, dispatch],
  );
  const onArchive = useCallback((): void => {
    openDialog(ARCHIVE);
    actions.closeSidebarOnPhone();
  }, [actions]);
  const onRenameFailed = useCallback(() => dispatch(toastShown('problem', t('notRenamed'))), [dispatch]);
  return (
    <>
      <ChatHistory
        currentChatId={currentChatId}
        searchRef={searchRef}
        hrefOf={chatHref}
        onSelect={onSelect}
        onDeleted={onDeleted}
        rowMenu={menuOf}
        onRenameFailed={onRenameFailed}
        onArchive={onArchive}
      />
      {user ? <AccountRow user={user} hint={hint} onOpen={actions.openSettings} /> : null}
    </>
  );
});
