const MAX_LENGTH = 64;
/** Before this there was no web; earlier dates are those of what a page is about. */
const FIRST_DAY = '1990-01-01';
const MS_PER_DAY = 86_400_000;

/** ISO dates keep their own day, whatever the zone. */
const ISO = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/;
/** A time without a zone is one of Greenwich, not of this server. */
const HAS_ZONE = /(?:[+-]\d{2}:?\d{2}|[A-Z]{1,4})\)?$/;

/** The day of a written date as `YYYY-MM-DD`; undefined for what is none, and for one that is not past. */
export const toDay = (written: string, now = Date.now()): string | undefined => {
  const text = written.trim();
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const iso = ISO.exec(text)?.[1];
  const ms = Date.parse(iso ?? (HAS_ZONE.test(text) ? text : `${text} UTC`));
  if (!(ms <= now + MS_PER_DAY)) return undefined; // also for no number
  const day = iso ?? new Date(ms).toISOString().slice(0, 10);
  return day >= FIRST_DAY ? day : undefined;
};
