import {
  agentRequestsOf,
  embeddedFilesOf,
  messagesOf,
  moonshotMessagesOf,
  visionImagesOf,
} from '../../domain/billing/subjects.ts';
import { followUpsOf } from '../../domain/chat/follow-up-allowance.ts';
import type { SpentQuotas } from '../../domain/accounts/ports.ts';
import type { Database } from './database.ts';

/** What is counted by day under one name. Shared with the erasure, which drops it. */
export const DAILY_SUBJECTS = [
  messagesOf,
  moonshotMessagesOf,
  agentRequestsOf,
  visionImagesOf,
  embeddedFilesOf,
  followUpsOf,
];
/** The counters of single models: uids are letters, digits, _ and -, and the last sign before `;` is `:`. */
export const modelCountersOf = (uid: string): readonly [from: string, to: string] => [`model:${uid}:`, `model:${uid};`];

/** Stands for the uid in the kept name of a counter; no uid has it. */
const SOMEBODY = '*';

interface Counter {
  readonly subject: string;
  readonly used: number;
}

export class SqlSpentQuotas implements SpentQuotas {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async keep(fingerprint: string, uid: string, day: string): Promise<void> {
    const named: Counter[] = await this.counters(day).whereIn(
      'subject',
      DAILY_SUBJECTS.map((subjectOf) => subjectOf(uid)),
    );
    const [from, to] = modelCountersOf(uid);
    const byModel: Counter[] = await this.counters(day).where('subject', '>=', from).where('subject', '<', to);
    for (const { subject, used } of [...named, ...byModel])
      await this.raise({ fingerprint, day, subject: renamed(subject, uid, SOMEBODY) }, used);
  }

  async restore(fingerprint: string, uid: string, day: string): Promise<void> {
    const kept: Counter[] = await this.db
      .connection('spent_quotas')
      .where({ fingerprint, day })
      .select('subject', 'used');
    const rows = kept.map(({ subject, used }) => ({
      subject: renamed(subject, SOMEBODY, uid),
      period: day,
      used,
      touched_at: Date.parse(day),
    }));
    if (rows.length > 0)
      await this.db.connection('counters').insert(rows).onConflict(['subject', 'period']).merge(['used']);
  }

  async removeBefore(day: string): Promise<void> {
    await this.db.connection('spent_quotas').where('day', '<', day).delete();
  }

  private counters(day: string) {
    return this.db.connection('counters').where({ period: day }).where('used', '>', 0).select('subject', 'used');
  }

  private async raise(key: { fingerprint: string; day: string; subject: string }, used: number): Promise<void> {
    const row: Counter | undefined = await this.db.connection('spent_quotas').where(key).first('used');
    if (row && row.used >= used) return;
    await this.db
      .connection('spent_quotas')
      .insert({ ...key, used })
      .onConflict(['fingerprint', 'day', 'subject'])
      .merge(['used']);
  }
}

/** The uid is the second part of a counter's name. */
const renamed = (subject: string, from: string, to: string): string => subject.replace(`:${from}`, () => `:${to}`);
