import type { WordNumber } from './word-number.ts';
import { normalizeCase, valuesByWord } from './normalize-case.ts';
import type { Unit } from './units.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(normalizeCase));

/** `three quarters`: a count before a part. */
export const COUNTED_SHARE =
  /(?:^|[^\p{L}])(two|three|four|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro|due|tre|quattro|dois|duas|três|quatro|ثلاثة|ثلاث)[ -]$/iu;
export const COUNTS = valuesByWord([
  ['two zwei deux dos due dois duas', 2],
  ['three drei trois tres tre três ثلاثة ثلاث', 3],
  ['four vier quatre cuatro quattro quatro', 4],
]);

export const SHARES: readonly {
  readonly words: ReadonlySet<string>;
  readonly pattern: RegExp;
  readonly value: number;
}[] = [
  {
    words: wordSet('half halves hälfte moitié mitad metà metade helft половина половину половины نصف'),
    pattern:
      /half (?:of|the|a|all|its|their)|(?:by|in|over|about|nearly|almost|than|other) half|hälfte|moitié|mitad|metà|metade|helft|половин|نصف/iu,
    value: 50,
  },
  {
    words: wordSet('third thirds drittel tiers tercio tercios terzo terzi terço terços derde треть ثلث ثلثي ثلثا'),
    pattern:
      /(?<!\p{L})(?:a|one) third|thirds|drittel|(?:un|le) tiers|(?:deux|trois) tiers|un tercio|tercios|un terzo|terzi|um terço|terços|een derde|треть|ثلث/iu,
    value: 100 / 3,
  },
  {
    words: wordSet(
      'quarter quarters viertel vierteln quart quarts cuarto cuartos quarto quarti quartos kwart четверть ربع أرباع',
    ),
    pattern:
      /(?<!\p{L})(?:a|one) quarter|quarters|viertel|un quart|quarts|un cuarto|cuartos|um quarto|un quarto|quarti|quartos|een kwart|четверть|ربع|أرباع/iu,
    value: 25,
  },
  {
    words: wordSet('fifth fifths fünftel cinquième cinquièmes quinto quintos quinti خمس أخماس'),
    pattern:
      /(?<!\p{L})(?:a|one) fifth|fifths|fünftel|un cinquième|cinquièmes|un quinto|um quinto|quintos|quinti|أخماس/iu,
    value: 20,
  },
  {
    words: wordSet('tenth tenths zehntel dixième dixièmes décimo décimos'),
    pattern: /(?<!\p{L})(?:a|one) tenth|tenths|zehntel|un dixième|dixièmes/iu,
    value: 10,
  },
];

const MINUTES: Unit = { dimension: 'time', factor: 60 };
/** Parts of an hour. */
const PARTS_OF_HOUR: readonly (readonly [RegExp, number])[] = [
  [
    /(?:(?:an?|eine[rnm]?|une?|una?|um) )?(?:quarter of an hour|viertelstunde|quart d['’]heure|cuarto de hora|quarto d['’]ora|quarto de hora|ربع ساعة)/giu,
    15,
  ],
  [
    /(?:(?:an?|eine[rnm]?|une?|una?|uma) )?(?:half an hour|half[- ]hour|halben? stunde|demi-heure|media hora|mezz['’]ora|meia hora|نصف ساعة)/giu,
    30,
  ],
];

export const findPartsOfHour = (text: string): WordNumber[] =>
  PARTS_OF_HOUR.flatMap(([pattern, value]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      value,
      unit: MINUTES,
    })),
  );
