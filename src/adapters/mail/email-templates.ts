import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import { ADMIN_KINDS, ADMIN_TEXTS } from './admin-texts.ts';
import { figuresHtml, figuresText } from './figure-tables.ts';
import { type FigureTable, figuresOf } from './figures.ts';
import type { EmailTexts, RenderedEmail } from './provider.ts';
import type { AccountTexts } from './texts/account-texts.ts';
import { arabic } from './texts/ar.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import { spanish } from './texts/es.ts';
import { french } from './texts/fr.ts';
import { japanese } from './texts/ja.ts';
import { REGISTRATION_TEXTS } from './texts/registration/all.ts';
import { REGISTRATION_KINDS } from './texts/registration/registration-texts.ts';
import { SHARE_KINDS, SHARE_TEXTS } from './share-texts.ts';
import { WAY_IN_KINDS, WAY_IN_TEXTS } from './way-in-texts.ts';

/** Mails to people who have an account. */
const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
  ar: arabic,
};

const LINK_HINTS: Readonly<Record<Language, string>> = {
  en: 'If the button does nothing, open this address:',
  de: 'Wenn der Knopf nichts bewirkt, öffnen Sie diese Adresse:',
  fr: 'Si le bouton ne fait rien, ouvrez cette adresse :',
  es: 'Si el botón no hace nada, abre esta dirección:',
  ja: 'ボタンが反応しない場合は、このアドレスを開いてください:',
  ar: 'إن لم يستجب الزر فافتح هذا العنوان:',
};

interface Content extends EmailTexts {
  readonly link: string;
  readonly note: string;
  readonly figures: readonly FigureTable[];
  readonly language: Language;
  /** The operator's name of the product. */
  readonly product: string;
}

const isOneOf = <K extends string>(kinds: readonly K[], kind: string): kind is K => kinds.some((one) => one === kind);

const textsFor = (kind: EmailMessage['kind'], language: Language): EmailTexts => {
  if (isOneOf(REGISTRATION_KINDS, kind)) return REGISTRATION_TEXTS[language][kind];
  if (isOneOf(ADMIN_KINDS, kind)) return ADMIN_TEXTS[language][kind];
  if (isOneOf(SHARE_KINDS, kind)) return SHARE_TEXTS[language][kind];
  if (isOneOf(WAY_IN_KINDS, kind)) return WAY_IN_TEXTS[language][kind];
  return ACCOUNT_TEXTS[language][kind];
};

/** A mail as text and as HTML that mail programs render well, light and dark. */
export const renderEmail = (
  message: EmailMessage & { readonly language: Language },
  product: string,
): RenderedEmail => {
  const { kind, to, link, note = '', language } = message;
  const figures = figuresOf(message, language);
  const content = { ...textsFor(kind, language), link, note, figures, language, product };
  return { to, subject: subjectOf(content.subject, product), text: textOf(content), html: htmlOf(content) };
};

const MAX_SUBJECT_LENGTH = 78;

/** Longer lines of a header are folded, which some programs show. */
const subjectOf = (subject: string, product: string): string => {
  const whole = `${subject} – ${product}`;
  return whole.length <= MAX_SUBJECT_LENGTH ? whole : subject;
};

const textOf = ({ product, opening, note, figures, button, link, validity, reason }: Content): string =>
  [
    product,
    '',
    opening,
    '',
    ...(note === '' ? [] : [note, '']),
    ...figuresText(figures),
    `${button}:`,
    link,
    '',
    validity,
    '',
    '--',
  ]
    .concat(reason, '')
    .join('\n');

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const NOTE =
  'padding-inline-start:14px;border-inline-start:3px solid #ded8cd;' +
  'font-size:16px;line-height:1.6;white-space:pre-line;color:#241d16';
const CARD =
  'max-width:520px;background:#fffefb;border:1px solid #ded8cd;border-radius:16px;' +
  "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PRODUCT = 'padding:32px 32px 0;font-size:18px;font-weight:700;color:#241d16';
const HEADING = 'padding:20px 32px 0;font-size:22px;line-height:1.3;font-weight:600;color:#241d16';
const TEXT = 'padding:12px 32px 0;font-size:16px;line-height:1.6;color:#241d16';
const BUTTON =
  'display:inline-block;padding:13px 24px;border-radius:10px;background:#005f50;color:#ffffff;' +
  'font-size:16px;font-weight:600;text-decoration:none';
const HINT = 'padding:20px 32px 0;font-size:14px;line-height:1.6;color:#635b52';
const ADDRESS = 'color:#005f50;word-break:break-all';

/** In the words of a person, so nothing of it is markup. */
const noteOf = (note: string): string => `
<tr><td style="padding:16px 32px 0"><div class="ink line" dir="auto" style="${NOTE}">${escape(note)}</div></td></tr>`;

// Tables and inline styles, because many mail programs know nothing newer. The style block only adds dark colours.
const htmlOf = ({
  subject,
  opening,
  note,
  figures,
  button,
  link,
  validity,
  reason,
  language,
  product,
}: Content): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#161c26!important}
.card{background:#1f2733!important;border-color:#2f3743!important}.line{border-color:#2f3743!important}
.ink{color:#e3e8ec!important}.quiet{color:#a3acb7!important}.link{color:#67d0b8!important}}
</style></head>
<body class="page" style="margin:0;padding:0;background:#fdf9f3">
<div style="display:none;max-height:0;overflow:hidden">${opening}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#fdf9f3">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="${CARD}">
<tr><td class="ink" style="${PRODUCT}">${escape(product)}</td></tr>
<tr><td class="ink" style="${HEADING}">${subject}</td></tr>
<tr><td class="ink" style="${TEXT}">${opening}</td></tr>
${note === '' ? '' : noteOf(note)}${figuresHtml(figures, language === 'ar', escape)}
<tr><td style="padding:24px 32px 0"><a href="${escape(link)}" target="_blank" style="${BUTTON}">${button}</a></td></tr>
<tr><td class="quiet" style="${HINT}">${validity} ${LINK_HINTS[language]}<br>
<a href="${escape(link)}" target="_blank" class="link" style="${ADDRESS}">${escape(link)}</a></td></tr>
<tr><td style="padding:24px 32px 0"><div class="line" style="border-top:1px solid #ded8cd"></div></td></tr>
<tr><td class="quiet" style="padding:16px 32px 32px;font-size:13px;line-height:1.6;color:#635b52">${reason}</td></tr>
</table></td></tr></table></body></html>`;
