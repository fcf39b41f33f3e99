const SIGNS: Readonly<Record<string, string>> = { Comma: ',', Slash: '/' };

/** The key of a shortcut, in small letters; where the layout has no Latin letter there, by the place of the key. */
export const shortcutKey = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  /^[\p{ASCII}\p{Script=Latin}]/u.test(key)
    ? key.toLowerCase()
    : (SIGNS[code] ?? code.replace(/^Key/, '').toLowerCase());
