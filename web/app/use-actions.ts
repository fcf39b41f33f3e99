import { useMemo } from 'react';

import { accountsApi } from '../features/accounts/accounts-api.ts';
import { isPhone } from '../lib/media.ts';
import { usePage, type Page } from '../lib/page.ts';
import { adminOpened } from '../state/admin-slice.ts';
import { chatSelected, draftSet, NEW_CHAT_DRAFT } from '../state/chat-slice.ts';
import { fileManagerSet } from '../state/files-slice.ts';
import { signedOut } from '../state/session-slice.ts';
import { useAppStore, type AppStore } from '../state/store.ts';
import { trialEmptied } from '../state/trial-slice.ts';
import {
  authModalSet,
  pendingSet,
  pricingSet,
  settingsSet,
  sidebarSet,
  subscriptionModalSet,
  themeSet,
} from '../state/ui-slice.ts';
import { useReplyClient } from './services.ts';
import type { ReplyClient } from '../features/chat/reply-client.ts';

/** How long signing out waits for the server, in milliseconds: it is best effort, the local clean-up always happens (D-19). */
const SIGN_OUT_WAIT_MS = 2000;

const focusComposer = (): void => {
  document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
};

/** On a phone the sidebar lies over the page, so whatever was chosen in it closes it. */
const afterChoice = ({ dispatch }: AppStore): void => {
  if (isPhone()) dispatch(sidebarSet(false));
};

/** Text that a visitor has typed but cannot send goes through sign-in and is sent after it (D-22). */
const keepTyped = ({ dispatch, getState }: AppStore): void => {
  const { chat, session } = getState();
  const typed = chat.drafts[NEW_CHAT_DRAFT] ?? '';
  if (session.token !== null || typed.trim() === '') return;
  dispatch(pendingSet(typed));
  dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: '' }));
};

/** Nothing of the person stays in this browser. */
const leave = (store: AppStore, page: Page, client: ReplyClient): void => {
  client.close();
  store.dispatch(signedOut());
  page.reload();
};

const signOut = async (store: AppStore, page: Page, client: ReplyClient): Promise<void> => {
  const told = store.dispatch(accountsApi.endpoints.logout.initiate(undefined, { track: false }));
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS))]);
  leave(store, page, client);
};

/** Ends all sessions, or says that it could not: here nothing is cleaned up before the server has done it. */
const signOutEverywhere = async (store: AppStore, page: Page, client: ReplyClient): Promise<boolean> => {
  const told = await store.dispatch(accountsApi.endpoints.logoutEverywhere.initiate(undefined, { track: false }));
  if (told.error) return false;
  leave(store, page, client);
  return true;
};

/** The ways in which a session ends on purpose. */
const endingsOf = (store: AppStore, page: Page, client: ReplyClient) => ({
  signOut: (): void => {
    void signOut(store, page, client);
  },
  signOutEverywhere: (): Promise<boolean> => signOutEverywhere(store, page, client),
  accountDeleted: (): void => {
    leave(store, page, client);
  },
});

const actionsOf = (store: AppStore, page: Page, client: ReplyClient) => {
  const { dispatch, getState } = store;
  return {
    newChat: (): void => {
      if (getState().session.token === null) {
        client.close();
        dispatch(trialEmptied());
      } else dispatch(chatSelected(null));
      afterChoice(store);
      focusComposer();
    },
    openChat: (id: string): void => {
      dispatch(chatSelected(id));
      afterChoice(store);
    },
    openSettings: (): void => {
      dispatch(getState().session.token === null ? authModalSet(true) : settingsSet(true));
      afterChoice(store);
    },
    openAdmin: (): void => {
      dispatch(settingsSet(false));
      dispatch(adminOpened());
      afterChoice(store);
    },
    openPricing: (): void => {
      dispatch(subscriptionModalSet(false));
      dispatch(pricingSet(true));
      afterChoice(store);
    },
    openSubscription: (): void => {
      dispatch(settingsSet(false));
      dispatch(pricingSet(false));
      dispatch(subscriptionModalSet(true));
      afterChoice(store);
    },
    openFiles: (): void => {
      dispatch(settingsSet(false));
      dispatch(fileManagerSet(true));
      afterChoice(store);
    },
    signIn: (): void => {
      keepTyped(store);
      dispatch(authModalSet(true));
      afterChoice(store);
    },
    toggleTheme: (): void => {
      dispatch(themeSet(getState().ui.theme === 'dark' ? 'light' : 'dark'));
    },
    ...endingsOf(store, page, client),
  };
};

export type Actions = ReturnType<typeof actionsOf>;

/** What a person can do from anywhere on the page: sidebar, palette and dialogs share these. */
export const useActions = (): Actions => {
  const store = useAppStore();
  const page = usePage();
  const client = useReplyClient();
  return useMemo(() => actionsOf(store, page, client), [store, page, client]);
};
