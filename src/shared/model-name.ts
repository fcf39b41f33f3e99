/** Words of model names that their makers write in a way of their own. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ai: 'AI',
    chatgpt: 'ChatGPT',
    deepseek: 'DeepSeek',
    glm: 'GLM',
    gpt: 'GPT',
    it: 'IT',
    mini: 'mini',
    minimax: 'MiniMax',
    moe: 'MoE',
    nano: 'nano',
    oss: 'OSS',
    qwq: 'QwQ',
    vl: 'VL',
  }),
);

/** Whole names that follow no rule. */
const VERBATIM_NAMES: ReadonlySet<string> = new Set(['gpt-oss-20b', 'gpt-oss-120b']);

/** The size of a model: 70b, 8x7b, a22b. */
const SIZE = /^(?:a?\d+(?:\.\d+)?|\d+x\d+)[bm]$/i;

const wordName = (word: string): string => {
  const known = WORDS.get(word.toLowerCase());
  if (known !== undefined) return known;
  if (SIZE.test(word)) return word.toUpperCase().replace('X', 'x');
  if (/^o\d$/.test(word)) return word;
  return word.charAt(0).toUpperCase() + word.slice(1);
};

/** `claude-3-5-haiku-20241022`: two lone digits are a version, and Anthropic's date is no part of the name. */
const tidyClaude = (id: string): string => id.replace(/-(\d)-(\d)(?=-|$)/, '-$1.$2').replace(/-(?:\d{8}|latest)$/, '');

/** `llama3.1` and `gemma2` are written apart. */
const splitVersion = (id: string): string => id.replace(/^(llama|gemma|phi)(\d)/i, '$1-$2');

/**
 * The name of a model as its maker writes it: `gpt-4o-mini` is "GPT-4o mini", `claude-3-5-haiku-20241022` "Claude 3.5
 * Haiku". Of an unknown id nothing is left out and nothing is added: its words are set apart and begin with a capital.
 */
export const modelName = (id: string): string => {
  const own = id.split('/').at(-1) ?? id;
  if (VERBATIM_NAMES.has(own.toLowerCase())) return own.toLowerCase();
  const tidy = splitVersion(own.startsWith('claude-') ? tidyClaude(own) : own);
  const date = /-(\d{4}-\d{2}-\d{2})$/.exec(tidy)?.[1];
  const words = (date === undefined ? tidy : tidy.slice(0, -date.length)).split(/[-_:\s]+/).filter(Boolean);
  const name = words
    .map(wordName)
    .join(' ')
    .replace(/^((?:Chat)?GPT) (?=\d)/, '$1-')
    .replace(/^(o\d) (?=mini|pro)/, '$1-');
  if (name === '') return id;
  return date === undefined ? name : `${name} (${date})`;
};
