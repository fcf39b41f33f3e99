/*
 * Whether a text needs a web search: the page then shows the document view, and the server searches. Both use this rule,
 * which knows English, German, French, Spanish and Japanese words.
 */

const MAX_LENGTH = 300;
const MIN_WORDS = 3;
/** Japanese has no spaces: this many characters count as three words. */
const MIN_JAPANESE_CHARACTERS = 6;

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Words are separated by anything but letters and digits. */
const anyWord = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');

const SEARCH_VERBS = [
  'search|find|look up|google',
  'suche?n?|finde|recherchiere|google',
  'cherche[rz]?|trouve[rz]?|recherche[rz]?',
  'busca[r]?|encuentra|encontrar',
];
const STARTS_WITH_SEARCH_VERB = new RegExp(
  `^[¿¡\\s"']*(?:please |bitte |por favor )?(?:${SEARCH_VERBS.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

const RECENCY_WORDS = anyWord(
  [
    'latest|news|today|current|recent|price of|weather|who won',
    'neueste[nrs]?|aktuelle?[nrs]?|nachrichten|heute|wetter|preis (?:von|für)|wer hat .{0,40}gewonnen|wer gewann',
    "dernière?s?|derniers|actualités?|aujourd[’']hui|actuel(?:le)?s?|récente?s?|météo|prix (?:de|du|des)|qui a gagné",
    'últim[oa]s?|noticias|hoy|actual(?:es)?|recientes?|precio de|el tiempo en|clima|quién ganó',
  ].join('|'),
);
const COMPARISON_WORDS = anyWord(
  [
    'best(?= ).{1,80} for|vs',
    'beste[nrs]? .{1,80} für',
    '(?:meilleure?s?) .{1,80} pour',
    '(?:mejor(?:es)?) .{1,80} para',
    'versus',
  ].join('|'),
);
const JAPANESE_SEARCH_WORDS = /最新|ニュース|今日|現在|最近|天気|価格|値段|検索|調べて|探して|誰が勝|おすすめ/u;
/** 2020 and later, not within a longer number. */
const YEAR = /(?<![\d.,])20[2-9]\d(?!\d|[.,]\d)/u;

const isLongEnough = (text: string): boolean =>
  JAPANESE.test(text) ? text.length >= MIN_JAPANESE_CHARACTERS : text.split(/\s+/).length >= MIN_WORDS;

/** Pure, and cheap enough for every message. */
export const hasSearchIntent = (text: string): boolean => {
  const question = text.trim();
  if (question.length > MAX_LENGTH || question.includes('```') || !isLongEnough(question)) return false;
  return (
    STARTS_WITH_SEARCH_VERB.test(question) ||
    [RECENCY_WORDS, COMPARISON_WORDS, JAPANESE_SEARCH_WORDS, YEAR].some((rule) => rule.test(question))
  );
};
