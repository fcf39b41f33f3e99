import { ArchiveFile } from '../adapters/backup/archive-file.ts';
import { readPassphrase } from '../config.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { RestoreBackup } from '../domain/backup/restore-backup.ts';
import { printUsage, runCommand } from './command.ts';

const OTHER_SECRET = '--other-secret';

/** `npm run restore -- FILE`: an archive into an empty database and an empty file storage. */
runCommand(
  async ({ context, container, print }) => {
    const given = process.argv.slice(2);
    const [file, ...rest] = given.filter((argument) => argument !== OTHER_SECRET);
    if (file === undefined || file.startsWith('-') || rest.length > 0)
      return printUsage(`npm run restore -- FILE [${OTHER_SECRET}]`);
    const archive = new ArchiveFile(file, readPassphrase(context.config)).open();
    const options = { acceptOtherSecret: given.includes(OTHER_SECRET) };
    const { createdAt, files, missing } = await container.get(RestoreBackup).execute(archive, options, print);
    await container
      .get(AuditLog)
      .record({ action: 'backup.restore', details: { createdAt, files: files.count } })
      .catch(() => print('It could not be recorded in the audit log.'));
    if (missing.length > 0) print(`${missing.length} files had lost their content before: ${missing.join(' ')}`);
    print(`The backup of ${createdAt} is restored, with ${files.count} files. Start the server with this APP_SECRET.`);
    return 0;
  },
  { createsDatabase: true },
);
