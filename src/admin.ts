import { environment } from './config.ts';
import { makeContainer } from './container/index.ts';
import { Migrator } from './adapters/sql/migrator.ts';
import { GrantAdmin } from './domain/accounts/first-admin.ts';
import { makePrivateFiles } from './private-files.ts';
import { openParts } from './start.ts';

/** `npm run admin -- grant EMAIL`: gives an existing account the admin right. */
const run = async ([command, email]: readonly string[]): Promise<number> => {
  if (command !== 'grant' || email === undefined) {
    console.error('Usage: npm run admin -- grant EMAIL');
    return 2;
  }
  const parts = await openParts({ ...environment(), METRICS_PORT: '0' });
  try {
    const container = makeContainer(parts);
    await container.get(Migrator).up();
    const granted = await container.get(GrantAdmin).execute(email);
    console.log(granted ? `${email} is an admin now.` : `There is no account with the address ${email}.`);
    return granted ? 0 : 1;
  } finally {
    await parts.llm.close();
    await parts.database.close();
  }
};

makePrivateFiles();
run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
