import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { Language } from '../../shared/languages.ts';
import type { EmailTexts } from './provider.ts';

export const ADMIN_KINDS = ['requests-waiting', 'usage-report'] as const satisfies readonly EmailMessage['kind'][];
export type AdminKind = (typeof ADMIN_KINDS)[number];

/** Mails to the admins about their server. */
export const ADMIN_TEXTS: Readonly<Record<Language, Readonly<Record<AdminKind, EmailTexts>>>> = {
  en: {
    'requests-waiting': {
      subject: 'Requests for an account are waiting',
      opening: 'Somebody asked for an account on your server and waits for an admin to decide.',
      button: 'Look at the requests',
      validity: 'It opens the requests in the admin panel.',
      reason:
        'You get this mail because you are an admin of this server, at most once an hour. ' +
        'It can be turned off beside the registration in the admin panel.',
    },
    'usage-report': {
      subject: 'Your server’s week',
      opening: 'What was used on your server in the last seven days, beside the seven days before.',
      button: 'Open the overview',
      validity: 'It opens the overview of the admin panel.',
      reason:
        'You get this mail because you are an admin of this server. You can turn it off for yourself or for ' +
        'everybody in the admin panel under Features.',
    },
  },
  de: {
    'requests-waiting': {
      subject: 'Anträge auf ein Konto warten',
      opening: 'Jemand hat auf Ihrem Server ein Konto beantragt und wartet auf die Entscheidung eines Admins.',
      button: 'Anträge ansehen',
      validity: 'Das öffnet die Anträge in der Verwaltung.',
      reason:
        'Sie erhalten diese Mail höchstens einmal je Stunde, weil Sie Admin dieses Servers sind. ' +
        'In der Verwaltung lässt sie sich neben der Registrierung abschalten.',
    },
    'usage-report': {
      subject: 'Die Woche Ihres Servers',
      opening: 'Was auf Ihrem Server in den letzten sieben Tagen genutzt wurde, neben den sieben Tagen davor.',
      button: 'Übersicht öffnen',
      validity: 'Das öffnet die Übersicht der Verwaltung.',
      reason:
        'Sie erhalten diese Mail, weil Sie Admin dieses Servers sind. In der Verwaltung unter „Funktionen“ können ' +
        'Sie sie für sich oder für alle abschalten.',
    },
  },
  fr: {
    'requests-waiting': {
      subject: 'Des demandes de compte sont en attente',
      opening: 'Quelqu’un a demandé un compte sur votre serveur et attend la décision d’un administrateur.',
      button: 'Voir les demandes',
      validity: 'Cela ouvre les demandes dans le panneau d’administration.',
      reason:
        'Vous recevez cet e-mail, une fois par heure au plus, parce que vous administrez ce serveur. ' +
        'Il se désactive à côté de l’inscription, dans le panneau d’administration.',
    },
    'usage-report': {
      subject: 'La semaine de votre serveur',
      opening: 'Ce qui a été utilisé sur votre serveur ces sept derniers jours, à côté des sept jours précédents.',
      button: 'Ouvrir la vue d’ensemble',
      validity: 'Cela ouvre la vue d’ensemble du panneau d’administration.',
      reason:
        'Vous recevez cet e-mail parce que vous administrez ce serveur. Vous pouvez le désactiver pour vous ou ' +
        'pour tous dans le panneau d’administration, sous « Fonctionnalités ».',
    },
  },
  es: {
    'requests-waiting': {
      subject: 'Hay solicitudes de cuenta en espera',
      opening: 'Alguien pidió una cuenta en tu servidor y espera la decisión de un administrador.',
      button: 'Ver las solicitudes',
      validity: 'Abre las solicitudes en el panel de administración.',
      reason:
        'Recibes este correo, una vez por hora como máximo, porque administras este servidor. ' +
        'Se puede desactivar junto al registro, en el panel de administración.',
    },
    'usage-report': {
      subject: 'La semana de tu servidor',
      opening: 'Lo que se usó en tu servidor en los últimos siete días, junto a los siete días anteriores.',
      button: 'Abrir el resumen',
      validity: 'Abre el resumen del panel de administración.',
      reason:
        'Recibes este correo porque administras este servidor. Puedes desactivarlo para ti o para todos en el ' +
        'panel de administración, en «Funciones».',
    },
  },
  ja: {
    'requests-waiting': {
      subject: 'アカウントの申請が待っています',
      opening: 'あなたのサーバーにアカウントの申請があり、管理者の判断を待っています。',
      button: '申請を見る',
      validity: '管理パネルの申請一覧が開きます。',
      reason:
        'このサーバーの管理者であるため、多くても1時間に1回、このメールをお送りしています。管理パネルの登録の設定でオフにできます。',
    },
    'usage-report': {
      subject: 'サーバーの1週間',
      opening: '直近7日間のサーバーの利用状況を、その前の7日間と並べてお知らせします。',
      button: '概要を開く',
      validity: '管理パネルの概要が開きます。',
      reason:
        'このサーバーの管理者であるため、このメールをお送りしています。管理パネルの「機能」で、自分だけ、または全員に対してオフにできます。',
    },
  },
  ar: {
    'requests-waiting': {
      subject: 'طلبات حساب في الانتظار',
      opening: 'طلب أحدهم حسابًا على خادمك وينتظر قرار أحد المسؤولين.',
      button: 'عرض الطلبات',
      validity: 'يفتح الطلبات في لوحة الإدارة.',
      reason:
        'وصلتك هذه الرسالة، مرة في الساعة على الأكثر، لأنك مسؤول عن هذا الخادم. يمكن إيقافها بجانب إعدادات التسجيل ' +
        'في لوحة الإدارة.',
    },
    'usage-report': {
      subject: 'أسبوع خادمك',
      opening: 'ما استُخدم على خادمك في الأيام السبعة الأخيرة، بجانب الأيام السبعة التي قبلها.',
      button: 'فتح النظرة العامة',
      validity: 'يفتح النظرة العامة في لوحة الإدارة.',
      reason: 'وصلتك الرسالة لأنك مسؤول عن هذا الخادم. يمكنك إيقافها لنفسك أو للجميع في لوحة الإدارة ضمن «الميزات».',
    },
  },
};
