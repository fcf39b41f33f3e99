/** Making one of `Intl`'s formatters costs more than using it a hundred times, so each is made once. */
const memoizeFormatter = <Options, Made>(make: (locale: string | undefined, options: Options | undefined) => Made) => {
  const cache = new Map<string, Made>();
  return (locale?: string, options?: Options): Made => {
    const name = `${locale ?? ''} ${JSON.stringify(options ?? {})}`;
    const cached = cache.get(name) ?? make(locale, options);
    cache.set(name, cached);
    return cached;
  };
};

export const dateFormatter = memoizeFormatter(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormatter = memoizeFormatter(
  (locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options),
);
export const relativeTimeFormatter = memoizeFormatter(
  (locale, options: Intl.RelativeTimeFormatOptions | undefined) => new Intl.RelativeTimeFormat(locale, options),
);
export const pluralRules = memoizeFormatter(
  (locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options),
);
export const listFormatter = memoizeFormatter(
  (locale, options: Intl.ListFormatOptions | undefined) => new Intl.ListFormat(locale, options),
);
