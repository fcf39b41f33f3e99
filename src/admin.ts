import { Migrator } from './adapters/sql/migrator.ts';
import { GrantAdmin } from './domain/accounts/first-admin.ts';
import { printUsage, runCommand } from './process/command.ts';

/** `npm run admin -- grant EMAIL`: gives an existing account the admin right. */
runCommand(async ({ container, print }) => {
  const [command, email] = process.argv.slice(2);
  if (command !== 'grant' || email === undefined) return printUsage('npm run admin -- grant EMAIL');
  await container.get(Migrator).up();
  const granted = await container.get(GrantAdmin).execute(email);
  print(granted ? `${email} is an admin now.` : `There is no account with the verified address ${email}.`);
  return granted ? 0 : 1;
});
