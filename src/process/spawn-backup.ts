import { spawn } from 'node:child_process';

import { BackupFailed } from '../domain/backup/errors.ts';
import { BackupProcess } from '../domain/backup/ports.ts';
import { processEntryArgs } from '../platform/worker-entry.ts';
import { INCOMPLETE_BACKUP } from './backup-exit-codes.ts';

const MAX_OUTPUT = 4000;

/** Runs `npm run backup` without a file, with this process's environment. */
export class SpawnedBackup extends BackupProcess {
  async run(signal: AbortSignal): Promise<string> {
    const child = spawn(process.execPath, processEntryArgs('backup', import.meta.url), {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const stop = (): void => void child.kill(); // it removes what it has written
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    let output = '';
    child.stderr.on('data', (text: Buffer) => void (output = (output + text.toString('utf8')).slice(-MAX_OUTPUT)));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }).finally(() => signal.removeEventListener('abort', stop));
    if (code !== 0 && code !== INCOMPLETE_BACKUP) throw new BackupFailed(`The backup failed: ${output.trim()}`);
    return output.trim();
  }
}
