/** More are asked for by no form: the rest stands in the text as it is. */
export const MAX_PLACEHOLDERS = 30;
const MAX_NAME = 60;

/** `{{today}}` is filled in without a question. */
const TODAY = 'today';

export interface Placeholder {
  readonly name: string;
  /** What is in its field at first; empty: nothing. */
  readonly preset: string;
  /** Several values parted by `|`: one of them is chosen. Empty: any text. */
  readonly choices: readonly string[];
}

/** Letters, digits and marks of any script, with spaces, hyphens and underscores between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*$/u;

const parsePlaceholder = (inside: string): Placeholder | undefined => {
  const colon = inside.indexOf(':');
  const name = (colon < 0 ? inside : inside.slice(0, colon)).trim();
  if (name.length > MAX_NAME || !NAME.test(name)) return undefined;
  const preset = colon < 0 ? '' : inside.slice(colon + 1).trim();
  const choices = preset
    .split('|')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '');
  return choices.length > 1
    ? { name, preset: choices[0] ?? '', choices: [...new Set(choices)] }
    : { name, preset, choices: [] };
};

/**
 * The text with what stands between double braces replaced; undefined leaves it as it is. No braces or lines are
 * inside. In linear time.
 */
export const mapPlaceholders = (text: string, replace: (inside: string) => string | undefined): string => {
  let [result, from] = ['', 0];
  for (const { 0: whole, 1: inside = '', index } of text.matchAll(/\{\{([^{}\n]+)\}\}/gu)) {
    const replacement = replace(inside);
    if (replacement === undefined) continue;
    result += text.slice(from, index) + replacement;
    from = index + whole.length;
  }
  return result + text.slice(from);
};

/** What is asked for before a prompt goes into the box: each name once, as it stands first. */
export const listPlaceholders = (text: string): readonly Placeholder[] => {
  const found = new Map<string, Placeholder>();
  mapPlaceholders(text, (inside) => {
    const placeholder = parsePlaceholder(inside);
    if (placeholder && placeholder.name !== TODAY && !found.has(placeholder.name) && found.size < MAX_PLACEHOLDERS)
      found.set(placeholder.name, placeholder);
    return undefined;
  });
  return [...found.values()];
};

/** A placeholder whose value is blank stays in the text, to be filled in there. */
export const fillPrompt = (text: string, values: Readonly<Record<string, string>>, today: string): string =>
  mapPlaceholders(text, (inside) => {
    const name = parsePlaceholder(inside)?.name;
    if (name === undefined) return undefined;
    if (name === TODAY) return today;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined || value.trim() === '' ? undefined : value;
  });
