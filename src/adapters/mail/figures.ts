import type { EmailMessage } from '../../domain/accounts/ports.ts';
import type { UsageReport, WeekOfUsage } from '../../domain/operations/ports.ts';
import type { Language } from '../../shared/languages.ts';
import { TIERS } from '../../shared/tiers.ts';
import { FIGURE_TEXTS, type FigureTexts } from './figure-texts.ts';

/** Numbers in a mail: each row has its label first, then a value for each of `heads`. */
export interface FigureTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const MB = 1024 * 1024;
const GB = 1024 * MB;

interface Formats {
  readonly number: (value: number) => string;
  /** Short, as in 2.5M. */
  readonly tokens: (value: number) => string;
  readonly money: (usd: number | null) => string;
  readonly size: (bytes: number) => string;
  readonly day: (at: number) => string;
  readonly days: (from: string, to: string) => string;
}

const formatsOf = (language: Language): Formats => {
  const number = new Intl.NumberFormat(language);
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const tokens = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const sizeIn = (unit: 'megabyte' | 'gigabyte') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    number: (value) => number.format(value),
    money: (usd) => (usd === null ? '–' : money.format(usd)),
    tokens: (value) => tokens.format(value),
    size: (bytes) => (bytes < GB ? sizeIn('megabyte').format(bytes / MB) : sizeIn('gigabyte').format(bytes / GB)),
    day: (at) => day.format(at),
    days: (from, to) => day.formatRange(Date.parse(from), Date.parse(to)),
  };
};

const weekTable = ({ from, to, week, before }: UsageReport, texts: FigureTexts, format: Formats): FigureTable => {
  const row = (label: string, of: (one: WeekOfUsage) => string) => [label, of(week), of(before)];
  const { number, money } = format;
  const isPriced = week.costUsd !== null || before.costUsd !== null;
  return {
    title: format.days(from, to),
    heads: [texts.week, texts.before],
    rows: [
      row(texts.activePeople, ({ people }) => number(people.all)),
      row(texts.newAccounts, ({ newAccounts }) => number(newAccounts)),
      row(texts.messages, ({ messages }) => number(messages)),
      row(texts.tokens, ({ tokens }) => format.tokens(tokens)),
      ...(isPriced ? [row(texts.cost, ({ costUsd }) => money(costUsd))] : []),
      row(texts.limitHits, ({ limitHits }) => number(limitHits)),
      row(texts.errors, ({ errors }) => number(errors)),
    ],
  };
};

const planTable = ({ week, before }: UsageReport, texts: FigureTexts, { number }: Formats): FigureTable => ({
  title: texts.byPlan,
  heads: [texts.week, texts.before],
  rows: TIERS.map((tier) => [texts.plans[tier], number(week.people.byTier[tier]), number(before.people.byTier[tier])]),
});

const modelTable = (
  { models }: UsageReport,
  texts: FigureTexts,
  { number, money, ...format }: Formats,
): FigureTable => {
  const isPriced = models.some(({ costUsd }) => costUsd !== null);
  return {
    title: texts.models,
    heads: [texts.messages, texts.tokens, ...(isPriced ? [texts.cost] : [])],
    rows: models.map(({ model, messages, tokens, costUsd }) => [
      model,
      number(messages),
      format.tokens(tokens),
      ...(isPriced ? [money(costUsd)] : []),
    ]),
  };
};

const backupOf = ({ backup }: UsageReport, texts: FigureTexts, { day }: Formats): string => {
  if (backup === null) return texts.noBackup;
  return backup.isFailed ? `${day(backup.at)}: ${texts.failedBackup}` : day(backup.at);
};

const stateTable = (report: UsageReport, texts: FigureTexts, format: Formats): FigureTable => {
  const { storage, failingFiles, waitingRequests } = report;
  const { number, size } = format;
  return {
    title: texts.state,
    heads: [],
    rows: [
      [texts.files, number(storage.files)],
      [texts.storage, size(storage.bytes)],
      ...(failingFiles > 0 ? [[texts.failingFiles, number(failingFiles)]] : []),
      [texts.backup, backupOf(report, texts, format)],
      ...(waitingRequests > 0 ? [[texts.waiting, number(waitingRequests)]] : []),
    ],
  };
};

/** The numbers that a mail tells; most tell none. */
export const figuresOf = (
  { report, waiting }: Pick<EmailMessage, 'report' | 'waiting'>,
  language: Language,
): readonly FigureTable[] => {
  const [texts, format] = [FIGURE_TEXTS[language], formatsOf(language)];
  if (report)
    return [weekTable, planTable, modelTable, stateTable]
      .map((table) => table(report, texts, format))
      .filter(({ rows }) => rows.length > 0);
  return waiting === undefined ? [] : [{ title: '', heads: [], rows: [[texts.waiting, format.number(waiting)]] }];
};
