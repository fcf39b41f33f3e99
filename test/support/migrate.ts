// A process that migrates a schema on command and prints the names of the applied steps.
import { Database } from '../../src/adapters/sql/database.ts';
import { Migrator } from '../../src/adapters/sql/migrator.ts';

const main = async (): Promise<void> => {
  const db = await Database.open(process.argv[2] ?? '');
  process.stdout.write('ready\n');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const { applied } = await new Migrator(db).up();
  await db.close();
  process.stdout.write(`${JSON.stringify(applied)}\n`, () => process.exit(0));
};

void main();
