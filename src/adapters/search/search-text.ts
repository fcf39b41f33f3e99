const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
};

const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '';
    },
  );

/** Half of a surrogate pair, left by a cut, becomes U+FFFD: databases refuse it. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** Plain text of markup: no tags, no control characters, single spaces, cut at a word. */
export const toPlainText = (text: string, maxLength: number): string => {
  const decoded = decodeEntities(text.slice(0, maxLength * 8).replace(/<\/?[a-z][^<>]*>/gi, ''));
  const spaced = wellFormed(decoded)
    .replace(/[\p{Cc}\p{Zs}\u2028\u2029\ufffd]+/gu, ' ')
    .trim();
  return truncate(spaced, maxLength);
};

const truncate = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const head = text.slice(0, maxLength - 1);
  const space = head.lastIndexOf(' ');
  return `${wellFormed(space > maxLength / 2 ? head.slice(0, space) : head).replace(/\ufffd/g, '')}…`;
};

/** A query within the services' limits: 400 characters and 50 words. */
export const toSearchQuery = (text: string): string =>
  text.trim().split(/\s+/).slice(0, 50).join(' ').slice(0, 400).trim();
