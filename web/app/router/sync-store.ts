import { placeOpened, type ChatPlace } from '../../state/chat-place.ts';
import { chatSelected } from '../../state/chat-slice.ts';
import { tabChosen } from '../../state/admin-slice.ts';
import { explainedReplySet, filePreviewSet } from '../../state/files-slice.ts';
import type { RootState } from '../../state/root-reducer.ts';
import type { AppStore } from '../../state/store.ts';
import { shareTargetSet } from '../../state/sharing-slice.ts';
import { authModalSet, subscriptionModalSet } from '../../state/ui-slice.ts';
import {
  formatAddress,
  isSubscription,
  needsAccount,
  NEW_CHAT,
  SUBSCRIPTION,
  TOOL_SETTINGS,
  type Address,
  type ChatAddress,
} from './address.ts';
import {
  currentAddress,
  currentPath,
  isMoving,
  onNavigation,
  openAddress,
  openDialog,
  returnTo,
} from './navigation.ts';

const shownTurn = ({ chat, ui, soughtTurn: { turn } }: RootState): Pick<ChatAddress, 'turnId' | 'artifactId'> => {
  if (ui.viewMode !== 'chat' || turn === null || turn.chatId !== chat.currentChatId) return {};
  const { messageId: turnId, artifactId } = turn;
  return artifactId === undefined ? { turnId } : { turnId, artifactId };
};

/**
 * The chat and the document that the store shows, as an address. A chat that the server does not have yet is a new one.
 */
export const shownPlace = (state: RootState): Address => {
  const { session, chat, ui } = state;
  const { currentChatId, newChats } = chat;
  if (session.token === null || currentChatId === null || newChats.includes(currentChatId)) return NEW_CHAT;
  const messageId = ui.viewMode === 'chat' ? null : (ui.currentSearchResult?.messageId ?? null);
  return { at: 'chat', chatId: currentChatId, messageId, ...shownTurn(state) };
};

/** Signed in, and the visitor's conversation has moved. */
const isSettled = ({ session }: RootState): boolean => session.token !== null && !session.isTransitioning;

const isSamePlace = (a: Address, b: Address): boolean => formatAddress(a) === formatAddress(b);

/** Set in a tab that has shown the page: a bare address there goes on where it was, in a fresh tab it is a new chat. */
const TAB_MARK = 'tab-opened';

const markTab = (): boolean => {
  try {
    const wasHere = sessionStorage.getItem(TAB_MARK) !== null;
    sessionStorage.setItem(TAB_MARK, '1');
    return wasHere;
  } catch {
    return false;
  }
};

/** Keeps the address and the store's chat, document and listed dialog flags the same (docs/adr/0046). */
class AddressSync {
  private before: RootState;
  /** What a visitor opened and may see after signing in. */
  private wanted: ChatPlace | null = null;
  private isWriting = false;

  constructor(private readonly store: AppStore) {
    this.before = store.getState();
  }

  start(): void {
    const isNamed = currentPath() !== null;
    const resumes = markTab();
    if (isNamed) this.applyAddress(currentAddress());
    else if (!resumes) this.store.dispatch(chatSelected(null));
    this.before = this.store.getState();
    if (isSettled(this.before)) this.writePlace(this.before, true);
    // Back from the page of a server, whose outcome is said there.
    if (this.before.tools.signIn !== null && isSettled(this.before)) openDialog(TOOL_SETTINGS);
  }

  /** The browser moved: the store follows. */
  onMove = (): void => {
    if (this.isWriting) return;
    const { files, sharing } = this.store.getState();
    // What has no address of its own lies over what is left now.
    if (files.preview) this.store.dispatch(filePreviewSet(null));
    if (files.explainedReplyId !== null) this.store.dispatch(explainedReplySet(null));
    if (sharing.target) this.store.dispatch(shareTargetSet(null));
    this.applyAddress(currentAddress());
  };

