import { mapPlaceholders } from '../../shared/prompt-text.ts';
import { MAX_PROMPT_TEXT } from '../../shared/prompts.ts';

/** What other products fill in by themselves and Parley has too. */
const TODAY = new Set(['current_date', 'date']);

/** Longer texts are no prompts here, whatever stands in them. */
const MAX_LENGTH = 2 * MAX_PROMPT_TEXT;

/** `select:options=["a","b"]` or `text:default="c"`. */
const QUOTED = /"([^"]*)"/g;

const quotedIn = (text: string): readonly string[] => [...text.matchAll(QUOTED)].map(([, value = '']) => value);

const afterKey = (settings: string, key: string): string | undefined => {
  const at = settings.indexOf(`${key}=`);
  return at < 0 ? undefined : settings.slice(at + key.length + 1);
};

/** The value that a field of Open WebUI has at first, or its choices. */
const readDefault = (settings: string): string => {
  const options = afterKey(settings, 'options');
  if (options !== undefined) return quotedIn(options.slice(0, options.indexOf(']') + 1)).join('|');
  return quotedIn(afterKey(settings, 'default') ?? '')[0] ?? '';
};

/** Braces end a placeholder, and choices are parted by `|`. */
const withoutBraces = (text: string): string => text.replace(/[{}\n]/g, ' ');

const convert = (inside: string): string | undefined => {
  const name = inside.trim();
  if (TODAY.has(name.toLowerCase())) return '{{today}}';
  const bar = inside.indexOf('|');
  const colon = inside.indexOf(':');
  // `name:a|b` are choices already; `name | text:default="a"` has settings after the bar.
  if (bar < 0 || (colon >= 0 && colon < bar)) return undefined;
  const value = withoutBraces(readDefault(inside.slice(bar + 1)));
  return `{{${inside.slice(0, bar).trim()}${value === '' ? '' : `:${value}`}}}`;
};

/** The placeholders of Open WebUI and LibreChat as those of Parley; one that means nothing here is asked for. */
export const convertPlaceholders = (text: string): string =>
  text.length > MAX_LENGTH ? text : mapPlaceholders(text, convert);
