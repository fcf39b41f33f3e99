/** Languages of the page that Tesseract reads, by its own names. */
export const LANGUAGES = ['eng', 'deu', 'fra', 'spa', 'jpn', 'ara'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The most frequent words of languages in Latin letters, as they stay when accents are lost. */
const FREQUENT_WORDS: Readonly<Partial<Record<Language, string>>> = {
  eng: 'the of and to in is that for it with as was on are by this be at from or',
  deu: 'der die das und ist nicht mit den ein eine von zu auf im sich des dem werden bei oder',
  fra: 'le la les de des et est une un que qui dans pour sur par avec au du pas ou',
  spa: 'el la los las de y que en un una por con para del se es no su al como',
};

/** Languages that share Latin letters. */
export const isLatin = (language: Language): boolean => language in FREQUENT_WORDS;

const isLanguage = (name: string): name is Language => LANGUAGES.some((language) => language === name);

/** The language in Latin letters of which a text has the most frequent words; undefined without any. */
export const latinLanguage = (text: string): Language | undefined => {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}{1,30}/gu) ?? [];
  const scores = Object.entries(FREQUENT_WORDS).map(([name, list]) => {
    const frequent = new Set(list.split(' '));
    return { name, score: words.filter((word) => frequent.has(word)).length };
  });
  const best = scores.reduce((first, next) => (next.score > first.score ? next : first));
  return best.score > 0 && isLanguage(best.name) ? best.name : undefined;
};

const CJK = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\u3000-\\u303f\\uff00-\\uff65ー]';
/** Tesseract puts blanks between Japanese letters. */
const CJK_GAP = new RegExp(`(?<=${CJK})[ ](?=${CJK})`, 'gu');

/** Text as it would have been typed: words divided at a line's end are joined, blanks that are none go. */
export const cleanText = (text: string): string =>
  text
    .replace(CJK_GAP, '')
    .replace(/(?<=\p{Ll})[-‐]\n(?=\p{Ll})/gu, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