  /** The store changed: the address follows. */
  onChange = (): void => {
    const [before, now] = [this.before, this.store.getState()];
    if (before === now) return;
    this.before = now;
    this.followSession(before, now);
    this.followFlags(before, now);
    if (isSettled(now) && isSettled(before)) this.writePlace(now, before.session.token !== now.session.token, before);
  };

  private applyAddress(address: Address): void {
    const { dispatch, getState } = this.store;
    const { session, ui, admin } = getState();
    const isVisitor = session.token === null;
    this.wanted = null;
    if (isVisitor) this.askForAccount(address);
    else if (address.at === 'chat' && !isSamePlace(address, shownPlace(getState()))) dispatch(placeOpened(address));
    if (!isVisitor && ui.subscriptionModalOpen !== isSubscription(address))
      dispatch(subscriptionModalSet(isSubscription(address)));
    if (address.at === 'admin' && address.tab !== null && address.tab !== admin.tab) dispatch(tabChosen(address.tab));
  }

  private askForAccount(address: Address): void {
    const isGated = needsAccount(address);
    if (address.at === 'chat' && isGated) this.wanted = address;
    if (isGated) this.store.dispatch(authModalSet(true));
  }

  private followSession(before: RootState, now: RootState): void {
    if (isSettled(now) && !isSettled(before)) {
      const { wanted } = this;
      this.wanted = null;
      if (wanted) this.store.dispatch(placeOpened(wanted));
      else this.writePlace(now, true);
    }
    if (now.session.token !== null) return;
    const signedOut = before.session.token !== null && now.session.expiredUid === null;
    const dismissed = before.ui.authModalOpen && !now.ui.authModalOpen && needsAccount(currentAddress());
    if (signedOut || dismissed) openAddress(NEW_CHAT, { replace: true });
  }

  /** The flags that scripts may set: setting one is going there. */
  private followFlags(before: RootState, now: RootState): void {
    const address = currentAddress();
    const isOpen = now.ui.subscriptionModalOpen;
    if (isOpen !== before.ui.subscriptionModalOpen && isOpen !== isSubscription(address)) {
      if (isOpen) openDialog(SUBSCRIPTION);
      else returnTo(shownPlace(now));
    }
    if (address.at === 'admin' && now.admin.tab !== before.admin.tab)
      openAddress({ at: 'admin', tab: now.admin.tab }, { replace: true });
  }

  private writePlace(now: RootState, replace: boolean, before?: RootState): void {
    if (isMoving()) return;
    const [from, to] = [currentAddress(), shownPlace(now)];
    if (from.at !== 'chat' || to.at !== 'chat' || currentPath() === formatAddress(to)) return;
    // The empty page has become this chat.
    const becameChat = before?.chat.currentChatId === to.chatId && from.chatId !== to.chatId;
    this.isWriting = true;
    moveTo(from, to, replace || becameChat || leavesTurn(from, to) || currentPath() === null);
    this.isWriting = false;
  }
}

/** The same chat, no longer at a turn that was named. */
const leavesTurn = (from: ChatPlace, to: ChatPlace): boolean =>
  from.turnId !== undefined && from.chatId === to.chatId && to.messageId === null;

/** From one chat or document to another. Every document is opened over its chat, so that Back leads there. */
const moveTo = (from: ChatPlace, to: ChatAddress, replace: boolean): void => {
  const isSameChat = from.chatId === to.chatId && currentPath() !== null;
  if (to.messageId !== null) {
    if (!isSameChat) openAddress({ at: to.at, chatId: to.chatId, messageId: null }, { replace });
    openAddress(to, { replace: isSameChat && from.messageId !== null });
  } else if (isSameChat && from.messageId !== null) returnTo(to);
  else openAddress(to, { replace });
};

/** Begins to keep address and store the same; what it answers ends that. */
export const syncAddress = (store: AppStore): (() => void) => {
  const sync = new AddressSync(store);
  const ends = [onNavigation(sync.onMove)];
  sync.start();
  ends.push(store.subscribe(sync.onChange));
  return () => {
    for (const end of ends) end();
  };
};
