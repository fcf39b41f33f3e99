type Stored = Readonly<Record<string, unknown>>;

export const storedText = (stored: Stored, name: string): string | null => {
  const value = stored[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** A time as ISO 8601 writes it. */
export const storedTime = (stored: Stored, name: string): string | null => {
  const text = storedText(stored, name);
  return text === null || Number.isNaN(Date.parse(text)) ? null : text;
};

export const storedFlag = (stored: Stored, name: string, otherwise: boolean): boolean => {
  const value = stored[name];
  return typeof value === 'boolean' ? value : otherwise;
};

/** A whole number of at least 0. */
export const storedCount = (stored: Stored, name: string): number => {
  const value = stored[name];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
};

/** One of the allowed words, so that a value of an older version cannot break the page. */
export const storedChoice = <T extends string>(stored: Stored, name: string, allowed: readonly T[], otherwise: T): T =>
  allowed.find((word) => word === stored[name]) ?? otherwise;
