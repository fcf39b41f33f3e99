import { createContext, use } from 'react';

/** The browser's functions and clock, so that tests can replace them. */
export interface BrowserEnv {
  now(): Date;
  reload(): void;
  alert(text: string): void;
  /** Leaves for another address in this tab. */
  navigate(address: string): void;
  /** Logs an error for developers. */
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
