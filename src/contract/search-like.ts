/*
 * Whether a text wants the web: the page turns to the document view for it, and the server searches. Both must agree, so
 * the rule is here and nowhere else. It knows the words of English and of German, French, Spanish and Japanese.
 */

const LONGEST = 300;
const FEWEST_WORDS = 3;
/** Japanese has no spaces: so many characters are taken for three words. */
const FEWEST_CHARACTERS = 6;

const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Words stand between anything that is neither letter nor digit. */
const words = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list})(?![\\p{L}\\p{N}])`, 'iu');

const BEGINNINGS = [
  'search|find|look up|google',
  'suche?n?|finde|recherchiere|google',
  'cherche[rz]?|trouve[rz]?|recherche[rz]?',
  'busca[r]?|encuentra|encontrar',
];
const BEGINS = new RegExp(
  `^[¿¡\\s"']*(?:please |bitte |por favor )?(?:${BEGINNINGS.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

const CURRENT = words(
  [
    'latest|news|today|current|recent|price of|weather|who won',
    'neueste[nrs]?|aktuelle?[nrs]?|nachrichten|heute|wetter|preis (?:von|für)|wer hat .{0,40}gewonnen|wer gewann',
    "dernière?s?|derniers|actualités?|aujourd[’']hui|actuel(?:le)?s?|récente?s?|météo|prix (?:de|du|des)|qui a gagné",
    'últim[oa]s?|noticias|hoy|actual(?:es)?|recientes?|precio de|el tiempo en|clima|quién ganó',
  ].join('|'),
);
const COMPARED = words(
  [
    'best(?= ).{1,80} for|vs',
    'beste[nrs]? .{1,80} für',
    '(?:meilleure?s?) .{1,80} pour',
    '(?:mejor(?:es)?) .{1,80} para',
    'versus',
  ].join('|'),
);
const IN_JAPANESE = /最新|ニュース|今日|現在|最近|天気|価格|値段|検索|調べて|探して|誰が勝|おすすめ/u;
/** 2020 and later; a number within a longer one is no year. */
const YEAR = /(?<![\d.,])20[2-9]\d(?!\d|[.,]\d)/u;

const longEnough = (text: string): boolean =>
  JAPANESE.test(text) ? text.length >= FEWEST_CHARACTERS : text.split(/\s+/).length >= FEWEST_WORDS;

/** Pure, and cheap enough for every message. */
export const isSearchLike = (text: string): boolean => {
  const asked = text.trim();
  if (asked.length > LONGEST || asked.includes('```') || !longEnough(asked)) return false;
  return BEGINS.test(asked) || [CURRENT, COMPARED, IN_JAPANESE, YEAR].some((rule) => rule.test(asked));
};
