import { ArchiveFile } from './adapters/backup/archive-file.ts';
import { readPassphrase } from './config.ts';
import { MakeBackup } from './domain/backup/make-backup.ts';
import { printUsage, runCommand } from './process/command.ts';

/** `npm run backup -- FILE`: an archive of database and files, while the server works. */
runCommand(async ({ context, container, print }) => {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || rest.length > 0) return printUsage('npm run backup -- FILE');
  const archive = new ArchiveFile(file, readPassphrase(context.config));
  const { manifest, bytes } = await container.get(MakeBackup).execute(archive, print);
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  print(`${file}: ${rows} rows and ${manifest.files.count} files in ${bytes} bytes, checked`);
  if (manifest.missing.length > 0) print(`${manifest.missing.length} files had lost their content before`);
  print('APP_SECRET is not in it: store it elsewhere. Without it, stored provider keys cannot be read.');
  return 0;
});
