interface Failure<Key extends string> {
  readonly key: Key;
  readonly values: Readonly<Record<string, string>>;
}

/** What the server writes, with a group for each value, each as short as fits. */
const toPattern = (text: string): RegExp =>
  new RegExp(`^${text.replace(/[.?()]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')}$`);

/** Finds which of `texts` the server wrote, and with which values; the first that fits. Null: none of them. */
export const failureFinder = <Texts extends Readonly<Record<string, string>>>(texts: Texts) => {
  const patterns = Object.keys(texts)
    .filter((key): key is keyof Texts & string => key in texts)
    .map((key) => ({ key, pattern: toPattern(texts[key] ?? '') }));
  return (text: string): Failure<keyof Texts & string> | null => {
    for (const { key, pattern } of patterns) {
      const found = pattern.exec(text);
      if (found) return { key, values: { ...found.groups } };
    }
    return null;
  };
};
