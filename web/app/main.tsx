import '../ui/styles/tokens.css';
import '../ui/styles/skins.css';
import '../ui/styles/skies.css';
import '../ui/styles/base.css';

import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { loadSignedInChunk } from './lazy-chat-screen.tsx';
import { App } from './app.tsx';
import { fetchFirstAnswers } from './first-answers.ts';
import { authHeaders } from '../session/auth-headers.ts';
import { consumeCheckoutReturn } from '../session/checkout-return.ts';
import { consumeQuestion, consumeStartLinks } from '../session/start-links.ts';
import { persistDraft, restoreDraft } from '../session/persist-draft.ts';
import { ReplyClient } from '../features/chat/engine/reply-client.ts';
import { keepPageOnDrop } from '../lib/keep-page-on-drop.ts';
import { consumeUrlParameter } from '../lib/url-parameter.ts';
import { applyLanguageChoice } from '../lib/i18n/language-choice.ts';
import { syncAddress } from './router/sync-store.ts';
import { registerServiceWorker } from '../lib/register-service-worker.ts';
import { browserEnv } from '../lib/browser-env.ts';
import { createStore } from '../state/store.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place to stand.');

// Zod, which comes with the admin panel, would try whether it may compile code. The CSP forbids and reports it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

keepPageOnDrop();
const setupToken = consumeUrlParameter('setup');
const { store } = createStore(browserEnv.now());
consumeCheckoutReturn(store);
consumeStartLinks(store);
restoreDraft(store);
consumeQuestion(store);
persistDraft(store);
syncAddress(store);
const client = new ReplyClient({ headers: () => authHeaders(store.getState()) });

/**
 * Signed in already: the first thing drawn is their page. A part that does not come is asked
 * for again where it is drawn.
 */
const firstParts =
  store.getState().session.token === null ? fetchFirstAnswers(store) : loadSignedInChunk().catch(() => null);

// No top-level await: it would keep the build from putting into this file what later parts share with it.
void Promise.all([applyLanguageChoice(), firstParts]).then(() =>
  // In a transition React renders the first screen in many short tasks instead of one long one.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App store={store} client={client} env={browserEnv} setupToken={setupToken} />
      </StrictMode>,
    ),
  ),
);

registerServiceWorker();
