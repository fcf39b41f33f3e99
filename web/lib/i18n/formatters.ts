/** Making one of `Intl`'s formatters costs more than using it a hundred times, so each is made once. */
const kept = <Options, Made>(make: (locale: string | undefined, options: Options | undefined) => Made) => {
  const made = new Map<string, Made>();
  return (locale?: string, options?: Options): Made => {
    const name = `${locale ?? ''} ${JSON.stringify(options ?? {})}`;
    const known = made.get(name) ?? make(locale, options);
    made.set(name, known);
    return known;
  };
};

export const dateFormatter = kept(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
);
export const numberFormatter = kept(
  (locale, options: Intl.NumberFormatOptions | undefined) => new Intl.NumberFormat(locale, options),
);
export const pluralRules = kept(
  (locale, options: Intl.PluralRulesOptions | undefined) => new Intl.PluralRules(locale, options),
);
