import type { Language } from '../../shared/languages.ts';
import type { Tier } from '../../shared/tiers.ts';

/** The words beside the numbers of mails to admins. */
export interface FigureTexts {
  readonly waiting: string;
  readonly week: string;
  readonly before: string;
  readonly activePeople: string;
  readonly newAccounts: string;
  readonly messages: string;
  readonly tokens: string;
  readonly cost: string;
  readonly limitHits: string;
  readonly errors: string;
  readonly byPlan: string;
  readonly plans: Readonly<Record<Tier, string>>;
  readonly models: string;
  readonly state: string;
  readonly files: string;
  readonly storage: string;
  readonly failingFiles: string;
  readonly backup: string;
  readonly noBackup: string;
  readonly failedBackup: string;
}

export const FIGURE_TEXTS: Readonly<Record<Language, FigureTexts>> = {
  en: {
    waiting: 'People who wait',
    week: 'Seven days',
    before: 'Before',
    activePeople: 'Active people',
    newAccounts: 'New accounts',
    messages: 'Messages',
    tokens: 'Tokens',
    cost: 'Cost',
    limitHits: 'Limits reached',
    errors: 'Failed calls',
    byPlan: 'Active people by plan',
    plans: { free: 'Free', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'Most used models',
    state: 'State',
    files: 'Files',
    storage: 'Storage of files',
    failingFiles: 'Files that cannot be searched',
    backup: 'Last backup',
    noBackup: 'none',
    failedBackup: 'failed',
  },
  de: {
    waiting: 'Wartende Personen',
    week: 'Sieben Tage',
    before: 'Davor',
    activePeople: 'Aktive Personen',
    newAccounts: 'Neue Konten',
    messages: 'Nachrichten',
    tokens: 'Token',
    cost: 'Kosten',
    limitHits: 'Erreichte Limits',
    errors: 'Fehlgeschlagene Aufrufe',
    byPlan: 'Aktive Personen nach Tarif',
    plans: { free: 'Kostenlos', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'Meistgenutzte Modelle',
    state: 'Zustand',
    files: 'Dateien',
    storage: 'Speicher der Dateien',
    failingFiles: 'Nicht durchsuchbare Dateien',
    backup: 'Letztes Backup',
    noBackup: 'keines',
    failedBackup: 'fehlgeschlagen',
  },
  fr: {
    waiting: 'Personnes en attente',
    week: 'Sept jours',
    before: 'Avant',
    activePeople: 'Personnes actives',
    newAccounts: 'Nouveaux comptes',
    messages: 'Messages',
    tokens: 'Jetons',
    cost: 'Coût',
    limitHits: 'Limites atteintes',
    errors: 'Appels en échec',
    byPlan: 'Personnes actives par forfait',
    plans: { free: 'Gratuit', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'Modèles les plus utilisés',
    state: 'État',
    files: 'Fichiers',
    storage: 'Stockage des fichiers',
    failingFiles: 'Fichiers impossibles à rechercher',
    backup: 'Dernière sauvegarde',
    noBackup: 'aucune',
    failedBackup: 'échec',
  },
  es: {
    waiting: 'Personas en espera',
    week: 'Siete días',
    before: 'Antes',
    activePeople: 'Personas activas',
    newAccounts: 'Cuentas nuevas',
    messages: 'Mensajes',
    tokens: 'Tokens',
    cost: 'Coste',
    limitHits: 'Límites alcanzados',
    errors: 'Llamadas fallidas',
    byPlan: 'Personas activas por plan',
    plans: { free: 'Gratis', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'Modelos más usados',
    state: 'Estado',
    files: 'Archivos',
    storage: 'Espacio de los archivos',
    failingFiles: 'Archivos sin búsqueda posible',
    backup: 'Última copia de seguridad',
    noBackup: 'ninguna',
    failedBackup: 'fallida',
  },
  ja: {
    waiting: '待っている人',
    week: '7日間',
    before: 'その前',
    activePeople: '利用した人',
    newAccounts: '新しいアカウント',
    messages: 'メッセージ',
    tokens: 'トークン',
    cost: '費用',
    limitHits: '上限への到達',
    errors: '失敗した呼び出し',
    byPlan: 'プラン別の利用者',
    plans: { free: '無料', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'よく使われたモデル',
    state: '状態',
    files: 'ファイル',
    storage: 'ファイルの容量',
    failingFiles: '検索できないファイル',
    backup: '最後のバックアップ',
    noBackup: 'なし',
    failedBackup: '失敗',
  },
  ar: {
    waiting: 'المنتظرون',
    week: 'سبعة أيام',
    before: 'قبلها',
    activePeople: 'الأشخاص النشطون',
    newAccounts: 'حسابات جديدة',
    messages: 'الرسائل',
    tokens: 'الرموز',
    cost: 'التكلفة',
    limitHits: 'حدود بُلغت',
    errors: 'استدعاءات فاشلة',
    byPlan: 'الأشخاص النشطون حسب الخطة',
    plans: { free: 'مجاني', basic: 'Basic (Pro)', premium: 'Premium' },
    models: 'النماذج الأكثر استخدامًا',
    state: 'الحالة',
    files: 'الملفات',
    storage: 'مساحة الملفات',
    failingFiles: 'ملفات لا يمكن البحث فيها',
    backup: 'آخر نسخة احتياطية',
    noBackup: 'لا توجد',
    failedBackup: 'فشلت',
  },
};
