import { numberFormatter } from '../../../lib/i18n/formatters.ts';
import { currentLocale, type Translator } from '../../../lib/i18n/translations.ts';
import { formatUpcoming } from '../../../lib/format-date.ts';
import type { LimitInfo } from '../../../state/local-turns.ts';
import type { TextKey } from '../asking-texts.ts';

const LIMIT_KEYS: Readonly<Record<string, TextKey>> = {
  daily: 'limitDaily',
  model: 'limitModel',
  lifetime: 'limitLifetime',
  agent: 'limitAgent',
};

/** The page has words of its own for it. */
export const isKnownLimit = ({ rule }: LimitInfo): boolean =>
  rule === 'no-access' || Object.hasOwn(LIMIT_KEYS, rule ?? '');

/** The name of the limit, with the numbers that are known. */
const limitName = ({ rule, used, limit }: LimitInfo, t: Translator<TextKey>): string => {
  const name = LIMIT_KEYS[rule ?? 'daily'] ?? 'limitOther';
  if (limit === null) return t(name, { known: 'name' });
  return used === null ? t(name, { known: 'limit', limit }) : t(name, { known: 'used', limit, used });
};

const QUOTA_KEYS: Readonly<Record<string, TextKey>> = {
  chats: 'quotaChats',
  'chat-size': 'quotaSize',
  'chat-storage': 'quotaStorage',
};
const MB = 1024 * 1024;

const inMegabytes = (bytes: number): string =>
  numberFormatter(currentLocale(), { maximumFractionDigits: 1 }).format(bytes / MB);

/** A full chat storage; null for every other limit. */
export const quotaText = ({ rule, used, limit }: LimitInfo, t: Translator<TextKey>): string | null => {
  const key = QUOTA_KEYS[rule ?? ''];
  if (!key || limit === null) return null;
  return key === 'quotaChats' ? t(key, { used: used ?? limit, limit }) : t(key, { limit: inMegabytes(limit) });
};

/** Which limit refused and when it resets, in local time; null if unknown. */
const limitReason = (info: LimitInfo, now: Date, t: Translator<TextKey>): string | null => {
  if (quotaText(info, t) !== null) return null; // already in the failure text
  if (info.rule === 'no-access') return t('notIncluded');
  const when = formatUpcoming(info.resetsAt, now);
  const limit = limitName(info, t);
  if (when) return t('limitAgain', { limit, when });
  return info.used === null ? null : limit;
};

/** What helps besides waiting. Plans have a button of their own. */
const limitHelp = (info: LimitInfo, offersPlans: boolean, t: Translator<TextKey>): string | null => {
  if (info.rule === 'model') return t('helpModel');
  if (info.rule === 'agent') return t('helpAgent');
  return isKnownLimit(info) && !offersPlans ? t('helpAdmin') : null;
};

/** Which limit refused, when it resets and what helps; null if nothing is known. */
export const limitText = (
  info: LimitInfo,
  { now, offersPlans }: { readonly now: Date; readonly offersPlans: boolean },
  t: Translator<TextKey>,
): string | null =>
  [limitReason(info, now, t), limitHelp(info, offersPlans, t)].filter((part) => part !== null).join(' ') || null;
