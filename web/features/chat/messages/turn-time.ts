import { dateFormatter } from '../../../lib/i18n/formatters.ts';
import { currentLocale } from '../../../lib/i18n/translations.ts';

const CLOCK = { hour: 'numeric', minute: '2-digit' } as const;
const DAY = { day: 'numeric', month: 'short', ...CLOCK } as const;
const FULL = { dateStyle: 'full', timeStyle: 'short' } as const;

/** The time of a turn in the reader's own zone: the hour today, with the date before that; empty for a broken stamp. */
export const formatTurnTime = (
  timestamp: string,
  now: Date = new Date(),
): { readonly short: string; readonly long: string } => {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return { short: '', long: '' };
  const today = at.toDateString() === now.toDateString();
  const locale = currentLocale();
  return { short: dateFormatter(locale, today ? CLOCK : DAY).format(at), long: dateFormatter(locale, FULL).format(at) };
};
