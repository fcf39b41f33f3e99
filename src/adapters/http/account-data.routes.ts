import * as contract from '../../contract/account-data.ts';
import type { ExportAccount } from '../../domain/account-data/export-account.ts';
import type { ImportChats } from '../../domain/account-data/import-chats.ts';
import type { KeepInstruction, ReadInstruction } from '../../domain/chat/own-instruction.ts';
import { type CloseOwnAccount, proofOf } from '../../domain/people/close-own-account.ts';
import { download } from './download.ts';
import type { Mount } from './mount.ts';
import { done } from './present.ts';
import { askerOf, personOf } from './principal.ts';

export interface AccountDataUses {
  readonly exportAccount: ExportAccount;
  readonly importChats: ImportChats;
  readonly closeOwnAccount: CloseOwnAccount;
  readonly readInstruction: ReadInstruction;
  readonly keepInstruction: KeepInstruction;
}

const MOST_NAMED = 200;

const FILES = {
  json: { name: 'parley-data.json', type: 'application/json' },
  markdown: { name: 'parley-data.md', type: 'text/markdown' },
} as const;

/** A person's own data: out, in, and gone. */
export const accountDataRoutes = (mount: Mount, use: AccountDataUses): void => {
  mount(contract.exportAccount, async ({ query: { format }, principal, ctx }) =>
    download(ctx, use.exportAccount.execute(principal.user.uid, format), FILES[format]),
  );
  mount(contract.closingProof, async ({ principal }) => ({ proof: proofOf(principal.user) }));
  mount(contract.deleteAccount, async ({ body, principal }) => {
    await use.closeOwnAccount.execute(principal.user, body);
    return done;
  });
  mount(contract.importChats, async ({ body, principal }) => {
    const { skipped, ...told } = await use.importChats.execute(personOf(principal), body);
    return { ...told, skipped: skipped.slice(0, MOST_NAMED), skippedInAll: skipped.length };
  });
  mount(contract.readInstruction, async ({ principal }) => ({
    text: await use.readInstruction.execute(principal.user.uid),
  }));
  mount(contract.keepInstruction, async ({ body, principal }) => ({
    text: await use.keepInstruction.execute(askerOf(principal), body.text),
  }));
};
