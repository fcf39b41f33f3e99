import { findNonSerializableValue } from '@reduxjs/toolkit';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { loadSignedInChunk } from '../../../web/app/lazy-chat-screen.tsx';
import { syncAddress } from '../../../web/app/router/sync-store.ts';
import { App } from '../../../web/app/app.tsx';
import { consumeQuestion, consumeStartLinks } from '../../../web/session/start-links.ts';
import { BUILT_IN_SKINS } from '../../../web/features/appearance/skins.ts';
import { authHeaders } from '../../../web/session/auth-headers.ts';
import { ReplyClient } from '../../../web/features/chat/engine/reply-client.ts';
import { BrowserEnvContext, type BrowserEnv } from '../../../web/lib/browser-env.ts';
import { type AppStore, createStore } from '../../../web/state/store.ts';
import { NOW, aUser } from './builders.ts';
import { somePlans, someUsage } from './billing.ts';
import { answer, FakeServer } from './fake-server.ts';
import { NO_CHECKS } from './state-checks.ts';

// As main.tsx does for somebody who is signed in.
await loadSignedInChunk();

/** A browser that remembers what the page did to it. */
export class FakePage implements BrowserEnv {
  reloads = 0;
  readonly alerts: string[] = [];
  readonly visited: string[] = [];
  readonly logged: string[] = [];

  constructor(private at: Date = NOW) {}

  now = (): Date => this.at;
  reload = (): void => {
    this.reloads += 1;
  };
  alert = (text: string): void => {
    this.alerts.push(text);
  };
  reportError = (text: string): void => {
    this.logged.push(text);
  };
  navigate = (address: string): void => {
    this.visited.push(address);
  };
  moveTo(at: Date): void {
    this.at = at;
  }
}

/** A server with an empty account and a trial of three messages. */
export const aServer = (): FakeServer =>
  new FakeServer()
    .on('GET', '/api/freemium-config', () =>
      answer({ freemiumEnabled: true, maxTrialMessages: 3, freemiumAgentAccess: false, demoModel: false }),
    )
    .on('GET', '/api/theme', () => answer({ skins: BUILT_IN_SKINS }))
    .on('GET', '/api/plans', () => answer(somePlans()))
    .on('GET', '/api/agent/status', () =>
      answer({
        eligible: false,
        serviceAvailable: true,
        tier: 'free',
        reason: 'Premium subscription required',
        lowestPlan: null,
      }),
    )
    .on('GET', '/api/agent/available', () => answer({ agents: [] }))
    .on('GET', '/api/ai/usage', () => answer(someUsage()))
    .on('GET', '/api/account/api-keys', () =>
      answer({ eligible: false, keys: [], baseUrl: 'http://localhost/v1', mcpUrl: 'http://localhost/mcp' }),
    )
    .on('GET', '/api/auth/me', () => answer({ user: aUser() }))
    .on('GET', '/api/auth/identities', () => answer({ identities: [], hasPassword: true }))
    .on('GET', '/api/auth/ways', () =>
      answer({
        google: true,
        phone: true,
        email: true,
        oidc: [],
        registration: 'open',
        googleUrl: '/identity/google',
        captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
        outboxUrl: null,
      }),
    )
    .on('GET', '/api/auth/sessions', () => answer({ sessions: [] }))
    .on('POST', '/api/auth/logout', () => answer({ success: true }))
    .on('GET', '/api/progress/chats', () => answer({ chats: [] }))
    .install();

/** Opens a section of the settings from the sidebar. */
export const openSettings = async (
  user: { readonly click: (element: Element) => Promise<void> },
  section: string,
): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  const nav = await screen.findByRole('navigation', { name: 'Sections of the settings' });
  await user.click(within(nav).getByRole('link', { name: section }));
};

/** localStorage of somebody who is signed in. */
export const signedIn = (of: Parameters<typeof aUser>[0] = {}) => ({ session: { token: 't1', user: aUser(of) } });

export interface StartOptions {
  readonly stored?: Readonly<Record<string, unknown>>;
  readonly page?: FakePage;
  readonly setupToken?: string;
}

/** The address bar is one for all tests: a page that is over lets go of it. */
const openSyncs = new Set<() => void>();
const startedStores: AppStore[] = [];
afterEach(() => {
  for (const stop of openSyncs) stop();
  openSyncs.clear();
  const unserializable = startedStores.splice(0).map((store) => findNonSerializableValue(store.getState()));
  // It would be lost in storage and in other tabs.
  expect(unserializable.filter(Boolean)).toEqual([]);
});

/** Brings the page up as a person finds it, on what their browser has stored. */
export const startApp = ({ stored = {}, page = new FakePage(), setupToken }: StartOptions = {}) => {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, JSON.stringify(value));
  if (stored['chat-storage'] !== undefined) sessionStorage.setItem('tab-opened', '1');
  const { store, stop } = createStore(page.now(), NO_CHECKS);
  consumeStartLinks(store);
  consumeQuestion(store);
  const stopSync = syncAddress(store);
  openSyncs.add(stopSync);
  startedStores.push(store);
  const client = new ReplyClient({ headers: () => authHeaders(store.getState()) });
  const view = render(<App store={store} client={client} env={page} setupToken={setupToken ?? null} />);
  const leave = (): void => {
    view.unmount();
    client.close();
    for (const end of [...stop, stopSync]) end();
  };
  return { store, page, client, leave, user: userEvent.setup() };
};

/** A part of the page with a store under it. */
export const startPart = (part: React.ReactElement, page = new FakePage()) =>
  render(<BrowserEnvContext value={page}>{part}</BrowserEnvContext>);

/** What lies in localStorage under a key. */
export const stored = (key: string): Record<string, unknown> =>
  JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>;
