import { createContext, use } from 'react';

/** What the page does to the browser around it and the hour it lives in; given in one place so that tests can stand in. */
export interface BrowserEnv {
  now(): Date;
  reload(): void;
  alert(text: string): void;
  /** Leaves for another address in this tab. */
  navigate(address: string): void;
  /** Notes a fault where developers look; nobody else sees it. */
  reportError(text: string): void;
}

export const browserEnv: BrowserEnv = {
  now: () => new Date(),
  reload: () => window.location.reload(),
  alert: (text) => window.alert(text),
  navigate: (address) => window.location.assign(address),
  reportError: (text) => window.reportError(new Error(text)),
};

export const BrowserEnvContext = createContext<BrowserEnv>(browserEnv);

export const useBrowserEnv = (): BrowserEnv => use(BrowserEnvContext);
