import './ui/tokens.css';
import './ui/skins.css';
import './ui/skies.css';
import './ui/base.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { loadAccountView } from './app/account-view.tsx';
import { App } from './app/app.tsx';
import { callerHeaders } from './app/caller.ts';
import { noteCheckoutReturn } from './app/checkout-return.ts';
import { takeLinks } from './app/start-links.ts';
import { keepUnsent, takeUnsent } from './app/unsent.ts';
import { ReplyClient } from './features/chat/reply-client.ts';
import { takeParameter } from './lib/address.ts';
import { speakAsChosen } from './lib/i18n/choice.ts';
import { keepShell } from './lib/keep-shell.ts';
import { browserPage } from './lib/page.ts';
import { makeStore } from './state/store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to stand.');

const setupToken = takeParameter('setup');
const { store } = makeStore(browserPage.now());
noteCheckoutReturn(store);
takeLinks(store);
takeUnsent(store);
keepUnsent(store);
const client = new ReplyClient({ headers: () => callerHeaders(store.getState()) });

/** Signed in already: the first thing drawn is their page. A part that does not come is asked for again where it is drawn. */
const accountView = store.getState().session.token === null ? null : loadAccountView().catch(() => null);

// No top-level await: it would keep the build from putting into this file what later parts share with it.
void Promise.all([speakAsChosen(), accountView]).then(() =>
  createRoot(root).render(
    <StrictMode>
      <App store={store} client={client} page={browserPage} setupToken={setupToken} />
    </StrictMode>,
  ),
);

keepShell();
