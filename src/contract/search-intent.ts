/*
 * Whether a text needs a web search: the page then shows the document view, and the server searches. Both use this
 * rule, which knows English, German, French, Spanish and Japanese words.
 */

const MAX_LENGTH = 300;
const MIN_WORDS = 3;
/** Japanese has no spaces: this many characters count as three words. */
const MIN_JAPANESE_CHARACTERS = 6;

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Words are separated by anything but letters and digits. */
const anyWord = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');

interface LanguageRules {
  /** Frequent short words, by which the language of a question is told. */
  readonly grammar: RegExp;
  readonly startsWithVerb: RegExp;
  readonly words: readonly RegExp[];
}

const rules = (grammar: string, verbs: string, ...words: readonly string[]): LanguageRules => ({
  grammar: new RegExp(anyWord(grammar).source, 'giu'),
  startsWithVerb: new RegExp(`^[¿¡\\s"']*(?:please |bitte |por favor )?(?:${verbs})(?![\\p{L}\\p{N}])`, 'iu'),
  words: words.map(anyWord),
});

/** A word counts only in a question of its language: `actual` is Spanish for `current`, and no search in English. */
const LANGUAGES: readonly LanguageRules[] = [
  rules(
    'the|a|an|of|in|is|are|was|what|who|how|why|which|my|for|to|and|on|about|does|do|it|this|that',
    'search|find|look up|google',
    'latest|news|today|current|recent|price of|weather|who won',
    'best(?= ).{1,80} for',
  ),
  rules(
    'der|die|das|den|dem|ein|eine|einen|ist|sind|war|was|wer|wie|warum|welche[rs]?|mein|meine|für|von|und|auf|im|aus|' +
      'es|nicht|noch',
    'suche?n?|finde|recherchiere|google',
    'neueste[nrs]?|aktuelle?[nrs]?|nachrichten|heute|wetter|preis (?:von|für)|wer hat .{0,40}gewonnen|wer gewann',
    'beste[nrs]? .{1,80} für',
  ),
  rules(
    'le|la|les|un|une|des|du|de|est|sont|quel|quelle|quels|qui|que|comment|pourquoi|mon|ma|mes|pour|et|à|en|' +
      "[ldqn](?=[’'])|il",
    'cherche[rz]?|trouve[rz]?|recherche[rz]?',
    "dernière?s?|derniers|actualités?|aujourd[’']hui|actuel(?:le)?s?|récente?s?|météo|prix (?:de|du|des)|qui a gagné",
    '(?:meilleure?s?|meilleur) .{1,80} pour',
  ),
  rules(
    'el|la|los|las|un|una|de|del|es|son|qué|que|quién|cómo|cuál|por|para|mi|mis|y|en|a',
    'busca[r]?|encuentra|encontrar',
    'últim[oa]s?|noticias|hoy|actual(?:es)?|recientes?|precio de|el tiempo en|clima|quién ganó',
    '(?:mejor(?:es)?) .{1,80} para',
  ),
];
const ANY_LANGUAGE = anyWord('vs|versus');
/** What is searched is on the web, not in the files. */
const ON_THE_WEB = anyWord('web|internet|online|google|netz|en ligne|en línea');
const JAPANESE_ON_THE_WEB = /ネット|ウェブ|検索/u;

const countGrammar = (question: string, { grammar }: LanguageRules): number => question.match(grammar)?.length ?? 0;

/** The rules of the question's language; of all where its words do not tell. */
const rulesOf = (question: string): readonly LanguageRules[] => {
  const counts = LANGUAGES.map((language) => countGrammar(question, language));
  const most = Math.max(...counts);
  return LANGUAGES.filter((_, at) => counts[at] === most);
};

const JAPANESE_SEARCH_WORDS = /最新|ニュース|今日|現在|最近|天気|価格|値段|検索|調べて|探して|誰が勝|おすすめ/u;
/** 2020 and later, not within a longer number. */
const YEAR = /(?<![\d.,])20[2-9]\d(?!\d|[.,]\d)/u;

const isLongEnough = (text: string): boolean =>
  JAPANESE.test(text) ? text.length >= MIN_JAPANESE_CHARACTERS : text.split(/\s+/).length >= MIN_WORDS;

const asksForTheWeb = (question: string): boolean => ON_THE_WEB.test(question) || JAPANESE_ON_THE_WEB.test(question);

/**
 * Pure, and cheap enough for every message. With files attached only the web itself is a
 * search: the rest is about them.
 */
export const hasSearchIntent = (text: string, hasFiles = false): boolean => {
  const question = text.trim();
  if (question.length > MAX_LENGTH || question.includes('```') || !isLongEnough(question)) return false;
  if (hasFiles && !asksForTheWeb(question)) return false;
  const languages = rulesOf(question);
  return (
    languages.some(({ startsWithVerb, words }) => [startsWithVerb, ...words].some((rule) => rule.test(question))) ||
    [ANY_LANGUAGE, JAPANESE_SEARCH_WORDS, YEAR].some((rule) => rule.test(question))
  );
};
