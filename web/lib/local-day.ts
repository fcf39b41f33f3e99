const padTwo = (value: number): string => String(value).padStart(2, '0');

/** The local calendar day as `2026-11-21`: the trial's counter and the chat groups turn at the reader's midnight. */
export const localDay = (at: Date): string =>
  `${at.getFullYear()}-${padTwo(at.getMonth() + 1)}-${padTwo(at.getDate())}`;

/** When such a day ends, in epoch milliseconds. */
export const localDayEnd = (day: string): number => {
  const start = new Date(`${day}T00:00`);
  return start.setDate(start.getDate() + 1);
};
