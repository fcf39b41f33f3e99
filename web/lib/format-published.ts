import { formatDay } from './format-date.ts';

/** The day of a publication in words, the same in every zone; null when it is not known. */
export const formatPublished = (day: string | undefined): string | null => formatDay(day ? `${day}T12:00` : null);
