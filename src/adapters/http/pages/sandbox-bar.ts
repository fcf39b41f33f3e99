import type { Middleware } from 'koa';

const STYLE_PATH = '/sandbox-bar.css';

/** The texts of `sandboxBar` in web/messages. */
const TEXTS: Readonly<Record<string, string>> = {
  en:
    'Sandbox: anybody can sign in as anybody here, mails and codes are public, and no money moves. ' +
    'Enter nothing real.',
  de:
    'Sandbox: Hier kann sich jede Person als jede andere anmelden, Mails und Codes sind öffentlich, und es fließt ' +
    'kein Geld. Geben Sie nichts Echtes ein.',
  fr:
    'Bac à sable : ici, chacun peut se connecter au nom de n’importe qui, les e-mails et les codes sont publics et ' +
    'aucun argent ne circule. Ne saisissez rien de réel.',
  es:
    'Entorno de pruebas: aquí cualquiera puede entrar como cualquier persona, los correos y códigos son públicos y ' +
    'no se mueve dinero. No introduzcas nada real.',
  ja: 'サンドボックス：ここでは誰でも他の人としてサインインでき、メールやコードは公開され、お金は動きません。本物の情報は入力しないでください。',
  ar:
    'بيئة تجريبية: يمكن لأي شخص هنا تسجيل الدخول باسم أي شخص آخر، والرسائل والرموز مكشوفة للجميع، ولا تنتقل أي ' +
    'أموال. لا تُدخل أي بيانات حقيقية.',
};

const BAR_CSS = `.sandbox-bar{margin:0;padding:8px 16px;background:oklch(.5 .1 68);color:oklch(.99 .01 82);
font:550 .8125rem/1.5 'Inter Variable',ui-sans-serif,system-ui,sans-serif;text-align:center;align-self:start;
  justify-self:stretch}
body:has(>.sandbox-bar){grid-template-rows:auto 1fr}`;

/**
 * The bar on server-rendered pages while sandboxes serve. The app's own pages are cached files; they learn it from
 * /api/theme.
 */
export const sandboxBar = (): Middleware => async (ctx, next) => {
  if (ctx.path === STYLE_PATH) {
    ctx.type = 'css';
    ctx.body = BAR_CSS;
    return;
  }
  await next();
  const isOwnPage = typeof ctx.body === 'string' && ctx.response.is('html') === 'html';
  if (!isOwnPage || typeof ctx.body !== 'string' || isFramed(ctx.response.get('Content-Security-Policy'))) return;
  const language = ctx.acceptsLanguages(Object.keys(TEXTS)) || 'en';
  const bar = `<p class="sandbox-bar" role="note" lang="${language}" dir="auto">${TEXTS[language] ?? ''}</p>`;
  ctx.vary('Accept-Language');
  ctx.body = ctx.body
    .replace('</head>', `<link rel="stylesheet" href="${STYLE_PATH}"></head>`)
    .replace('<body>', `<body>${bar}`);
};

/** A mail is shown in a frame of a page that has the bar. */
const isFramed = (policy: string): boolean => /(?:^|;\s*)sandbox\b/.test(policy);
