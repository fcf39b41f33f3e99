const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** The time of a turn in the reader's own zone: the hour today, with the date before that; empty for a broken stamp. */
export const timeOf = (timestamp: string, now: Date = new Date()): { readonly short: string; readonly long: string } => {
  const at = new Date(timestamp);
  if (Number.isNaN(at.getTime())) return { short: '', long: '' };
  const today = at.toDateString() === now.toDateString();
  return { short: (today ? clock : day).format(at), long: full.format(at) };
};
