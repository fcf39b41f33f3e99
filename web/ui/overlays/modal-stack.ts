import { useSyncExternalStore } from 'react';

let stack: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

const setStack = (next: readonly HTMLDialogElement[]): void => {
  stack = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Registers an open modal dialog; returns what its closing calls. */
export const pushModal = (dialog: HTMLDialogElement): (() => void) => {
  setStack([...stack, dialog]);
  return () => setStack(stack.filter((one) => one !== dialog));
};

/** The modal dialog that lies over everything. What stands beside it is inert. */
export const useTopModal = (): HTMLDialogElement | null => useSyncExternalStore(subscribe, () => stack.at(-1) ?? null);
