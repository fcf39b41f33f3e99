import type { Alignment } from './alignment.ts';
import { isSameMeaning } from './same-word.ts';
import type { Item, Tokens, WordItem } from './tokenize.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words before what is the most: `most populous`, `plus grande`. */
const MARKERS = wordSet(
  'most least meisten wenigsten plus moins mas menos piu meno mais самый самая самое самые самой самого самым',
);
const IRREGULAR = wordSet(
  'best worst mejor peor mayor menor melhor pior maior meilleur meilleure meilleurs pire migliore peggiore maggiore ' +
    'minore اكبر اعلى اطول اقدم اصغر اكثر افضل اقوى اسرع احدث اهم الاكبر الاعلى الاطول الاقدم الاصغر الاكثر الافضل',
);
const ENDINGS: Readonly<Record<string, RegExp>> = {
  en: /est$/u,
  de: /ste[nmrs]?$/u,
  nl: /ste$/u,
  ru: /(?:ейш|айш)\p{L}{2,3}$/u,
};
const MIN_ENDING = 4;
/** Their ending is one of superlatives, and they are none. */
const OTHER_WORDS = wordSet(
  'test guest request contest protest priest interest harvest arrest forest nest quest conquest chest digest invest ' +
    'suggest west honest modest erste ersten liste kiste kuste reste erster erstes eerste laatste',
);

/** `one of the`, `gehört zu den`: there may be greater ones. */
const AMONG =
  /(?:(?:^| )(?:one|some|many|several|two|three|#) of (?:\S+ ){0,2}|among (?:\S+ ){0,2}|(?:^| )(?:eine[rsm]?|zu|unter) de[rn] |(?:^| )(?:un|une|l['’]une?|parmi) (?:des|les) |(?:uno|una) de l[oa]s |entre l[oa]s |(?:uno|una) de(?:i|gli|lle) |tra (?:i|le|gli) |(?:um|uma) d[oa]s |een van de |(?:من|احد|احدى) |один из |одна из |одним из |одной из )(?:\S+ ){0,3}$/u;

export type Rank = 'top' | 'lower' | 'among';

export interface Superlative {
  readonly at: number;
  readonly word: WordItem;
  readonly rank: Rank;
}

const plainOf = (item: Item | undefined): string =>
  item === undefined || item.kind === 'break' ? '' : 'plain' in item ? item.plain : '#';

const isSuperlative = ({ items, language }: Tokens, at: number): boolean => {
  const plain = plainOf(items[at]);
  const isMarked =
    MARKERS.has(plainOf(items[at - 1])) && plainOf(items[at - 2]) !== 'at' && !THAN.has(plainOf(items[at + 1]));
  if (isMarked) return true;
  if (OTHER_WORDS.has(plain)) return false;
  return IRREGULAR.has(plain) || (plain.length > MIN_ENDING && (ENDINGS[language ?? 'en']?.test(plain) ?? false));
};
const THAN = wordSet('que than als di del della do da qu');

/** How far from what it ranks an ordinal may stand: `the second city by size, the largest`. */
const RANK_REACH = 4;
const AMONG_REACH = 6;

const isRanked = ({ items, numbers }: Tokens, at: number): boolean => {
  const before = items.slice(Math.max(0, at - RANK_REACH), at);
  const sinceBreak = before.slice(before.findLastIndex(({ kind }) => kind === 'break') + 1);
  return sinceBreak.some((item) => item.kind === 'number' && numbers[item.at]?.unit?.dimension === 'ordinal');
};

const rankOf = (text: Tokens, at: number): Rank => {
  if (isRanked(text, at)) return 'lower';
  const before = text.items.slice(Math.max(0, at - AMONG_REACH), at).map((item) => `${plainOf(item)} `);
  return AMONG.test(before.join('')) ? 'among' : 'top';
};

/** Texts with more of them say nothing of one. */
const MAX_SUPERLATIVES = 6;

/** What a text calls the most of something. */
export const superlativesIn = (text: Tokens): Superlative[] => {
  const found: Superlative[] = [];
  for (let at = 0; at < text.items.length && found.length < MAX_SUPERLATIVES; at += 1) {
    const word = text.items[at];
    if (word?.kind === 'word' && isSuperlative(text, at)) found.push({ at, word, rank: rankOf(text, at) });
  }
  return found;
};

const MARGIN = 1.1;

/** `by area`, `in Belgium`: what a rank is told of, behind what it ranks. */
const SCOPE_REACH = 8;

const scopeOf = ({ items }: Tokens, { at }: Superlative, others: readonly Superlative[]): ReadonlySet<string> => {
  const next = Math.min(...others.map((each) => each.at).filter((place) => place > at), at + SCOPE_REACH);
  const behind = items.slice(at + 1, next);
  const end = behind.findIndex(({ kind }) => kind === 'break');
  const words = behind.slice(0, end < 0 ? undefined : end);
  return new Set(words.flatMap((item) => (item.kind === 'word' ? [item.key] : [])));
};

/** Whether the passage gives another rank in what the claim names, and this rank in something else. */
const isScopeOfAnother = (
  claim: Tokens,
  told: Superlative,
  passage: Tokens,
  stated: readonly Superlative[],
): boolean => {
  const [head] = scopeOf(claim, told, []);
  const hasHead = claim.items[told.at + 1]?.kind === 'word';
  const scope = [...scopeOf(claim, told, [])].filter((key) => !(hasHead && key === head));
  const scopes = stated.map((each) => ({ rank: each.rank, words: scopeOf(passage, each, stated) }));
  const own = scopes.filter(({ rank }) => rank === told.rank);
  const rivals = scopes.filter(({ rank }) => rank !== told.rank);
  const isIn = (among: typeof scopes): boolean => among.some(({ words }) => scope.some((key) => words.has(key)));
  return own.length > 0 && isIn(rivals) && !isIn(own);
};

/** Whether the source says `the second highest`, or `one of the highest`, where the claim says `the highest`. */
export const isRankLost = (claim: Tokens, alignments: readonly Alignment[]): boolean =>
  superlativesIn(claim).some((told) => {
    const { at, word, rank } = told;
    if (rank === 'among') return false;
    const [own, other]: [number[], number[]] = [[], []];
    for (const alignment of alignments) {
      const stated = superlativesIn(alignment.passage).filter((each) => isSameMeaning(word, each.word));
      if (rank === 'lower' && isScopeOfAnother(claim, told, alignment.passage, stated)) return true;
      const isOwn = (each: Superlative): boolean => (each.rank === 'top') === (rank === 'top');
      const rivals = stated.filter((each) => !isOwn(each));
      for (const each of stated) {
        const shared = alignment.shared(at, each.at);
        if (!isOwn(each)) other.push(shared);
        // What only one of two is said of tells them apart, however near the other words stand.
        else if (rivals.some((rival) => alignment.hasOwnWords(each.at, rival.at))) own.push(Infinity);
        else own.push(shared);
      }
    }
    const [best, rival] = [Math.max(0, ...own), Math.max(0, ...other)];
    return rival > best * MARGIN && (rank === 'top' || best > 0);
  });

const UNSPACED_TOP = /最|一番(?!目)|第一|1位/u;
const RANK_SAID = /(?:[2-9二三四五六七八九十]番目|第[2-9二三四五六七八九十]|[2-9]位)/u;

/** The same where words have no spaces between them. */
export const isUnspacedRankLost = (claim: Tokens, passage: Tokens): boolean =>
  UNSPACED_TOP.test(claim.text) &&
  !RANK_SAID.test(claim.text) &&
  RANK_SAID.test(passage.text) &&
  !UNSPACED_TOP.test(passage.text);
