import type * as contract from '../../../src/contract/account-data.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import type { sendSms } from '../../../src/contract/sign-in.ts';
import type { ApiFailure } from '../../lib/api-error.ts';
import { api, endpoint } from '../../lib/api.ts';
import { downloadFile } from '../../state/download-file.ts';
import type { AppStore } from '../../state/store.ts';

const exportAccount = endpoint<typeof contract.exportAccount>('get', '/api/account/export');
const importChats = endpoint<typeof contract.importChats>('post', '/api/account/import');
const getDeletionProof = endpoint<typeof contract.accountDeletionProof>('get', '/api/account/delete');
const deleteAccount = endpoint<typeof contract.deleteAccount>('post', '/api/account/delete');
const sendCode = endpoint<typeof sendSms>('post', '/api/auth/send-sms');

export type DeletionProof = Answer<typeof contract.accountDeletionProof>['proof'];
export type ImportResult = Answer<typeof contract.importChats>;
export type ExportFormat = 'json' | 'markdown';

const EXPORT_FILE_NAMES: Readonly<Record<ExportFormat, string>> = {
  json: 'parley-data.json',
  markdown: 'parley-data.md',
};

/** A person's own data. What is typed to close the account is given untracked, so that it lies in no store. */
export const accountDataApi = api.injectEndpoints({
  endpoints: (build) => ({
    closingProof: build.query<Answer<typeof contract.accountDeletionProof>, void>({
      query: () => getDeletionProof(),
      keepUnusedDataFor: 0,
    }),
    closeAccount: build.mutation<Answer<typeof contract.deleteAccount>, Body<typeof contract.deleteAccount>>({
      query: (body) => deleteAccount({ body }),
    }),
    /** A number that begins with + needs no country beside it. */
    sendClosingCode: build.mutation<Answer<typeof sendSms>, string>({
      query: (phoneNumber) => sendCode({ body: { phoneNumber } }),
    }),
    /** A failure may come after some chats are already in, so the history is read again either way. */
    importChats: build.mutation<ImportResult, Blob>({
      query: (file) => importChats({ body: file }),
      invalidatesTags: ['Chats'],
    }),
  }),
});

/** Saves everything as one file; null when that worked. */
export const exportData = (store: AppStore, format: ExportFormat): Promise<ApiFailure | null> =>
  downloadFile(store, exportAccount({ query: { format } }).path, EXPORT_FILE_NAMES[format]);
