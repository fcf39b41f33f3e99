import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import { type Wording, withFrame } from './notice-frame.ts';
import type { EmailTexts } from './provider.ts';

export const SHARE_KINDS = ['share-taken-down', 'share-restored'] as const satisfies readonly EmailMessage['kind'][];
export type ShareKind = (typeof SHARE_KINDS)[number];

const texts = (
  wordings: Readonly<Record<ShareKind, Wording>>,
  frame: Omit<EmailTexts, 'subject' | 'opening'>,
): Readonly<Record<ShareKind, EmailTexts>> => ({
  'share-taken-down': withFrame(wordings['share-taken-down'], frame),
  'share-restored': withFrame(wordings['share-restored'], frame),
});

/** Mails to the owner of a shared link about what an admin decided. */
export const SHARE_TEXTS: Readonly<Record<Language, Readonly<Record<ShareKind, EmailTexts>>>> = {
  en: texts(
    {
      'share-taken-down': [
        'A shared link was taken down',
        'An administrator has taken down a public link of yours. Whoever opens it is told so. ' +
          'Your conversation itself is untouched, and the reason stands beside the link in your settings.',
      ],
      'share-restored': [
        'A shared link works again',
        'An administrator has restored a public link of yours that had been taken down.',
      ],
    },
    {
      button: 'Look at it in the settings',
      validity: 'It opens your settings.',
      reason: 'You get this mail because the link belongs to your account.',
    },
  ),
  de: texts(
    {
      'share-taken-down': [
        'Ein geteilter Link wurde gesperrt',
        'Ein Administrator hat einen öffentlichen Link von Ihnen gesperrt. Wer ihn öffnet, erfährt das. ' +
          'Ihre Unterhaltung selbst ist unberührt, und der Grund steht in den Einstellungen neben dem Link.',
      ],
      'share-restored': [
        'Ein geteilter Link funktioniert wieder',
        'Ein Administrator hat einen öffentlichen Link von Ihnen, der gesperrt war, wieder freigegeben.',
      ],
    },
    {
      button: 'In den Einstellungen ansehen',
      validity: 'Das öffnet Ihre Einstellungen.',
      reason: 'Sie bekommen diese E-Mail, weil der Link zu Ihrem Konto gehört.',
    },
  ),
  fr: texts(
    {
      'share-taken-down': [
        'Un lien partagé a été bloqué',
        'Un administrateur a bloqué un de vos liens publics. Quiconque l’ouvre en est averti. ' +
          'Votre conversation elle-même est intacte, et le motif figure à côté du lien dans vos paramètres.',
      ],
      'share-restored': [
        'Un lien partagé fonctionne de nouveau',
        'Un administrateur a rétabli un de vos liens publics qui avait été bloqué.',
      ],
    },
    {
      button: 'Voir dans les paramètres',
      validity: 'Cela ouvre vos paramètres.',
      reason: 'Vous recevez cet e-mail parce que le lien appartient à votre compte.',
    },
  ),
  es: texts(
    {
      'share-taken-down': [
        'Se bloqueó un enlace compartido',
        'Un administrador bloqueó un enlace público tuyo. Quien lo abre lo sabe. Tu conversación no ha cambiado, ' +
          'y el motivo está junto al enlace en tu configuración.',
      ],
      'share-restored': [
        'Un enlace compartido funciona de nuevo',
        'Un administrador restableció un enlace público tuyo que estaba bloqueado.',
      ],
    },
    {
      button: 'Verlo en la configuración',
      validity: 'Abre tu configuración.',
      reason: 'Recibes este correo porque el enlace pertenece a tu cuenta.',
    },
  ),
  ja: texts(
    {
      'share-taken-down': [
        '共有リンクが停止されました',
        '管理者があなたの公開リンクを停止しました。リンクを開いた人にはその旨が表示されます。会話そのものは変わりません。理由は設定のリンクの横に表示されます。',
      ],
      'share-restored': [
        '共有リンクが再び使えるようになりました',
        '停止されていたあなたの公開リンクを管理者が復旧しました。',
      ],
    },
    {
      button: '設定で確認する',
      validity: '設定が開きます。',
      reason: 'リンクがあなたのアカウントのものであるため、このメールをお送りしています。',
    },
  ),
  ar: texts(
    {
      'share-taken-down': [
        'حُجب رابط مشترك',
        'حجب مسؤول رابطًا عامًا لك. ومن يفتحه يُخبَر بذلك. محادثتك نفسها لم تتغير، والسبب مذكور بجانب الرابط في ' +
          'إعداداتك.',
      ],
      'share-restored': ['عاد رابط مشترك يعمل', 'أعاد مسؤول رابطًا عامًا لك كان محجوبًا.'],
    },
    { button: 'عرض ذلك في الإعدادات', validity: 'يفتح إعداداتك.', reason: 'وصلك هذا البريد لأن الرابط يخص حسابك.' },
  ),
};
