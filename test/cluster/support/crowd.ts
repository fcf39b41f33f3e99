import type { Row } from '../../bench/support/report.ts';
import { newQuestion, type Person, Reader, type Reading } from './reader.ts';

export interface Pace {
  readonly streams: number;
  readonly tokens: number;
  readonly everyMs: number;
}

/** So many people who ask anew as soon as their reply has ended, until `stop`. */
export class Crowd {
  readonly readings: Reading[] = [];
  private isOver = false;
  private readonly done: Promise<void[]>;
  private open = new Set<Reader>();

  constructor(
    private readonly port: number,
    private readonly people: readonly Person[],
    private readonly pace: Pace,
  ) {
    const { streams } = pace;
    this.done = Promise.all(Array.from({ length: streams }, (_, index) => this.ask(index)));
  }

  /** Streams that show text at this moment. */
  get running(): number {
    return [...this.open].filter(({ reading }) => reading.shown !== '').length;
  }

  async stop(): Promise<readonly Reading[]> {
    this.isOver = true;
    await this.done;
    return this.readings;
  }

  private async ask(index: number): Promise<void> {
    const person = this.people[index % this.people.length];
    if (!person) throw new Error('nobody asks');
    while (!this.isOver) {
      const reader = new Reader(this.port, newQuestion(person, this.pace.tokens, this.pace.everyMs));
      this.open.add(reader);
      this.readings.push(await reader.read());
      this.open.delete(reader);
    }
  }
}

const count = (readings: readonly Reading[], what: (reading: Reading) => boolean): number =>
  readings.filter(what).length;

const statuses = (readings: readonly Reading[], status: number): number =>
  readings.flatMap((reading) => reading.statuses).filter((each) => each === status).length;

const codesOf = (readings: readonly Reading[]): string =>
  [...new Set(readings.map(({ errorCode = '' }) => errorCode))].join(', ');

/** What must hold whatever is killed, and what it was like. */
export const crowdRows = (title: string, readings: readonly Reading[], mayInterrupt: boolean): Row[] => {
  const row = (what: string, measured: number, target?: number): Row => ({
    what: `${title}: ${what}`,
    measured,
    unit: '',
    digits: 0,
    ...(target === undefined ? {} : { target }),
  });
  const sentBack = readings.reduce((sum, reading) => sum + reading.sentBack, 0);
  const failed = readings.filter(({ end }) => end === 'error');
  const refused = readings.filter(({ end }) => end === 'refused');
  return [
    row('questions asked', readings.length),
    row('answers with 500', statuses(readings, 500), 0),
    row(
      'replies that did not end',
      count(readings, ({ end }) => end === undefined),
      0,
    ),
    row(
      'replies of which shown text is not stored',
      count(readings, ({ isKept, shown }) => shown !== '' && !isKept),
      0,
    ),
    {
      ...row('questions refused by a limit', refused.length, 0),
      note: codesOf(refused),
    },
    { ...row('replies that failed', failed.length, 0), note: codesOf(failed) },
    row(
      'replies interrupted',
      count(readings, ({ end }) => end === 'interrupted'),
      mayInterrupt ? undefined : 0,
    ),
    row(
      'streams taken up again',
      readings.reduce((sum, { resumptions }) => sum + resumptions, 0),
    ),
    row('letters that pages sent back', sentBack),
    {
      ...row('answers 502, 503, 504, none', statuses(readings, 502) + statuses(readings, 503)),
      note: [502, 503, 504, 0].map((status) => statuses(readings, status)).join(', '),
    },
  ];
};
