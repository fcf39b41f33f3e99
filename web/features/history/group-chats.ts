import type { ChatSummary } from '../../../src/contract/chats.ts';
import { localDay } from '../../lib/local-day.ts';
import { dateFormatter } from '../../lib/i18n/formatters.ts';
import { currentLocale } from '../../lib/i18n/translations.ts';
import { t } from './texts.ts';

export interface ChatGroup {
  readonly title: string;
  readonly chats: readonly ChatSummary[];
}

const DAY_MS = 86_400_000;

/** The calendar day `days` days before. Computed from noon, so that clock changes do not matter. */
const dayBefore = (now: Date, days: number): string => {
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  return localDay(new Date(noon.getTime() - days * DAY_MS));
};

const monthOf = (at: Date, now: Date): string =>
  dateFormatter(
    currentLocale(),
    at.getFullYear() === now.getFullYear() ? { month: 'long' } : { month: 'long', year: 'numeric' },
  ).format(at);

const titleOf = (at: Date, now: Date): string => {
  const day = localDay(at);
  if (day >= localDay(now)) return t('today');
  if (day === dayBefore(now, 1)) return t('yesterday');
  return day >= dayBefore(now, 7) ? t('previous7Days') : monthOf(at, now);
};

const isPinned = ({ pinnedAt }: ChatSummary): boolean => pinnedAt !== null;

/** The pinned chats, as they come, before the others under their days. */
export const groupChats = (chats: readonly ChatSummary[], now: Date): readonly ChatGroup[] => {
  const pinned = chats.filter(isPinned);
  const others = pinned.length === 0 ? chats : chats.filter((chat) => !isPinned(chat));
  return [...(pinned.length === 0 ? [] : [{ title: t('pinned'), chats: pinned }]), ...groupByDay(others, now)];
};

/**
 * Puts chats, newest first, under Today, Yesterday, Previous 7 days and then their months, by the reader's calendar.
 */
export const groupByDay = (chats: readonly ChatSummary[], now: Date): readonly ChatGroup[] => {
  const groups = new Map<string, ChatSummary[]>();
  const titles = new Map<string, string>(); // by day: there may be thousands of chats
  const dated = chats.map((chat) => ({ chat, at: new Date(chat.lastUpdated) }));
  for (const { chat, at } of dated.sort((a, b) => b.at.getTime() - a.at.getTime())) {
    const day = localDay(at);
    const title = titles.get(day) ?? titleOf(at, now);
    titles.set(day, title);
    const group = groups.get(title);
    if (group) group.push(chat);
    else groups.set(title, [chat]);
  }
  return [...groups].map(([title, ofGroup]) => ({ title, chats: ofGroup }));
};

/** The short date of a row: the time today, else the day. */
export const rowDate = (iso: string, now: Date): string => {
  const at = new Date(iso);
  return localDay(at) === localDay(now)
    ? dateFormatter(currentLocale(), { hour: 'numeric', minute: '2-digit' }).format(at)
    : dateFormatter(currentLocale(), { month: 'short', day: 'numeric' }).format(at);
};
