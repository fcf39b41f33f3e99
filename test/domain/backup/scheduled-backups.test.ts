import { BackupLock } from '../../../src/domain/backup/backup-lock.ts';
import { BackupFailed, BackupRunning } from '../../../src/domain/backup/errors.ts';
import { GetBackupState } from '../../../src/domain/backup/get-backup-state.ts';
import { BackupProcess } from '../../../src/domain/backup/ports.ts';
import { nextTime, ScheduledBackups } from '../../../src/domain/backup/scheduled-backups.ts';
import { InMemoryBackupRecords } from '../../fakes/backup.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import { NOON } from '../../support/builders.ts';

const HOUR = 3_600_000;
const never = new AbortController().signal;

class CountingProcess extends BackupProcess {
  runs = 0;
  failures = 0;

  warning = '';

  async run(): Promise<string> {
    this.runs += 1;
    if (this.failures > 0) {
      this.failures -= 1;
      throw new BackupFailed('The disk is full.');
    }
    return this.warning;
  }
}

const setup = (schedule = [3 * 60, 15 * 60]) => {
  const [clock, jobLocks, process] = [new FixedClock(), new InMemoryJobLocks(), new CountingProcess()];
  const failed = () => undefined;
  const warnings: string[] = [];
  const warn = (line: string) => void warnings.push(line);
  const create = () => new ScheduledBackups({ schedule, process, jobLocks, clock, failed, warn });
  return { warnings, clock, jobLocks, process, backups: create(), other: create() };
};

test('the first backup is made at the first start, the next ones at their times, by one process', async () => {
  const { clock, process, backups, other } = setup();
  await Promise.all([backups.runIfDue(never), other.runIfDue(never)]);
  expect(process.runs).toBe(1);
  await clock.advance(3 * HOUR - 1);
  await backups.runIfDue(never);
  expect(process.runs).toBe(1);
  await clock.advance(1);
  await Promise.all([backups.runIfDue(never), other.runIfDue(never)]);
  expect(process.runs).toBe(2);
});

test('what one lacks is in the log, and it counts all the same', async () => {
  const { clock, process, backups, warnings } = setup();
  await backups.runIfDue(never);
  process.warning = 'The archive lacks 2 files';
  await clock.advance(3 * HOUR);
  await backups.runIfDue(never);
  await backups.runIfDue(never);
  expect([process.runs, warnings]).toEqual([2, ['the scheduled backup: The archive lacks 2 files']]);
});

test('one that failed is tried again after an hour', async () => {
  const { clock, process, backups } = setup();
  process.failures = 1;
  await expect(backups.runIfDue(never)).rejects.toThrow('The disk is full.');
  await backups.runIfDue(never);
  expect(process.runs).toBe(1);
  await clock.advance(HOUR);
  await backups.runIfDue(never);
  expect(process.runs).toBe(2);
});

test('one that failed shortly before the next time is tried again at that time, not later', async () => {
  const { clock, process, backups } = setup([3 * 60, 12 * 60 + 10]);
  process.failures = 1;
  await expect(backups.runIfDue(never)).rejects.toThrow('The disk is full.');
  await clock.advance(HOUR / 6 - 1);
  await backups.runIfDue(never);
  expect(process.runs).toBe(1);
  await clock.advance(1);
  await backups.runIfDue(never);
  expect(process.runs).toBe(2);
});

test('one that was cut off by a shutdown is made at the next start', async () => {
  const { process, backups, other } = setup();
  process.failures = 1;
  const ended = new AbortController();
  ended.abort();
  await expect(backups.runIfDue(ended.signal)).rejects.toThrow(BackupFailed);
  await other.runIfDue(never);
  expect(process.runs).toBe(2);
});

test('without a schedule nothing is made and nothing waits', async () => {
  const { process, backups } = setup([]);
  await backups.execute(never);
  expect(process.runs).toBe(0);
});

test('times of day are in UTC and go on the next day', () => {
  expect(nextTime([180, 900], NOON)).toBe(NOON + 3 * HOUR);
  expect(nextTime([180], NOON)).toBe(NOON + 15 * HOUR);
  expect(nextTime([720], NOON)).toBe(NOON + 24 * HOUR);
});

test('the lock of a backup is renewed while it works, and ends with its process', async () => {
  const { clock, jobLocks } = setup();
  const lock = new BackupLock(jobLocks, clock);
  await lock.run(async () => {
    for (let minutes = 0; minutes < 60; minutes += 1) {
      await clock.advance(60_000);
      expect(await lock.isHeld()).toBe(true);
    }
    await expect(lock.run(async () => undefined)).rejects.toThrow(BackupRunning);
  });
  expect(await lock.isHeld()).toBe(false);
  await jobLocks.acquire('backup', clock.now(), clock.now() + HOUR); // its process died
  await clock.advance(HOUR);
  expect(await lock.isHeld()).toBe(false);
});

test('what an admin is told: the last good one, a failure, or that there is none', async () => {
  const [clock, records] = [new FixedClock(), new InMemoryBackupRecords()];
  const state = (isScheduled = true) => new GetBackupState(records, clock, isScheduled).execute();
  expect(await state(false)).toBe('No backup was made yet');
  await expect(state()).rejects.toThrow('No backup was made yet, although a schedule is set');
  const good = { id: 'b1', finishedAt: NOON, place: '/backups/a', bytes: 5 * 1024 * 1024, error: null };
  await records.add(good);
  expect(await state()).toBe('Last backup: 2026-01-15 12:00 UTC, 5.0 MB');
  await clock.advance(27 * HOUR);
  await expect(state()).rejects.toThrow('although a schedule is set');
  await records.add({ ...good, id: 'b2', finishedAt: clock.now(), bytes: null, error: 'The disk is full' });
  await expect(state(false)).rejects.toThrow(
    'The backup of 2026-01-16 15:00 UTC failed: The disk is full. Last backup: 2026-01-15 12:00 UTC, 5.0 MB',
  );
});
