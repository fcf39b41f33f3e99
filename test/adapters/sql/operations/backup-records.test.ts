import { SqlBackupRecords } from '../../../../src/adapters/sql/operations/backup-records.ts';
import { behavesLikeBackupRecords } from '../../../contracts/backup.ts';
import { InMemoryBackupRecords } from '../../../fakes/backup.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

behavesLikeBackupRecords('fake', async () => new InMemoryBackupRecords());

describeEachDatabase(({ open, engine }) => {
  behavesLikeBackupRecords(engine, async () => new SqlBackupRecords(await open()));
});
