import { basePageCss } from '../pages/page-style.ts';

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const renderPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} – Parley</title><link rel="stylesheet" href="/identity/popup.css">
<script src="/identity/popup.js" defer></script></head><body><main>${body}<p id="note"
  role="status"></p></main></body></html>`;

/** The redirect target of Google; its script reads the address and closes the popup. */
export const callbackPage = renderPage('Signing in', '<h1>Signing you in</h1><p class="quiet">One moment, please.</p>');

/** The end of a sign-in at a provider: its script hands the one-time code to the waiting page. */
export const signedInPage = (code: string): string =>
  renderPage(
    'Signing in',
    `<h1>Signing you in</h1><p class="quiet">One moment, please.</p><i id="result" hidden ` +
      `data-code="${escape(code)}"></i>`,
  );

/** Why a sign-in at a provider failed. The waiting page says it too, in its person's language. */
export const signInFailedPage = (message: string, reason: string): string =>
  renderPage(
    'Sign-in failed',
    `<h1>You are not signed in</h1><p class="quiet">${escape(message)} You can close this window.</p>
<i id="result" hidden data-error="${escape(message)}" data-reason="${escape(reason)}"></i>`,
  );

/** The page of the sandbox's sign-in provider. The fields of the request return with the form. */
export const sandboxSignInPage = (action: string): string =>
  renderPage(
    'Sandbox sign-in',
    `<h1>Sandbox sign-in</h1>
<p class="quiet">This server plays a sign-in provider, so that you can try one: be whoever you like.</p>
<form id="consent" method="post" action="${escape(action)}"><label for="name">Name</label><input id="name" name="name"
  value="Robin Example" autocomplete="off" maxlength="120" required>
<label for="email">Email</label><input id="email" name="email" type="email" value="robin@example.com" autocomplete="off"
  maxlength="254" required>
<label for="groups">Groups, by commas</label><input id="groups" name="groups" autocomplete="off" maxlength="500">
<label class="check"><input type="checkbox" name="verified" value="yes" checked> The provider verified this
  address</label>
<button class="main" name="choice" value="allow">Continue</button><button name="choice" value="refuse"
  formnovalidate>Refuse</button></form>`,
  );

/** The sandbox's sign-in page: it accepts what is typed. */
export const formPage = renderPage(
  'Sign in',
  `<h1>Sign in with Google</h1>
<p class="quiet">This server runs with a sandbox instead of Google: be whoever you like.</p>
<form id="form"><label for="name">Name</label><input id="name" name="name" value="Robin Example" autocomplete="off"
  maxlength="120" required>
<label for="email">Email</label><input id="email" name="email" type="email" value="robin@example.com" autocomplete="off"
  maxlength="254" required>
<button class="main">Continue</button></form>`,
);

/** Sends the outcome to the waiting page; the token is never in a URL. */
export const popupScript = `'use strict';
const note = document.getElementById('note');
const tell = (message) => {
  const channel = new BroadcastChannel('parley-identity');
  channel.postMessage({ type: 'identity', ...message });
  channel.close();
};
const exchange = async (fields) => {
  const answer = await fetch('/identity/exchange', { method: 'POST', headers: { 'Content-Type': 'application/json' }
, body: JSON.stringify(fields) });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error);
  return body.firebaseToken;
};
const finish = async (work) => {
  try {
    tell({ firebaseToken: await work() });
    note.textContent = 'Signed in. You can close this window.';
    window.close();
    return true;
  } catch (error) {
    tell({ error: error.message });
    note.textContent = error.message + '. You can close this window and try again.';
    return false;
  }
};
const form = document.getElementById('form');
const result = document.getElementById('result');
if (result) {
  history.replaceState(null, '', location.pathname);
  const { code, error, reason } = result.dataset;
  tell(code ? { code } : { error, reason });
  if (code) window.close();
} else if (form) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    await finish(() => exchange({ name: form.elements.name.value, email: form.elements.email.value }));
    button.disabled = false;
  });
} else if (location.pathname === '/identity/callback') {
  const params = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname);
  const idToken = params.get('id_token');
  if (idToken) finish(() => exchange({ idToken, state: params.get('state') || '' }));
  else finish(() => Promise.reject(new Error('Firebase token exchange failed')));
}
`;

export const popupCss = `${basePageCss}
body{display:grid;place-items:center}main{width:min(22rem,100vw - 48px);padding:24px 0}
h1{margin:0 0 4px;font-size:1.375rem;line-height:1.3}.quiet{margin:0 0 20px}
label{display:block;margin:16px 0 4px;font-size:.875rem;font-weight:550}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--raised);
  border:1px solid var(--strong);border-radius:12px}
button{width:100%;margin-top:24px}button+button{margin-top:8px}
.check{display:flex;gap:8px;align-items:center;margin-top:16px}.check input{width:20px;min-height:20px;margin:0}
button:disabled{opacity:.6}#note{margin-top:16px;font-size:.875rem}`;
