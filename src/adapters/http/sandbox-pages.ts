import type { Context, Middleware } from 'koa';

import type { Outbox, Sent } from '../../domain/kernel/ports.ts';
import { maskEmail, maskPhone } from '../../domain/operations/mask.ts';
import { pageBase } from './page-style.ts';

/** Where people read what a sandbox did not send. */
export const SANDBOX_PATH = '/sandbox';

const KINDS: Readonly<Record<Sent['kind'], string>> = {
  mail: 'Mail',
  sms: 'Text message',
  checkout: 'Checkout',
  event: 'Payment event',
};
/** What a mail's page may do: show itself, and open its links elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

export interface SandboxOutbox {
  readonly outbox: Outbox;
  /** What sandboxes hold back now. The rest, left from before a real provider was set, is not shown. */
  readonly kinds: readonly Sent['kind'][];
  /** Another part is a real provider, so people may be real: their addresses and numbers are masked. */
  readonly masksPeople: boolean;
}

/**
 * The page of what would have been sent: mails, codes, checkouts and payment events, newest first. It shows other
 * people's secrets, so it is only mounted while a sandbox serves.
 */
export const sandboxPages =
  (parts: SandboxOutbox): Middleware =>
  async (ctx, next) => {
    const [, id] = /^\/sandbox(?:\/([\w-]{1,64}|page\.css))?$/.exec(ctx.path) ?? [undefined, null];
    if (id === null || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
    ctx.set('X-Robots-Tag', 'noindex, nofollow');
    ctx.set('Cache-Control', 'no-store');
    if (id === 'page.css') {
      ctx.type = 'css';
      ctx.body = style;
      return undefined;
    }
    const sent = await shownOf(parts);
    if (id === undefined) {
      ctx.type = 'html';
      ctx.body = listPage(sent);
      return undefined;
    }
    const html = sent.find((one) => one.id === id)?.html ?? undefined;
    return html === undefined ? next() : showMail(ctx, html);
  };

const shownOf = async ({ outbox, kinds, masksPeople }: SandboxOutbox): Promise<readonly Sent[]> => {
  const held = (await outbox.list()).filter(({ kind }) => kinds.includes(kind));
  return masksPeople ? held.map(masked) : held;
};

/** The page of a checkout names who pays, so it is not led to. */
const masked = (sent: Sent): Sent => {
  const { kind, recipient, body } = sent;
  if (kind === 'sms') return { ...sent, recipient: maskPhone(recipient) };
  return {
    ...sent,
    recipient: recipient.includes('@') ? maskEmail(recipient) : recipient,
    body: kind === 'checkout' ? '' : body,
  };
};

const showMail = (ctx: Context, html: string): void => {
  ctx.set('Content-Security-Policy', MAIL_POLICY);
  ctx.set('X-Frame-Options', 'SAMEORIGIN');
  ctx.type = 'html';
  ctx.body = html;
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Web addresses become links; all else stays text. */
const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const article = ({ id, kind, recipient, subject, body, html, at }: Sent): string => {
  const time = new Date(at).toISOString();
  const shown =
    html === null
      ? ''
      : `<details><summary>As it looks</summary><iframe src="${SANDBOX_PATH}/${escape(id)}" title="${escape(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe></details>`;
  return `<article class="${kind}"><header><span class="kind">${KINDS[kind]}</span><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></header>
<h2>${escape(subject)}</h2><p class="quiet">To ${escape(recipient)}</p><pre>${linked(body)}</pre>${shown}</article>`;
};

const empty =
  '<div class="empty"><p>Nothing yet.</p><p class="quiet">Register, ask for a code or buy a plan, and what would have been sent shows up here.</p></div>';

const listPage = (sent: readonly Sent[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Sandbox – Parley</title><link rel="stylesheet" href="${SANDBOX_PATH}/page.css"></head>
<body><main><nav><a href="/">Parley</a><a href="${SANDBOX_PATH}">Refresh</a></nav><h1>Sandbox</h1>
<p class="quiet">What this server would have sent to the world, newest first. Nobody else has received any of it.</p>
${sent.length === 0 ? empty : sent.map(article).join('\n')}</main></body></html>`;

const style = `${pageBase}
main{max-width:46rem;margin:0 auto;padding:24px 16px 64px}a{color:var(--accent);text-underline-offset:3px}
nav{display:flex;justify-content:space-between;font-size:.875rem}nav a{display:inline-flex;align-items:center;min-height:44px;text-decoration:none;font-weight:550}
h1{margin:16px 0 4px;font-size:1.75rem;line-height:1.3;letter-spacing:-.01em}h2{margin:12px 0 0;font-size:1.125rem;line-height:1.4}
article,.empty{margin-top:16px;padding:20px;background:var(--raised);border:1px solid var(--line);border-radius:20px}.empty{padding:48px 16px;text-align:center}
header{display:flex;justify-content:space-between;align-items:center;gap:16px}
.kind{padding:2px 12px;border-radius:99px;background:var(--accent-soft);color:var(--accent);font-size:.8125rem;font-weight:550}
time{color:var(--muted);font-size:.8125rem;font-variant-numeric:tabular-nums}
pre{margin:12px 0 0;font:inherit;font-size:.9375rem;white-space:pre-wrap;overflow-wrap:anywhere}
.sms pre{font-size:1.0625rem;font-weight:600}.event pre,.checkout pre{font:.8125rem/1.5 ui-monospace,Menlo,monospace}
summary{width:fit-content;min-height:24px;margin-top:12px;color:var(--accent);font-size:.875rem;font-weight:550;cursor:pointer}
iframe{width:100%;height:34rem;margin-top:12px;background:var(--surface);border:1px solid var(--line);border-radius:12px}`;
