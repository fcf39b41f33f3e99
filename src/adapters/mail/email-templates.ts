import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import type { EmailTexts, RenderedEmail } from './provider.ts';
import { REGISTRATION_KINDS, REGISTRATION_TEXTS, type RegistrationKind } from './registration-texts.ts';
import { SHARE_KINDS, SHARE_TEXTS, type ShareKind } from './share-texts.ts';
import { WAY_IN_KINDS, WAY_IN_TEXTS, type WayInKind } from './way-in-texts.ts';

type TranslatedKind = RegistrationKind | ShareKind | WayInKind;

const EMAIL_TEXTS: Readonly<Record<Exclude<EmailMessage['kind'], TranslatedKind>, EmailTexts>> = {
  'verify-email': {
    subject: 'Confirm your email address',
    opening: 'One click and your account is ready: please confirm that this address is yours.',
    button: 'Confirm email address',
    validity: 'The link works once, for 24 hours.',
    reason:
      'You get this mail because an account was made with this address. If that was not you, ignore it: nothing else happens.',
  },
  'reset-password': {
    subject: 'Choose a new password',
    opening:
      'Somebody, hopefully you, asked for a new password. Choose one here; all other devices will be signed out.',
    button: 'Choose a new password',
    validity: 'The link works once, for one hour.',
    reason:
      'You get this mail because a new password was asked for. If that was not you, ignore it: your password stays as it is.',
  },
  test: {
    subject: 'Mail works',
    opening: 'This is the test mail of your installation. Confirmations and new passwords will reach people like this.',
    button: 'Open Parley',
    validity: 'It opens your installation.',
    reason: 'You get this mail because you asked for it in the set-up of your installation.',
  },
  'confirm-email': {
    subject: 'Confirm your new address',
    opening: 'This address was entered as the new one of an account. Please confirm that it is yours.',
    button: 'Use this address',
    validity: 'The link works once, for one hour. Other devices are signed out then.',
    reason: 'You get this mail because somebody entered this address. If that was not you, ignore it: nothing happens.',
  },
  'email-change-asked': {
    subject: 'A new address was asked for',
    opening:
      'Somebody, hopefully you, asked for another address for your account. It is set once the new mailbox confirms it. If that was you, there is nothing to do.',
    button: 'It was not me: choose a new password',
    validity: 'The link works once, for one hour, and ends the change and every session.',
    reason: 'You get this mail because a new address was asked for. Such a change is always told.',
  },
  'email-changed': {
    subject: 'Your address was changed',
    opening:
      'Your account has a new address, and this one no longer belongs to it. If that was you, there is nothing to do.',
    button: 'It was not me: undo it',
    validity: 'The link works once, for seven days. It ends every session and lets you choose a new password.',
    reason: 'You get this mail because the address of your account was changed. Such a change is always told.',
  },
  'second-factor-reset': {
    subject: 'Two-step sign-in was reset',
    opening:
      'An administrator has removed the authenticator app, the passkeys and the recovery codes of your account, and signed it out everywhere. Your password alone signs you in until you set up a new second step.',
    button: 'Set up two-step sign-in again',
    validity: 'It opens your settings.',
    reason:
      'You get this mail because the second step of your account was reset. If you did not ask for it, tell your administrator and choose a new password.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    opening: 'The password of your account has just been changed. If that was you, there is nothing to do.',
    button: 'It was not me: choose a new password',
    validity: 'The link works once, for one hour; later, use “Forgot password?” where you sign in.',
    reason: 'You get this mail because the password of your account was changed. Such a change is always told.',
  },
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
  readonly language: Language;
}

const isOneOf = <K extends string>(kinds: readonly K[], kind: string): kind is K => kinds.some((one) => one === kind);

/** What has no translation is English, and says so to mail programs. */
const textsFor = (kind: EmailMessage['kind'], language: Language): EmailTexts & { readonly language: Language } => {
  if (isOneOf(REGISTRATION_KINDS, kind)) return { ...REGISTRATION_TEXTS[language][kind], language };
  if (isOneOf(SHARE_KINDS, kind)) return { ...SHARE_TEXTS[language][kind], language };
  if (isOneOf(WAY_IN_KINDS, kind)) return { ...WAY_IN_TEXTS[language][kind], language };
  return { ...EMAIL_TEXTS[kind], language: 'en' };
};

/** A mail as text and as HTML that mail programs render well, light and dark. */
export const renderEmail = ({ kind, to, link, note = '', language = 'en' }: EmailMessage): RenderedEmail => {
  const content = { ...textsFor(kind, language), link, note };
  return { to, subject: `${content.subject} – Parley`, text: textOf(content), html: htmlOf(content) };
};

const textOf = ({ opening, note, button, link, validity, reason }: Content): string =>
  ['Parley', '', opening, '', ...(note === '' ? [] : [note, '']), `${button}:`, link, '', validity, '', '--']
    .concat(reason, '')
    .join('\n');

const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** In the words of a person, so nothing of it is markup. */
const noteOf = (note: string): string => `
<tr><td style="padding:16px 32px 0"><div class="ink line" dir="auto" style="padding-inline-start:14px;border-inline-start:3px solid #ded8cd;font-size:16px;line-height:1.6;white-space:pre-line;color:#241d16">${escape(note)}</div></td></tr>`;

// Tables and inline styles, because many mail programs know nothing newer. The style block only adds dark colours.
const htmlOf = ({
  subject,
  opening,
  note,
  button,
  link,
  validity,
  reason,
  language,
}: Content): string => `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){.page{background:#161c26!important}.card{background:#1f2733!important;border-color:#2f3743!important}
.ink{color:#e3e8ec!important}.quiet{color:#a3acb7!important}.line{border-color:#2f3743!important}.link{color:#67d0b8!important}}
</style></head>
<body class="page" style="margin:0;padding:0;background:#fdf9f3">
<div style="display:none;max-height:0;overflow:hidden">${opening}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#fdf9f3"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:520px;background:#fffefb;border:1px solid #ded8cd;border-radius:16px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td class="ink" style="padding:32px 32px 0;font-size:18px;font-weight:700;color:#241d16">Parley</td></tr>
<tr><td class="ink" style="padding:20px 32px 0;font-size:22px;line-height:1.3;font-weight:600;color:#241d16">${subject}</td></tr>
<tr><td class="ink" style="padding:12px 32px 0;font-size:16px;line-height:1.6;color:#241d16">${opening}</td></tr>${note === '' ? '' : noteOf(note)}
<tr><td style="padding:24px 32px 0"><a href="${escape(link)}" target="_blank" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#005f50;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${button}</a></td></tr>
<tr><td class="quiet" style="padding:20px 32px 0;font-size:14px;line-height:1.6;color:#635b52">${validity} ${LINK_HINTS[language]}<br>
<a href="${escape(link)}" target="_blank" class="link" style="color:#005f50;word-break:break-all">${escape(link)}</a></td></tr>
<tr><td style="padding:24px 32px 0"><div class="line" style="border-top:1px solid #ded8cd"></div></td></tr>
<tr><td class="quiet" style="padding:16px 32px 32px;font-size:13px;line-height:1.6;color:#635b52">${reason}</td></tr>
</table></td></tr></table></body></html>`;
