import * as contract from '../../../contract/account-data.ts';
import { ExportAccount } from '../../../domain/account-data/export-account.ts';
import { ImportChats } from '../../../domain/account-data/import-chats.ts';
import { SaveCustomInstructions, GetCustomInstructions } from '../../../domain/chat/replies/custom-instructions.ts';
import { DeleteOwnAccount, getRequiredProof } from '../../../domain/user-admin/delete-own-account.ts';
import { download } from '../streaming/download.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS } from '../presenters.ts';
import { toRequester, toUserRequester } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';

export const accountDataHandlers = {
  exportAccount: ExportAccount,
  importChats: ImportChats,
  deleteOwnAccount: DeleteOwnAccount,
  getCustomInstructions: GetCustomInstructions,
  saveCustomInstructions: SaveCustomInstructions,
};

export type AccountDataHandlers = Handlers<typeof accountDataHandlers>;

const MAX_SKIPPED_NAMES = 200;

const EXPORT_FILES = {
  json: { name: 'parley-data.json', type: 'application/json' },
  markdown: { name: 'parley-data.md', type: 'text/markdown' },
} as const;

/** Export, import and deletion of the user's own data. */
export const accountDataRoutes = (mount: Mount, handlers: AccountDataHandlers): void => {
  mount(contract.exportAccount, async ({ query: { format }, principal, ctx }) =>
    download(ctx, await handlers.exportAccount.start(principal.user.uid, format), EXPORT_FILES[format]),
  );
  mount(contract.accountDeletionProof, async ({ principal }) => ({ proof: getRequiredProof(principal.user) }));
  mount(contract.deleteAccount, async ({ body, principal }) => {
    await handlers.deleteOwnAccount.execute(principal.user, body, principal.session);
    return SUCCESS;
  });
  mount(contract.importChats, async ({ body, principal }) => {
    const { skipped, ...summary } = await handlers.importChats.execute(toUserRequester(principal), body);
    return { ...summary, skipped: skipped.slice(0, MAX_SKIPPED_NAMES), skippedInAll: skipped.length };
  });
  mount(contract.getCustomInstructions, async ({ principal }) => ({
    text: await handlers.getCustomInstructions.execute(principal.user.uid),
  }));
  mount(contract.saveCustomInstructions, async ({ body, principal }) => ({
    text: await handlers.saveCustomInstructions.execute(toRequester(principal), body.text),
  }));
};
