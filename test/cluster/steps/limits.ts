import type { Row } from '../../bench/support/report.ts';
import { newQuestion, type Person, Reader } from '../support/reader.ts';
import { DEFAULT_DAILY_LIMITS } from '../../../src/shared/settings/rate-limits.ts';

const SENDS = 48;

/** People of the free plan send more at once, over all processes and all nodes, than a day allows. */
export const limitsStep = async (port: number, people: readonly Person[]): Promise<Row[]> => {
  const limit = DEFAULT_DAILY_LIMITS.free.messages;
  const admitted: number[] = [];
  const others: string[] = [];
  for (const person of people) {
    const readings = await Promise.all(
      Array.from({ length: SENDS }, () => new Reader(port, newQuestion(person, 3, 20)).read()),
    );
    admitted.push(readings.filter(({ end }) => end === 'complete').length);
    others.push(
      ...readings.flatMap(({ end, errorCode, statuses }) =>
        end === 'complete' || end === 'refused' ? [] : [`${end ?? 'no end'} ${errorCode ?? ''} ${statuses.join(' ')}`],
      ),
    );
  }
  const off = admitted.filter((each) => each !== limit).length;
  return [
    {
      what: `rounds of ${SENDS} parallel sends that did not admit exactly ${limit}`,
      measured: off,
      unit: `of ${people.length}`,
      digits: 0,
      target: 0,
      note: admitted.join(', '),
    },
    {
      what: 'sends neither admitted nor refused',
      measured: others.length,
      unit: '',
      digits: 0,
      target: 0,
      note: [...new Set(others)].join('; ').slice(0, 300),
    },
  ];
};
