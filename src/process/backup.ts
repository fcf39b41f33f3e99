import { ArchiveFile } from '../adapters/backup/archive-file.ts';
import { readPassphrase } from '../config.ts';
import { BackupStopped } from '../domain/backup/errors.ts';
import { RunBackup } from '../domain/backup/run-backup.ts';
import { INCOMPLETE_BACKUP } from './backup-exit-codes.ts';
import { printUsage, runCommand } from './command.ts';

/** On standard error, which the server has of scheduled backups. */
const warn = (line: string): void => void process.stderr.write(`${line}\n`);

const describeMissing = (count: number): string =>
  `The archive lacks ${count} files, whose content is missing or damaged. Is the file storage the right one, ` +
  'and mounted?';

/**
 * `npm run backup -- FILE`: an archive of database and files, while the server works; without FILE in BACKUP_TARGET.
 */
runCommand(async ({ context, container, print }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (file?.startsWith('-') || rest.length > 0) return printUsage('npm run backup -- [FILE]');
  const backups = container.get(RunBackup);
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort(new BackupStopped()));
  const { place, summary } =
    file === undefined
      ? await backups.toTarget(print, stopped.signal)
      : {
          place: file,
          summary: await backups.toFile(
            new ArchiveFile(file, readPassphrase(context.config)),
            file,
            print,
            stopped.signal,
          ),
        };
  const { manifest, bytes } = summary;
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  print(`${place}: ${rows} rows and ${manifest.files.count} files in ${bytes} bytes, checked`);
  const missing = manifest.missing.length;
  if (missing > 0) warn(describeMissing(missing));
  print('APP_SECRET is not in it: store it elsewhere. Without it, what is encrypted cannot be read.');
  return missing > 0 ? INCOMPLETE_BACKUP : 0;
});
