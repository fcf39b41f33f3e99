import {
  agentRequestsKey,
  embeddedFilesKey,
  dailyMessagesKey,
  moonshotMessagesKey,
  visionImagesKey,
} from '../../../domain/billing/quota-keys.ts';
import { followUpQuotaKey } from '../../../domain/chat/replies/follow-up-allowance.ts';
import type { SpentQuotas } from '../../../domain/accounts/ports.ts';
import { SqlStore } from '../sql-store.ts';

/** Key builders of all daily counters. Shared with the erasure, which deletes them. */
export const DAILY_QUOTA_KEYS = [
  dailyMessagesKey,
  moonshotMessagesKey,
  agentRequestsKey,
  visionImagesKey,
  embeddedFilesKey,
  followUpQuotaKey,
];
/** Per-model counters: uids are letters, digits, _ and -, so the last separator before `;` is `:`. */
const modelQuotaKeyRange = (uid: string): readonly [from: string, to: string] => [`model:${uid}:`, `model:${uid};`];

/** Replaces the uid in a stored counter name; no uid has it. */
const UID_PLACEHOLDER = '*';

interface Counter {
  readonly subject: string;
  readonly used: number;
}

export class SqlSpentQuotas extends SqlStore implements SpentQuotas {
  async save(fingerprint: string, uid: string, day: string): Promise<void> {
    const named: Counter[] = await this.counters(day).whereIn(
      'subject',
      DAILY_QUOTA_KEYS.map((subjectOf) => subjectOf(uid)),
    );
    const [from, to] = modelQuotaKeyRange(uid);
    const byModel: Counter[] = await this.counters(day).where('subject', '>=', from).where('subject', '<', to);
    for (const { subject, used } of [...named, ...byModel])
      await this.raiseTo({ fingerprint, day, subject: replaceUid(subject, uid, UID_PLACEHOLDER) }, used);
  }

  async restore(fingerprint: string, uid: string, day: string): Promise<void> {
    const stored: Counter[] = await this.table('spent_quotas').where({ fingerprint, day }).select('subject', 'used');
    const rows = stored.map(({ subject, used }) => ({
      subject: replaceUid(subject, UID_PLACEHOLDER, uid),
      period: day,
      used,
      touched_at: Date.parse(day),
    }));
    if (rows.length > 0) await this.table('counters').insert(rows).onConflict(['subject', 'period']).merge(['used']);
  }

  async removeBefore(day: string): Promise<void> {
    await this.table('spent_quotas').where('day', '<', day).delete();
  }

  private counters(day: string) {
    return this.table('counters').where({ period: day }).where('used', '>', 0).select('subject', 'used');
  }

  private async raiseTo(key: { fingerprint: string; day: string; subject: string }, used: number): Promise<void> {
    const row: Counter | undefined = await this.table('spent_quotas').where(key).first('used');
    if (row && row.used >= used) return;
    await this.table('spent_quotas')
      .insert({ ...key, used })
      .onConflict(['fingerprint', 'day', 'subject'])
      .merge(['used']);
  }
}

/** The uid is the second part of a counter's name. */
const replaceUid = (subject: string, from: string, to: string): string => subject.replace(`:${from}`, () => `:${to}`);
