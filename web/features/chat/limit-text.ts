import { numberFormatter } from '../../lib/i18n/formatters.ts';
import { currentLocale, type Say } from '../../lib/i18n/texts.ts';
import { comingText } from '../../lib/when.ts';
import type { LimitFacts } from '../../state/chat-slice.ts';
import type { TextKey } from './texts.ts';

const NAMES: Readonly<Record<string, TextKey>> = {
  daily: 'limitDaily',
  model: 'limitModel',
  lifetime: 'limitLifetime',
};

/** The limit by its name, with as much of its numbers as was told. */
const whatText = ({ rule, used, limit }: LimitFacts, t: Say<TextKey>): string => {
  const name = NAMES[rule ?? 'daily'] ?? 'limitOther';
  if (limit === null) return t(name, { told: 'name' });
  return used === null ? t(name, { told: 'limit', limit }) : t(name, { told: 'used', limit, used });
};

const QUOTAS: Readonly<Record<string, TextKey>> = {
  chats: 'quotaChats',
  'chat-size': 'quotaSize',
  'chat-storage': 'quotaStorage',
};
const MB = 1024 * 1024;

const inMegabytes = (bytes: number): string =>
  numberFormatter(currentLocale(), { maximumFractionDigits: 1 }).format(bytes / MB);

/** A full room for chats: what it holds and what helps; null for every other limit. */
export const quotaText = ({ rule, used, limit }: LimitFacts, t: Say<TextKey>): string | null => {
  const key = QUOTAS[rule ?? ''];
  if (!key || limit === null) return null;
  return key === 'quotaChats' ? t(key, { used: used ?? limit, limit }) : t(key, { limit: inMegabytes(limit) });
};

/** Which limit refused and when it starts anew, in the reader's own time; null when the server told nothing of it. */
export const limitText = (facts: LimitFacts, now: Date, t: Say<TextKey>): string | null => {
  if (quotaText(facts, t) !== null) return null; // said already, with what helps
  if (facts.rule === 'no-access') return t('notIncluded');
  const when = comingText(facts.resetsAt, now);
  const limit = whatText(facts, t);
  if (when) return t('limitAgain', { limit, when });
  return facts.used === null ? null : limit;
};
