import type { Context, Middleware } from 'koa';

import type { Outbox, Sent } from '../../domain/kernel/ports.ts';

/** Where people read what a sandbox did not send. */
export const SANDBOX_PATH = '/sandbox';

const KINDS: Readonly<Record<Sent['kind'], string>> = { mail: 'Mail', sms: 'Text message', checkout: 'Checkout', event: 'Payment event' };
/** What a mail's page may do: show itself, and open its links elsewhere. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * The page of what would have been sent: mails, codes, checkouts and payment events, newest first. It shows other
 * people's secrets, so it is only mounted while a sandbox serves.
 */
export const sandboxPages = (outbox: Outbox): Middleware => async (ctx, next) => {
  const [, id] = /^\/sandbox(?:\/([\w-]{1,64}|page\.css))?$/.exec(ctx.path) ?? [undefined, null];
  if (id === null || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return next();
  ctx.set('X-Robots-Tag', 'noindex, nofollow');
  ctx.set('Cache-Control', 'no-store');
  if (id === 'page.css') {
    ctx.type = 'css';
    ctx.body = style;
    return undefined;
  }
  const sent = await outbox.list();
  if (id === undefined) {
    ctx.type = 'html';
    ctx.body = listPage(sent);
    return undefined;
  }
  const html = sent.find((one) => one.id === id)?.html ?? undefined;
  return html === undefined ? next() : showMail(ctx, html);
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
  const shown = html === null ? '' : `<details><summary>As it looks</summary><iframe src="${SANDBOX_PATH}/${escape(id)}" title="${escape(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox" loading="lazy"></iframe></details>`;
  return `<article class="${kind}"><header><span class="kind">${KINDS[kind]}</span><time datetime="${time}">${time.slice(0, 19).replace('T', ' ')} UTC</time></header>
<h2>${escape(subject)}</h2><p class="quiet">To ${escape(recipient)}</p><pre>${linked(body)}</pre>${shown}</article>`;
};

const empty = '<div class="empty"><p>Nothing yet.</p><p class="quiet">Register, ask for a code or buy a plan, and what would have been sent shows up here.</p></div>';

const listPage = (sent: readonly Sent[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Sandbox – Parley</title><link rel="stylesheet" href="${SANDBOX_PATH}/page.css"></head>
<body><main><nav><a href="/">Parley</a><a href="${SANDBOX_PATH}">Refresh</a></nav><h1>Sandbox</h1>
<p class="quiet">What this server would have sent to the world, newest first. Nobody else has received any of it.</p>
${sent.length === 0 ? empty : sent.map(article).join('\n')}</main></body></html>`;

const style = `
:root{color-scheme:light dark;--page:#f4f5f8;--card:#fff;--line:#e1e3ea;--ink:#191b22;--quiet:#5c6070;--accent:#3146d3;--tint:#eef0fd;font:16px/1.6 system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{--page:#121318;--card:#1c1e25;--line:#2e313b;--ink:#eceef4;--quiet:#a5a9b8;--accent:#9db2ff;--tint:#262a3d}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink)}main{max-width:46rem;margin:0 auto;padding:2rem 1rem 4rem}
a{color:var(--accent)}nav{display:flex;justify-content:space-between;font-size:.9rem}nav a{text-decoration:none;font-weight:600}
h1{font-size:1.75rem;margin:1.5rem 0 .25rem}h2{font-size:1.1rem;margin:.75rem 0 0}.quiet{color:var(--quiet);margin:.15rem 0;font-size:.92rem}
article,.empty{background:var(--card);border:1px solid var(--line);border-radius:16px;padding:1.25rem;margin-top:1rem}.empty{text-align:center;padding:3rem 1rem}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem}.kind{background:var(--tint);color:var(--accent);border-radius:99px;padding:.15rem .7rem;font-size:.8rem;font-weight:600}
time{color:var(--quiet);font-size:.8rem;font-variant-numeric:tabular-nums}pre{font:inherit;font-size:.95rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:.75rem 0 0}
.sms pre{font-size:1.1rem;font-weight:600}.event pre,.checkout pre{font:.82rem/1.5 ui-monospace,monospace}
summary{cursor:pointer;margin-top:.75rem;color:var(--accent);font-size:.9rem}iframe{width:100%;height:34rem;border:1px solid var(--line);border-radius:12px;margin-top:.75rem;background:var(--page)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;
