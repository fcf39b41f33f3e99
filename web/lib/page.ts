import { createContext, use } from 'react';

/** What the page does to the browser around it and the hour it lives in; given in one place so that tests can stand in. */
export interface Page {
  now(): Date;
  reload(): void;
  alert(text: string): void;
  /** Leaves for another address in this tab. */
  go(address: string): void;
  /** Notes a fault where developers look; nobody else sees it. */
  log(text: string): void;
}

export const browserPage: Page = {
  now: () => new Date(),
  reload: () => window.location.reload(),
  alert: (text) => window.alert(text),
  go: (address) => window.location.assign(address),
  log: (text) => window.reportError(new Error(text)),
};

export const PageContext = createContext<Page>(browserPage);

export const usePage = (): Page => use(PageContext);
