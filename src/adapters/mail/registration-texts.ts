import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import type { EmailTexts } from './provider.ts';

export const REGISTRATION_KINDS = [
  'invitation',
  'registration-approved',
  'registration-approved-elsewhere',
  'registration-declined',
  'account-exists',
] as const satisfies readonly EmailMessage['kind'][];
export type RegistrationKind = (typeof REGISTRATION_KINDS)[number];

const texts = (subject: string, opening: string, button: string, validity: string, reason: string): EmailTexts => ({
  subject,
  opening,
  button,
  validity,
  reason,
});

/** Mails to people who have no account yet, so in the language that an admin or they chose. */
export const REGISTRATION_TEXTS: Readonly<Record<Language, Readonly<Record<RegistrationKind, EmailTexts>>>> = {
  en: {
    invitation: texts(
      'You are invited',
      'You have been invited to make an account here. Choose a password, or sign in the way you like, and you are in.',
      'Accept the invitation',
      'The link is for this address alone, works once and expires in some days.',
      'You get this mail because somebody who runs this server entered your address. If you do not want an account, ignore it.',
    ),
    'registration-approved': texts(
      'Your account is ready',
      'Your request for an account was approved. Welcome! One click confirms this address and signs you in.',
      'Sign in',
      'The link works once, for 24 hours. After that, sign in with your password.',
      'You get this mail because an account was asked for with this address. If that was not you, choose a new password by the link, or ignore this mail.',
    ),
    'registration-approved-elsewhere': texts(
      'Your account is ready',
      'Your request for an account was approved. Welcome! Sign in the same way as when you asked.',
      'Open the page',
      'It opens the page where you sign in.',
      'You get this mail because you asked for an account.',
    ),
    'registration-declined': texts(
      'About your request for an account',
      'Your request for an account was declined.',
      'Open the page',
      'It opens the page. If you think this is a mistake, ask whoever runs it.',
      'You get this mail because an account was asked for with this address. If that was not you, there is nothing to do.',
    ),
    'account-exists': texts(
      'You have an account already',
      'Somebody, hopefully you, asked for an account with this address. There is one already, so there is nothing to wait for.',
      'Sign in',
      'It opens the page; “Forgot password?” helps if you do not remember yours.',
      'You get this mail because an account was asked for with this address. If that was not you, ignore it: nothing happens.',
    ),
  },
  de: {
    invitation: texts(
      'Sie sind eingeladen',
      'Sie wurden eingeladen, hier ein Konto anzulegen. Wählen Sie ein Passwort oder melden Sie sich auf Ihre Weise an, und schon sind Sie dabei.',
      'Einladung annehmen',
      'Der Link gilt nur für diese Adresse, funktioniert einmal und läuft in einigen Tagen ab.',
      'Sie erhalten diese Mail, weil jemand, der diesen Server betreibt, Ihre Adresse eingegeben hat. Wenn Sie kein Konto möchten, ignorieren Sie sie.',
    ),
    'registration-approved': texts(
      'Ihr Konto ist bereit',
      'Ihre Anfrage nach einem Konto wurde angenommen. Willkommen! Ein Klick bestätigt diese Adresse und meldet Sie an.',
      'Anmelden',
      'Der Link funktioniert einmal, 24 Stunden lang. Danach melden Sie sich mit Ihrem Passwort an.',
      'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. Wenn Sie das nicht waren, wählen Sie über den Link ein neues Passwort oder ignorieren Sie diese Mail.',
    ),
    'registration-approved-elsewhere': texts(
      'Ihr Konto ist bereit',
      'Ihre Anfrage nach einem Konto wurde angenommen. Willkommen! Melden Sie sich auf demselben Weg an wie bei der Anfrage.',
      'Seite öffnen',
      'Er öffnet die Seite, auf der Sie sich anmelden.',
      'Sie erhalten diese Mail, weil Sie ein Konto angefragt haben.',
    ),
    'registration-declined': texts(
      'Zu Ihrer Anfrage nach einem Konto',
      'Ihre Anfrage nach einem Konto wurde abgelehnt.',
      'Seite öffnen',
      'Er öffnet die Seite. Wenn Sie das für einen Irrtum halten, fragen Sie, wer sie betreibt.',
      'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. Wenn Sie das nicht waren, ist nichts zu tun.',
    ),
    'account-exists': texts(
      'Sie haben schon ein Konto',
      'Jemand, hoffentlich Sie, hat mit dieser Adresse ein Konto angefragt. Es gibt schon eines, Sie müssen also auf nichts warten.',
      'Anmelden',
      'Er öffnet die Seite; „Passwort vergessen?“ hilft, wenn Sie Ihres nicht mehr wissen.',
      'Sie erhalten diese Mail, weil mit dieser Adresse ein Konto angefragt wurde. Wenn Sie das nicht waren, ignorieren Sie sie: Es geschieht nichts.',
    ),
  },
  fr: {
    invitation: texts(
      'Vous êtes invité·e',
      'Vous êtes invité·e à créer un compte ici. Choisissez un mot de passe, ou connectez-vous comme vous préférez, et c’est fait.',
      'Accepter l’invitation',
      'Le lien ne vaut que pour cette adresse, fonctionne une fois et expire dans quelques jours.',
      'Vous recevez ce courriel parce qu’une personne qui gère ce serveur a saisi votre adresse. Si vous ne voulez pas de compte, ignorez-le.',
    ),
    'registration-approved': texts(
      'Votre compte est prêt',
      'Votre demande de compte a été acceptée. Bienvenue ! Un clic confirme cette adresse et vous connecte.',
      'Se connecter',
      'Le lien fonctionne une fois, pendant 24 heures. Ensuite, connectez-vous avec votre mot de passe.',
      'Vous recevez ce courriel parce qu’un compte a été demandé avec cette adresse. Si ce n’était pas vous, choisissez un nouveau mot de passe par le lien, ou ignorez ce courriel.',
    ),
    'registration-approved-elsewhere': texts(
      'Votre compte est prêt',
      'Votre demande de compte a été acceptée. Bienvenue ! Connectez-vous de la même façon que lors de la demande.',
      'Ouvrir la page',
      'Il ouvre la page où vous vous connectez.',
      'Vous recevez ce courriel parce que vous avez demandé un compte.',
    ),
    'registration-declined': texts(
      'À propos de votre demande de compte',
      'Votre demande de compte a été refusée.',
      'Ouvrir la page',
      'Il ouvre la page. Si vous pensez que c’est une erreur, demandez à la personne qui la gère.',
      'Vous recevez ce courriel parce qu’un compte a été demandé avec cette adresse. Si ce n’était pas vous, il n’y a rien à faire.',
    ),
    'account-exists': texts(
      'Vous avez déjà un compte',
      'Quelqu’un, vous sans doute, a demandé un compte avec cette adresse. Il en existe déjà un : vous n’avez rien à attendre.',
      'Se connecter',
      'Il ouvre la page ; « Mot de passe oublié ? » vous aide si vous ne vous en souvenez plus.',
      'Vous recevez ce courriel parce qu’un compte a été demandé avec cette adresse. Si ce n’était pas vous, ignorez-le : il ne se passe rien.',
    ),
  },
  es: {
    invitation: texts(
      'Tienes una invitación',
      'Te han invitado a crear una cuenta aquí. Elige una contraseña, o entra como prefieras, y listo.',
      'Aceptar la invitación',
      'El enlace es solo para esta dirección, funciona una vez y caduca en unos días.',
      'Recibes este correo porque alguien que gestiona este servidor escribió tu dirección. Si no quieres una cuenta, ignóralo.',
    ),
    'registration-approved': texts(
      'Tu cuenta está lista',
      'Tu solicitud de cuenta fue aceptada. ¡Te damos la bienvenida! Un clic confirma esta dirección e inicia tu sesión.',
      'Iniciar sesión',
      'El enlace funciona una vez, durante 24 horas. Después, inicia sesión con tu contraseña.',
      'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, elige una contraseña nueva con el enlace o ignora este correo.',
    ),
    'registration-approved-elsewhere': texts(
      'Tu cuenta está lista',
      'Tu solicitud de cuenta fue aceptada. ¡Te damos la bienvenida! Entra de la misma manera que cuando la pediste.',
      'Abrir la página',
      'Abre la página donde inicias sesión.',
      'Recibes este correo porque solicitaste una cuenta.',
    ),
    'registration-declined': texts(
      'Sobre tu solicitud de cuenta',
      'Tu solicitud de cuenta fue rechazada.',
      'Abrir la página',
      'Abre la página. Si crees que es un error, pregunta a quien la gestiona.',
      'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, no tienes que hacer nada.',
    ),
    'account-exists': texts(
      'Ya tienes una cuenta',
      'Alguien, esperamos que tú, solicitó una cuenta con esta dirección. Ya existe una, así que no hay nada que esperar.',
      'Iniciar sesión',
      'Abre la página; «¿Olvidaste tu contraseña?» ayuda si no la recuerdas.',
      'Recibes este correo porque se solicitó una cuenta con esta dirección. Si no fuiste tú, ignóralo: no pasa nada.',
    ),
  },
  ja: {
    invitation: texts(
      '招待が届いています',
      'アカウントの作成に招待されました。パスワードを決めるか、お好きな方法でログインすれば、すぐに使えます。',
      '招待を受ける',
      'リンクはこのアドレス専用で、一度だけ使え、数日で期限が切れます。',
      'このメールは、このサーバーの運営者があなたのアドレスを入力したために送られました。アカウントが不要な場合は無視してください。',
    ),
    'registration-approved': texts(
      'アカウントの準備ができました',
      'アカウントの申請が承認されました。ようこそ！ワンクリックでこのアドレスを確認し、ログインできます。',
      'ログイン',
      'リンクは24時間以内に一度だけ使えます。その後はパスワードでログインしてください。',
      'このメールは、このアドレスでアカウントが申請されたために送られました。心当たりがない場合は、リンクから新しいパスワードを設定するか、無視してください。',
    ),
    'registration-approved-elsewhere': texts(
      'アカウントの準備ができました',
      'アカウントの申請が承認されました。ようこそ！申請したときと同じ方法でログインしてください。',
      'ページを開く',
      'ログインするページが開きます。',
      'このメールは、あなたがアカウントを申請したために送られました。',
    ),
    'registration-declined': texts(
      'アカウントの申請について',
      'アカウントの申請は承認されませんでした。',
      'ページを開く',
      'ページが開きます。間違いだと思われる場合は、運営者にお問い合わせください。',
      'このメールは、このアドレスでアカウントが申請されたために送られました。心当たりがない場合は、何もする必要はありません。',
    ),
    'account-exists': texts(
      'すでにアカウントをお持ちです',
      'このアドレスでアカウントが申請されました。すでにアカウントがあるので、待つ必要はありません。',
      'ログイン',
      'ページが開きます。パスワードを忘れた場合は「パスワードをお忘れですか？」をご利用ください。',
      'このメールは、このアドレスでアカウントが申請されたために送られました。心当たりがない場合は無視してください。何も変わりません。',
    ),
  },
  ar: {
    invitation: texts(
      'لديك دعوة',
      'دُعيت إلى إنشاء حساب هنا. اختر كلمة مرور أو سجّل الدخول بالطريقة التي تفضّلها.',
      'قبول الدعوة',
      'الرابط لهذا العنوان وحده، ويعمل مرة واحدة، وتنتهي صلاحيته بعد بضعة أيام.',
      'وصلتك هذه الرسالة لأن من يدير هذا الخادم أدخل عنوانك. إن لم ترد حسابًا فتجاهلها.',
    ),
    'registration-approved': texts(
      'حسابك جاهز',
      'تمت الموافقة على طلبك للحساب. أهلًا بك! نقرة واحدة تؤكد هذا العنوان وتسجّل دخولك.',
      'تسجيل الدخول',
      'يعمل الرابط مرة واحدة خلال 24 ساعة. بعدها سجّل الدخول بكلمة مرورك.',
      'وصلتك هذه الرسالة لأن حسابًا طُلب بهذا العنوان. إن لم تكن أنت، فاختر كلمة مرور جديدة عبر الرابط أو تجاهل الرسالة.',
    ),
    'registration-approved-elsewhere': texts(
      'حسابك جاهز',
      'تمت الموافقة على طلبك للحساب. أهلًا بك! سجّل الدخول بالطريقة نفسها التي طلبته بها.',
      'فتح الصفحة',
      'يفتح الصفحة التي تسجّل الدخول فيها.',
      'وصلتك هذه الرسالة لأنك طلبت حسابًا.',
    ),
    'registration-declined': texts(
      'بشأن طلبك للحساب',
      'رُفض طلبك للحساب.',
      'فتح الصفحة',
      'يفتح الصفحة. إن ظننت أن في الأمر خطأ فاسأل من يديرها.',
      'وصلتك هذه الرسالة لأن حسابًا طُلب بهذا العنوان. إن لم تكن أنت فلا يلزمك شيء.',
    ),
    'account-exists': texts(
      'لديك حساب بالفعل',
      'طلب أحدهم، ونأمل أنه أنت، حسابًا بهذا العنوان. يوجد حساب بالفعل، فليس هناك ما تنتظره.',
      'تسجيل الدخول',
      'يفتح الصفحة؛ وتساعدك «هل نسيت كلمة المرور؟» إن لم تتذكرها.',
      'وصلتك هذه الرسالة لأن حسابًا طُلب بهذا العنوان. إن لم تكن أنت فتجاهلها: لن يحدث شيء.',
    ),
  },
};
