const wordSet = (words: string): string => words.split(' ').join('|');

/** Periods that something is paid or done by, with the words that say so. */
const PERIODS: readonly (readonly [period: string, nouns: string, adverbs: string])[] = [
  ['second', wordSet('second sec s sekunde seconde segundo secondo 秒'), ''],
  ['minute', wordSet('minute min minuto 分'), ''],
  ['hour', wordSet('hour hr h stunde std heure hora ora uur час 時間 小时 ساعة'), wordSet('hourly stündlich')],
  [
    'day',
    wordSet('day tag jour día dia giorno dag день 日 天 يوم'),
    wordSet('daily täglich diario diariamente quotidien quotidiennement giornaliero diário يوميا'),
  ],
  [
    'week',
    wordSet('week woche semaine semana settimana неделю 週 周 أسبوع'),
    wordSet('weekly wöchentlich semanal semanalmente hebdomadaire settimanale أسبوعيا'),
  ],
  [
    'month',
    wordSet('month monat mois mes mese mês maand месяц 月 شهر'),
    wordSet('monthly monatlich mensuel mensuels mensuelle mensual mensualmente mensile mensal شهريا'),
  ],
  [
    'year',
    wordSet('year jahr an année año anno ano jaar год 年 سنة عام'),
    wordSet('yearly annually jährlich annuel annuels annuelle anual anualmente annuale سنويا'),
  ],
];

const BY =
  "per|a|an|each|every|pro|im|je|jede[nrsm]?|par|chaque|al|a la|por|cada|all[’']|al|ogni|ao|à l|de l|в|毎|في|كل";
const AFTER = PERIODS.map(([period, nouns, adverbs]): readonly [string, RegExp] => [
  period,
  new RegExp(
    `^ ?(?:(?:/|／) ?(?:${nouns})|(?:${BY})[ ’']?(?:ال)?(?:${nouns})${adverbs === '' ? '' : `|${adverbs}`})` +
      '(?!\\p{L})(?! ?\\d)',
    'iu',
  ),
]);
const BEFORE = PERIODS.filter(([, , adverbs]) => adverbs !== '').map(
  ([period, nouns, adverbs]): readonly [string, RegExp] => [
    period,
    new RegExp(`(?:(?<!\\p{L})(?:${adverbs}) |毎(?:${nouns}))$`, 'iu'),
  ],
);

export interface Rate {
  readonly period: string;
  /** Characters after the number that say it. */
  readonly length: number;
}

/** `40 euros a month`, `monthly 40 euros`, `500 visitors a day`: how often. */
export const rateAt = (text: string, start: number, end: number): Rate | undefined => {
  const rest = text.slice(end, end + 40);
  const counted = rest.replace(/^ \p{L}{2,16}(?= )/u, '');
  for (const [period, pattern] of AFTER) {
    const length = pattern.exec(rest)?.[0].length;
    if (length !== undefined) return { period, length };
    if (pattern.test(counted)) return { period, length: 0 };
  }
  const before = text.slice(Math.max(0, start - 20), start);
  const period = BEFORE.find(([, pattern]) => pattern.test(before))?.[0];
  return period === undefined ? undefined : { period, length: 0 };
};
