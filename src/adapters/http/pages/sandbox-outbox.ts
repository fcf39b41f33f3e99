import type { Context, Middleware } from 'koa';

import type { Outbox, OutboxMessage } from '../../../domain/kernel/ports.ts';
import { maskEmail, maskPhone } from '../../../domain/kernel/mask.ts';
import { basePageCss } from './page-style.ts';

/** The page of unsent messages. */
export const SANDBOX_PATH = '/sandbox';

const KIND_LABELS: Readonly<Record<OutboxMessage['kind'], string>> = {
  mail: 'Mail',
  sms: 'Text message',
  checkout: 'Checkout',
  event: 'Payment event',
};
/** Content policy of a mail's page: display it, open its links elsewhere. */
const MAIL_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; " +
  'sandbox allow-popups allow-popups-to-escape-sandbox';

export interface SandboxOutboxOptions {
  readonly outbox: Outbox;
  /** The kinds that sandboxes hold back now. Older kinds, from before a real provider was set, are hidden. */
  readonly kinds: readonly OutboxMessage['kind'][];
  /** Another port has a real provider, so users may be real: addresses and numbers are masked. */
  readonly masksPeople: boolean;
}

/**
 * The page of unsent mails, codes, checkouts and payment events, newest first. It shows other users' secrets, so it is
 * mounted only while a sandbox serves.
 */
export const sandboxOutboxPages =
  (options: SandboxOutboxOptions): Middleware =>
  async (ctx, next) => {
    const [, id] = /^\/sandbox(?:\/([\w-]{1,64}|page\.css))?$/.exec(ctx.path) ?? [undefined, null];
    if (id === null || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('X-Robots-Tag', 'noindex, nofollow');
    ctx.set('Cache-Control', 'no-store');
    if (id === 'page.css') {
      ctx.type = 'css';
      ctx.body = outboxCss;
      return undefined;
    }
    const sent = await listVisible(options);
    if (id === undefined) {
      ctx.type = 'html';
      ctx.body = listPage(sent);
      return undefined;
    }
    const html = sent.find((one) => one.id === id)?.html ?? undefined;
    return html === undefined ? next() : showMail(ctx, html);
  };

const listVisible = async ({ outbox, kinds, masksPeople }: SandboxOutboxOptions): Promise<readonly OutboxMessage[]> => {
  const entries = (await outbox.list()).filter(({ kind }) => kinds.includes(kind));
  return masksPeople ? entries.map(maskPeople) : entries;
};

/** A checkout page names who pays, so there is no link to it. */
const maskPeople = (sent: OutboxMessage): OutboxMessage => {
  const { kind, recipient, body } = sent;
  if (kind === 'sms') return { ...sent, recipient: maskPhone(recipient) };
  return {
    ...sent,
    recipient: recipient.includes('@') ? maskEmail(recipient) : recipient,
    body: kind === 'checkout' ? '' : body,
  };
};

const showMail = (ctx: Context, html: string): void => {
  ctx.set('Content-Security-Policy', MAIL_CSP);
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
  ctx.type = 'html';
  ctx.body = html;
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Turns web addresses into links; everything else stays text. */
const linkify = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const article = ({ id, kind, recipient, subject, body, html, at }: OutboxMessage): string => {
  const time = new Date(at).toISOString();
  const shown =
    html === null
      ? ''
      : `<details><summary>As it looks</summary><iframe src="${SANDBOX_PATH}/${escapeHtml(id)}" ` +
        `title="${escapeHtml(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" ` +
        `loading="lazy"></iframe></details>`;
  return `<article class="${kind}"><header><span class="kind">${KIND_LABELS[kind]}</span>
<time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></header>
<h2>${escapeHtml(subject)}</h2><p class="quiet">To ${escapeHtml(recipient)}</p>
<pre>${linkify(body)}</pre>${shown}</article>`;
};

const emptyState =
  '<div class="empty"><p>Nothing yet.</p><p class="quiet">Register, ask for a code or buy a plan, and what would ' +
  'have been sent shows up here.</p></div>';

const listPage = (sent: readonly OutboxMessage[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox – Parley</title><link rel="stylesheet" href="${SANDBOX_PATH}/page.css"></head>
<body><main><nav><a href="/">Parley</a><a href="${SANDBOX_PATH}">Refresh</a></nav><h1>Sandbox</h1>
<p class="quiet">What this server would have sent to the world, newest first. Nobody else has received any of it.</p>
${sent.length === 0 ? emptyState : sent.map(article).join('\n')}</main></body></html>`;

const outboxCss = `${basePageCss}
main{max-width:46rem;margin:0 auto;padding:24px 16px 64px}a{color:var(--accent);text-underline-offset:3px}
nav{display:flex;justify-content:space-between;font-size:.875rem}
nav a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none;font-weight:550}
h1{margin:16px 0 4px;font-size:1.75rem;line-height:1.3;letter-spacing:-.01em}
h2{margin:12px 0 0;font-size:1.125rem;line-height:1.4}
article,.empty{margin-top:16px;padding:20px;background:var(--raised);border:1px solid var(--line);border-radius:20px}
.empty{padding:48px 16px;text-align:center}
header{display:flex;justify-content:space-between;align-items:center;gap:16px}
.kind{padding:2px 12px;border-radius:99px;background:var(--accent-soft);color:var(--accent);font-size:.8125rem;
  font-weight:550}
time{color:var(--muted);font-size:.8125rem;font-variant-numeric:tabular-nums}
pre{margin:12px 0 0;font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}
.sms pre{font-size:1.0625rem;font-weight:600}.event pre,.checkout pre{font:.8125rem/1.5 ui-monospace,Menlo,monospace}
summary{width:fit-content;min-height:24px;margin-top:12px;color:var(--accent);font-size:.875rem;font-weight:550;
  cursor:pointer}
iframe{width:100%;height:34rem;margin-top:12px;background:var(--surface);border:1px solid var(--line);
  border-radius:12px}`;
