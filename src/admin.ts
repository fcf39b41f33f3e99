import { Migrator } from './adapters/sql/migrator.ts';
import { ProcessBackground } from './adapters/system/background.ts';
import { GrantAdmin } from './domain/accounts/first-admin.ts';
import { ReplyBus } from './domain/chat/replies/bus/ports.ts';
import { ResetSecondFactor } from './domain/accounts/second-factor/reset-second-factor.ts';
import { CheckAudit } from './domain/audit/check-audit.ts';
import type { ChainEnd } from './domain/audit/entry.ts';
import { type CommandTools, printUsage, runCommand } from './process/command.ts';

const USAGE = 'npm run admin -- grant|reset-second-factor EMAIL\n       npm run audit:verify [-- NUMBER:HASH]';

/** Gives an existing account the admin right. */
const grant = async ({ container, print }: CommandTools, email: string): Promise<number> => {
  const granted = await container.get(GrantAdmin).execute(email);
  print(granted ? `${email} is an admin now.` : `There is no account with the verified address ${email}.`);
  return granted ? 0 : 1;
};

/** For a person who has lost app and recovery codes. */
const resetSecondFactor = async ({ container, print }: CommandTools, email: string): Promise<number> => {
  await container.get(ReplyBus).open(); // running replies end with the sessions
  await container.get(ResetSecondFactor).executeByEmail(email);
  print(`The second factor of ${email} is removed, and all its devices are signed out.`);
  await container.get(ProcessBackground).drain(); // the mail
  return 0;
};

const FOR_EMAIL: ReadonlyMap<string | undefined, typeof grant> = new Map([
  ['grant', grant],
  ['reset-second-factor', resetSecondFactor],
]);

/** The end of the chain that an earlier run printed. */
const parseEnd = (text: string | undefined): ChainEnd | undefined => {
  const [, sequence, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text ?? '') ?? [];
  return sequence && hash ? { sequence: Number(sequence), hash } : undefined;
};

/** Says where the audit log was changed first, if it was. */
const verifyAudit = async ({ container, print }: CommandTools, noted: ChainEnd | undefined): Promise<number> => {
  const { checked, head, fault } = await container.get(CheckAudit).execute(noted);
  print(`${checked} entries are in order, up to ${head.sequence}:${head.hash}`);
  if (fault) print(`The chain does not hold at entry ${fault.sequence} (${fault.kind}).`);
  return fault ? 1 : 0;
};

runCommand(async (tools) => {
  const [command, argument, ...rest] = process.argv.slice(2);
  const noted = parseEnd(argument);
  const forEmail = argument === undefined ? undefined : FOR_EMAIL.get(command);
  const isVerify = command === 'verify-audit' && (argument === undefined || noted !== undefined);
  if (rest.length > 0 || (!forEmail && !isVerify)) return printUsage(USAGE);
  await tools.container.get(Migrator).up();
  return forEmail ? forEmail(tools, argument ?? '') : verifyAudit(tools, noted);
});
