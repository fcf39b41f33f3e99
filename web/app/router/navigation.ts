import { navigate } from 'wouter/use-hash-location';

import { isLayer } from '../../lib/history-layer.ts';
import { formatAddress, isDialog, parseAddress, type Address } from './address.ts';

/** What each entry of the browser's history remembers, besides its address: the address that it was opened from. */
interface Entry {
  readonly parent: string | null;
}

const readEntry = (): Entry | null => {
  const state: unknown = window.history.state;
  const parent: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'parent') : undefined;
  return typeof parent === 'string' || parent === null ? { parent } : null;
};

/** The path in the address bar; null where none is named, as on a first visit. */
export const currentPath = (): string | null =>
  window.location.hash.startsWith('#/') ? window.location.hash.slice(1) : null;

export const currentAddress = (): Address => parseAddress(currentPath() ?? '/');

/** The address that the browser is on its way back to: going back is not done when the call returns. */
let returningTo: string | null = null;
/** The page came to where it is by Back or Forward, or by closing what lay over it. */
let hasReturned = false;
/** The address of the last move that was followed. */
let lastPath = '/';
/** What had the focus when a dialog was opened over the page. */
let opener: Element | null = null;

export const getDialogOpener = (): Element | null => opener;

export const isReturn = (): boolean => hasReturned;

const afterReturn = (then: () => void): void => {
  window.addEventListener('hashchange', then, { once: true });
};

/** The browser has moved, but its event has not fired yet: the page still shows the earlier address. */
export const isMoving = (): boolean => (currentPath() ?? '/') !== lastPath;

/** Goes to an address: a new entry of the history, or in place of the one shown. */
export const openAddress = (address: Address, { replace = false } = {}): void => {
  if (returningTo !== null) {
    afterReturn(() => openAddress(address, { replace }));
    return;
  }
  const [path, current] = [formatAddress(address), currentPath()];
  if (path === current) return;
  const state: Entry = { parent: replace ? (readEntry()?.parent ?? null) : (current ?? '/') };
  hasReturned = false;
  navigate(path, { replace, state });
};

/** Opens a dialog over the page. One that is opened out of another takes its place, so that Back closes both. */
export const openDialog = (address: Address): void => {
  const fromDialog = isDialog(currentAddress());
  if (!fromDialog) opener = document.activeElement;
  openAddress(address, { replace: fromDialog });
};

/**
 * Leaves for the address below: back to it where it is the entry before, so that closing adds nothing to the history.
 */
export const returnTo = (address: Address): void => {
  const path = formatAddress(address);
  if (returningTo === path || path === currentPath()) return;
  if (readEntry()?.parent !== path) {
    openAddress(address, { replace: true });
    return;
  }
  returningTo = path;
  hasReturned = true;
  window.history.back();
};

/** Leaves a dialog for the page, and a dialog that it was opened from too. */
export const leaveDialogs = (place: Address): void => {
  const parent = readEntry()?.parent ?? null;
  const below = parent === null ? place : parseAddress(parent);
  if (!isDialog(below)) {
    returnTo(place);
    return;
  }
  afterReturn(() => leaveDialogs(place));
  returnTo(below);
};

/** An entry that was made by a link or by the address bar has no note yet; all others were here before. */
const markEntry = (parent: string | null): void => {
  if (readEntry() !== null) return;
  const state: Entry = { parent };
  hasReturned = false;
  window.history.replaceState(state, '');
};

/** Tells of every move of this tab that was not made by `openAddress`: Back, Forward, links, and typed addresses. */
export const onNavigation = (moved: () => void): (() => void) => {
  const onMove = (): void => {
    markEntry(lastPath);
    lastPath = currentPath() ?? '/';
    moved();
  };
  // It comes with the move itself; `hashchange` comes a task later, and also for moves of our own.
  const onPop = (): void => {
    returningTo = null;
    hasReturned = true;
    onMove();
  };
  // No layer outlives a reload: Back would lead from its entry to where the page is.
  if (isLayer()) window.history.back();
  else markEntry(null);
  lastPath = currentPath() ?? '/';
  window.addEventListener('popstate', onPop);
  window.addEventListener('hashchange', onMove);
  return () => {
    window.removeEventListener('popstate', onPop);
    window.removeEventListener('hashchange', onMove);
    returningTo = null;
    hasReturned = false;
  };
};
