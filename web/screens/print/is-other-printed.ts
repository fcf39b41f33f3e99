import type { AppStore } from '../../state/store.ts';

/** What is printed is the document or the artifact that is looked at, and not the conversation. */
export const isOtherPrinted = ({ getState }: AppStore): boolean =>
  getState().ui.viewMode !== 'chat' || document.documentElement.dataset['printing'] !== undefined;
