import { readEnvironment } from './config.ts';
import { createContainer } from './container/create-container.ts';
import { Migrator } from './adapters/sql/migrator.ts';
import { GrantAdmin } from './domain/accounts/first-admin.ts';
import { setPrivateUmask } from './platform/private-files.ts';
import { openAppContext } from './process/open-context.ts';

/** `npm run admin -- grant EMAIL`: gives an existing account the admin right. */
const run = async ([command, email]: readonly string[]): Promise<number> => {
  if (command !== 'grant' || email === undefined) {
    console.error('Usage: npm run admin -- grant EMAIL');
    return 2;
  }
  const context = await openAppContext({ ...readEnvironment(), METRICS_PORT: '0' });
  try {
    const container = createContainer(context);
    await container.get(Migrator).up();
    const granted = await container.get(GrantAdmin).execute(email);
    console.log(granted ? `${email} is an admin now.` : `There is no account with the verified address ${email}.`);
    return granted ? 0 : 1;
  } finally {
    await context.llm.close();
    await context.database.close();
  }
};

setPrivateUmask();
run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
