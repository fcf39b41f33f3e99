import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import { type Wording, withFrame } from './notice-frame.ts';
import type { EmailTexts } from './provider.ts';

export const WAY_IN_KINDS = [
  'app-added',
  'app-removed',
  'passkey-added',
  'passkey-removed',
  'provider-linked',
  'provider-unlinked',
] as const satisfies readonly EmailMessage['kind'][];
export type WayInKind = (typeof WAY_IN_KINDS)[number];

const texts = (
  wordings: Readonly<Record<WayInKind, Wording>>,
  frame: Omit<EmailTexts, 'subject' | 'opening'>,
): Readonly<Record<WayInKind, EmailTexts>> => ({
  'app-added': withFrame(wordings['app-added'], frame),
  'app-removed': withFrame(wordings['app-removed'], frame),
  'passkey-added': withFrame(wordings['passkey-added'], frame),
  'passkey-removed': withFrame(wordings['passkey-removed'], frame),
  'provider-linked': withFrame(wordings['provider-linked'], frame),
  'provider-unlinked': withFrame(wordings['provider-unlinked'], frame),
});

/** Mails to the owner of an account about a way into it, which may have been somebody else’s doing. */
export const WAY_IN_TEXTS: Readonly<Record<Language, Readonly<Record<WayInKind, EmailTexts>>>> = {
  en: texts(
    {
      'app-added': [
        'An authenticator app was added',
        'An authenticator app was set up for your account. Signing in asks for its code from now on.',
      ],
      'app-removed': [
        'The authenticator app was removed',
        'The authenticator app of your account was removed. Signing in does not ask for its code any more.',
      ],
      'passkey-added': ['A passkey was added', 'A passkey was added to your account. It signs in to it from now on.'],
      'passkey-removed': ['A passkey was removed', 'A passkey of your account was removed. It signs in no more.'],
      'provider-linked': [
        'A way to sign in was linked',
        'An account at another provider was linked to yours. It signs in to it from now on.',
      ],
      'provider-unlinked': [
        'A way to sign in was removed',
        'An account at another provider no longer signs in to yours.',
      ],
    },
    {
      button: 'Look at it in the settings',
      validity: 'It opens your settings.',
      reason:
        'You get this mail because a way to sign in to your account changed. If that was not you, undo it there, ' +
        'choose a new password and end all other sessions.',
    },
  ),
  de: texts(
    {
      'app-added': [
        'Eine Authenticator-App wurde hinzugefügt',
        'Für Ihr Konto wurde eine Authenticator-App eingerichtet. Beim Anmelden wird ab jetzt nach ihrem Code gefragt.',
      ],
      'app-removed': [
        'Die Authenticator-App wurde entfernt',
        'Die Authenticator-App Ihres Kontos wurde entfernt. Beim Anmelden wird nicht mehr nach ihrem Code gefragt.',
      ],
      'passkey-added': [
        'Ein Passkey wurde hinzugefügt',
        'Ihrem Konto wurde ein Passkey hinzugefügt. Er meldet ab jetzt darin an.',
      ],
      'passkey-removed': [
        'Ein Passkey wurde entfernt',
        'Ein Passkey Ihres Kontos wurde entfernt. Er meldet nicht mehr an.',
      ],
      'provider-linked': [
        'Ein Weg zum Anmelden wurde verknüpft',
        'Ein Konto bei einem anderen Anbieter wurde mit Ihrem verknüpft. Es meldet ab jetzt darin an.',
      ],
      'provider-unlinked': [
        'Ein Weg zum Anmelden wurde entfernt',
        'Ein Konto bei einem anderen Anbieter meldet nicht mehr in Ihrem an.',
      ],
    },
    {
      button: 'In den Einstellungen ansehen',
      validity: 'Das öffnet Ihre Einstellungen.',
      reason:
        'Sie bekommen diese E-Mail, weil sich geändert hat, wie man sich in Ihrem Konto anmeldet. ' +
        'Wenn Sie das nicht waren, machen Sie es dort rückgängig, wählen Sie ein neues Passwort und beenden Sie ' +
        'alle anderen Sitzungen.',
    },
  ),
  fr: texts(
    {
      'app-added': [
        'Une application d’authentification a été ajoutée',
        'Une application d’authentification a été configurée pour votre compte. Son code sera désormais demandé à ' +
          'la connexion.',
      ],
      'app-removed': [
        'L’application d’authentification a été retirée',
        'L’application d’authentification de votre compte a été retirée. Son code n’est plus demandé à la connexion.',
      ],
      'passkey-added': [
        'Une clé d’accès a été ajoutée',
        'Une clé d’accès a été ajoutée à votre compte. Elle permet désormais de s’y connecter.',
      ],
      'passkey-removed': [
        'Une clé d’accès a été retirée',
        'Une clé d’accès de votre compte a été retirée. Elle ne permet plus de se connecter.',
      ],
      'provider-linked': [
        'Un moyen de connexion a été associé',
        'Un compte chez un autre fournisseur a été associé au vôtre. Il permet désormais de s’y connecter.',
      ],
      'provider-unlinked': [
        'Un moyen de connexion a été retiré',
        'Un compte chez un autre fournisseur ne permet plus de se connecter au vôtre.',
      ],
    },
    {
      button: 'Voir dans les paramètres',
      validity: 'Cela ouvre vos paramètres.',
      reason:
        'Vous recevez cet e-mail parce qu’un moyen de connexion à votre compte a changé. ' +
        'Si ce n’était pas vous, annulez-le là, choisissez un nouveau mot de passe et fermez toutes les autres ' +
        'sessions.',
    },
  ),
  es: texts(
    {
      'app-added': [
        'Se añadió una aplicación de autenticación',
        'Se configuró una aplicación de autenticación para tu cuenta. A partir de ahora se pide su código al ' +
          'iniciar sesión.',
      ],
      'app-removed': [
        'Se quitó la aplicación de autenticación',
        'Se quitó la aplicación de autenticación de tu cuenta. Ya no se pide su código al iniciar sesión.',
      ],
      'passkey-added': [
        'Se añadió una llave de acceso',
        'Se añadió una llave de acceso a tu cuenta. A partir de ahora permite iniciar sesión.',
      ],
      'passkey-removed': [
        'Se quitó una llave de acceso',
        'Se quitó una llave de acceso de tu cuenta. Ya no permite iniciar sesión.',
      ],
      'provider-linked': [
        'Se vinculó una forma de iniciar sesión',
        'Una cuenta de otro proveedor se vinculó a la tuya. A partir de ahora permite iniciar sesión en ella.',
      ],
      'provider-unlinked': [
        'Se quitó una forma de iniciar sesión',
        'Una cuenta de otro proveedor ya no permite iniciar sesión en la tuya.',
      ],
    },
    {
      button: 'Verlo en la configuración',
      validity: 'Abre tu configuración.',
      reason:
        'Recibes este correo porque cambió una forma de iniciar sesión en tu cuenta. ' +
        'Si no fuiste tú, deshazlo allí, elige una contraseña nueva y cierra todas las demás sesiones.',
    },
  ),
  ja: texts(
    {
      'app-added': [
        '認証アプリが追加されました',
        'アカウントに認証アプリが設定されました。今後はサインイン時にそのコードが求められます。',
      ],
      'app-removed': [
        '認証アプリが削除されました',
        'アカウントの認証アプリが削除されました。サインイン時にそのコードは求められなくなります。',
      ],
      'passkey-added': [
        'パスキーが追加されました',
        'アカウントにパスキーが追加されました。今後はそのパスキーでサインインできます。',
      ],
      'passkey-removed': [
        'パスキーが削除されました',
        'アカウントのパスキーが削除されました。そのパスキーではサインインできなくなります。',
      ],
      'provider-linked': [
        'サインイン方法が連携されました',
        '別のプロバイダーのアカウントがあなたのアカウントに連携されました。今後はそれでサインインできます。',
      ],
      'provider-unlinked': [
        'サインイン方法が解除されました',
        '別のプロバイダーのアカウントでは、あなたのアカウントにサインインできなくなりました。',
      ],
    },
    {
      button: '設定で確認する',
      validity: '設定が開きます。',
      reason:
        'アカウントへのサインイン方法が変わったため、このメールをお送りしています。心当たりがない場合は、設定で元に戻し、新しいパスワードを設定して、ほかのセッションをすべて終了してください。',
    },
  ),
  ar: texts(
    {
      'app-added': ['أُضيف تطبيق مصادقة', 'أُعدّ تطبيق مصادقة لحسابك. من الآن فصاعدًا يُطلب رمزه عند تسجيل الدخول.'],
      'app-removed': ['أُزيل تطبيق المصادقة', 'أُزيل تطبيق المصادقة من حسابك. لم يعد رمزه يُطلب عند تسجيل الدخول.'],
      'passkey-added': ['أُضيف مفتاح مرور', 'أُضيف مفتاح مرور إلى حسابك. من الآن فصاعدًا يسجّل الدخول إليه.'],
      'passkey-removed': ['أُزيل مفتاح مرور', 'أُزيل مفتاح مرور من حسابك. لم يعد يسجّل الدخول.'],
      'provider-linked': [
        'رُبطت طريقة لتسجيل الدخول',
        'رُبط حساب لدى مزوّد آخر بحسابك. من الآن ' + 'فصاعدًا يسجّل الدخول إليه.',
      ],
      'provider-unlinked': ['أُزيلت طريقة لتسجيل الدخول', 'لم يعد حساب لدى مزوّد آخر يسجّل الدخول إلى حسابك.'],
    },
    {
      button: 'عرض ذلك في الإعدادات',
      validity: 'يفتح إعداداتك.',
      reason:
        'وصلك هذا البريد لأن طريقة تسجيل الدخول إلى حسابك تغيّرت. إن لم تكن أنت من فعل ذلك فألغِه هناك، واختر كلمة ' +
        'مرور جديدة، وأنهِ كل الجلسات الأخرى.',
    },
  ),
};
