import type { BackupRecord, BackupRecords } from '../../src/domain/backup/ports.ts';
import { NOON } from '../support/builders.ts';

const aRecord = (number: number, more: Partial<BackupRecord> = {}): BackupRecord => ({
  id: `b${String(number).padStart(4, '0')}`,
  finishedAt: NOON + number,
  place: `/backups/${number}.tar`,
  bytes: 5_000_000_000 + number,
  error: null,
  ...more,
});

export const behavesLikeBackupRecords = (name: string, create: () => Promise<BackupRecords>): void => {
  test(`${name}: records of backups come back newest first, and old ones are forgotten`, async () => {
    const records = await create();
    expect(await records.list(5)).toEqual([]);
    await records.add(aRecord(2, { bytes: null, error: 'The disk is full' }));
    await records.add(aRecord(1));
    expect(await records.list(5)).toEqual([aRecord(2, { bytes: null, error: 'The disk is full' }), aRecord(1)]);
    for (let number = 3; number < 210; number += 1) await records.add(aRecord(number));
    const all = await records.list(1000);
    expect([all.length, all[0], all.at(-1)?.id]).toEqual([200, aRecord(209), 'b0010']);
  });
};
