import { useMemo } from 'react';

import { accountsApi } from '../features/accounts/accounts-api.ts';
import { isPhone } from '../lib/media.ts';
import { useBrowserEnv, type BrowserEnv } from '../lib/browser-env.ts';
import { chatSelected, draftSet, NEW_CHAT_DRAFT, selectTypedDraft } from '../state/chat-slice.ts';
import { modeSet } from '../state/auth-modal-slice.ts';
import { signedOut } from '../state/session-slice.ts';
import { temporaryChosen } from '../state/temporary-chats-slice.ts';
import { themeChosen } from '../state/theme-choice.ts';
import { useAppStore, type AppStore } from '../state/store.ts';
import { trialCleared } from '../state/trial-slice.ts';
import { authModalSet, pendingMessageCleared, pendingMessageSet, sidebarSet } from '../state/ui-slice.ts';
import { SUBSCRIPTION, type Address } from './router/address.ts';
import { openAddress, openDialog } from './router/navigation.ts';
import { useReplyClient } from './reply-client-context.ts';
import type { ReplyClient } from '../features/chat/engine/reply-client.ts';

/** How long signing out waits for the server. It is best effort: the local clean-up always happens (docs/adr/0036). */
const SIGN_OUT_TIMEOUT_MS = 2000;

const focusComposer = (): void => {
  document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
};

/** On a phone the sidebar lies over the page, so whatever was chosen in it closes it. */
const closeSidebarOnPhone = ({ dispatch }: AppStore): void => {
  if (isPhone()) dispatch(sidebarSet(false));
};

/** A visitor's text that cannot be sent waits through sign-in and is sent after it (docs/adr/0036). */
const savePendingMessage = ({ dispatch, getState }: AppStore): void => {
  const typed = selectTypedDraft(NEW_CHAT_DRAFT)(getState());
  if (getState().session.token !== null || typed.trim() === '') return;
  dispatch(pendingMessageSet(typed));
  dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: '' }));
};

/**
 * The sign-in dialog closes without a session. A visitor's text that waited for one stands in the box again, where it
 * can be seen; one of an account that has expired waits on, as only that account may send it (docs/adr/0036).
 */
const dismissSignIn = ({ dispatch, getState }: AppStore): void => {
  dispatch(authModalSet(false));
  const {
    chat,
    session,
    ui: { pendingMessage: text, pendingOwner },
  } = getState();
  if (session.token !== null || text === null || pendingOwner !== null) return;
  dispatch(pendingMessageCleared());
  const typed = chat.drafts[NEW_CHAT_DRAFT] ?? '';
  if (typed === text) return;
  dispatch(draftSet({ key: NEW_CHAT_DRAFT, text: typed === '' ? text : `${text}\n\n${typed}` }));
};

/** Nothing of the person stays in this browser. */
const clearSession = (store: AppStore, env: BrowserEnv, client: ReplyClient): void => {
  client.close();
  store.dispatch(signedOut());
  env.reload();
};

const signOut = async (store: AppStore, env: BrowserEnv, client: ReplyClient): Promise<void> => {
  const request = store.dispatch(accountsApi.endpoints.logout.initiate(undefined, { track: false }));
  await Promise.race([request, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_TIMEOUT_MS))]);
  clearSession(store, env, client);
};

/** Ends all sessions, or says that it could not: here nothing is cleaned up before the server has done it. */
const signOutEverywhere = async (store: AppStore, env: BrowserEnv, client: ReplyClient): Promise<boolean> => {
  const result = await store.dispatch(accountsApi.endpoints.logoutEverywhere.initiate(undefined, { track: false }));
  if (result.error) return false;
  clearSession(store, env, client);
  return true;
};

/** The ways in which a session ends on purpose. */
const createSessionEndActions = (store: AppStore, env: BrowserEnv, client: ReplyClient) => ({
  signOut: (): void => {
    void signOut(store, env, client);
  },
  signOutEverywhere: (): Promise<boolean> => signOutEverywhere(store, env, client),
  accountDeleted: (): void => {
    clearSession(store, env, client);
  },
});

const createDialogActions = (store: AppStore) => {
  const open = (address: Address) => (): void => {
    openDialog(address);
    closeSidebarOnPhone(store);
  };
  const openOwnSettings = open({ at: 'settings', section: null });
  return {
    openSettings: (): void => {
      if (store.getState().session.token !== null) openOwnSettings();
      else {
        store.dispatch(authModalSet(true));
        closeSidebarOnPhone(store);
      }
    },
    openAdmin: open({ at: 'admin', tab: null }),
    openSetup: open({ at: 'setup' }),
    openPricing: open({ at: 'pricing' }),
    openSubscription: open(SUBSCRIPTION),
    openFiles: open({ at: 'files' }),
    openAbout: open({ at: 'about' }),
  };
};

const createActions = (store: AppStore, env: BrowserEnv, client: ReplyClient) => {
  const { dispatch, getState } = store;
  return {
    newChat: (): void => {
      if (getState().session.token === null) {
        client.close();
        dispatch(trialCleared());
      } else dispatch(chatSelected(null));
      closeSidebarOnPhone(store);
      focusComposer();
    },
    /** A visitor's chat is not stored anyway. */
    newTemporaryChat: (): void => {
      if (getState().session.token === null) return;
      dispatch(chatSelected(null));
      dispatch(temporaryChosen());
      closeSidebarOnPhone(store);
      focusComposer();
    },
    openChat: (id: string): void => {
      openAddress({ at: 'chat', chatId: id, messageId: null });
      closeSidebarOnPhone(store);
    },
    closeSidebarOnPhone: (): void => closeSidebarOnPhone(store),
    signIn: (): void => {
      savePendingMessage(store);
      dispatch(authModalSet(true));
      closeSidebarOnPhone(store);
    },
    dismissSignIn: (): void => dismissSignIn(store),
    signUp: (): void => {
      savePendingMessage(store);
      dispatch(authModalSet(true));
      dispatch(modeSet('register'));
    },
    toggleTheme: (): void => {
      dispatch(themeChosen(getState().ui.theme === 'dark' ? 'light' : 'dark'));
    },
    ...createDialogActions(store),
    ...createSessionEndActions(store, env, client),
  };
};

export type Actions = ReturnType<typeof createActions>;

/** What a person can do from anywhere on the page: sidebar, palette and dialogs share these. */
export const useActions = (): Actions => {
  const store = useAppStore();
  const env = useBrowserEnv();
  const client = useReplyClient();
  return useMemo(() => createActions(store, env, client), [store, env, client]);
};
