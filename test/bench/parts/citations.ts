import { judgeCitations, type Judge } from '../support/blind-citations.ts';
import type { Row, Table } from '../support/report.ts';

const MIN_PRECISION = 0.97;
const MIN_RECALL = 0.92;

const rowsOf = async (judge: Judge, seen: boolean, isRequired: boolean): Promise<Row[]> => {
  const { sentences, precision, recall } = await judgeCitations(seen, judge);
  const which = `${sentences} sentences that the rules’ author has ${seen ? 'seen' : 'not seen'}`;
  const row = (what: string, measured: number, target: number): Row => ({
    ...{ what: `${what}, ${which}`, measured, unit: '', digits: 3 },
    ...(isRequired && { target, atLeast: true }),
  });
  return [row('precision', precision, MIN_PRECISION), row('recall', recall, MIN_RECALL)];
};

/** Citation marks of a writer who did not know how they are checked. */
export const citations = async (): Promise<Table[]> => [
  { title: 'By rules alone', rows: [...(await rowsOf('rules', false, true)), ...(await rowsOf('rules', true, true))] },
  {
    title: 'With the verdicts of a reader in place of a model: an upper bound',
    rows: await rowsOf('reader', false, true),
  },
  {
    title: 'With a model that finds everything supported: a lower bound',
    rows: await rowsOf('credulous', false, false),
  },
];
