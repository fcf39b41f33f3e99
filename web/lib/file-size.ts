const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** A size as people read it, with one decimal where it says something: `512 Bytes`, `1.5 KB`, `20 MB`. */
export const sizeText = (bytes: number): string => {
  const power = bytes < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(STEP)));
  const value = bytes / STEP ** power;
  const rounded = Math.round(value * 10) / 10;
  return `${rounded} ${UNITS[power] ?? 'GB'}`;
};
