/** The first that matches counts: most browsers name others too. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const;

const MAX_USER_AGENT = 400;
const PRODUCT = /^[A-Za-z][\w .-]{0,30}(?=\/)/;

const findName = (names: typeof BROWSERS | typeof SYSTEMS, userAgent: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/**
 * A short name of the device behind a `User-Agent`, for its owner to recognise: `Firefox, Windows`; another client by
 * its own name; empty when nothing is known. The header itself is not stored.
 */
export const describeDevice = (userAgent: string): string => {
  const text = userAgent.slice(0, MAX_USER_AGENT);
  const known = [findName(BROWSERS, text), findName(SYSTEMS, text)].filter((name) => name !== undefined);
  if (known.length > 0) return known.join(', ');
  return PRODUCT.exec(text)?.[0].trim() ?? '';
};
