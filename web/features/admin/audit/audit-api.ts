import type * as contract from '../../../../src/contract/audit.ts';
import type { Answer, Query } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';

const list = endpoint<typeof contract.listAudit>('get', '/api/admin/audit');
export const exportAudit = endpoint<typeof contract.exportAudit>('get', '/api/admin/audit/export');
const verify = endpoint<typeof contract.verifyAudit>('post', '/api/admin/audit/verify');

export type AuditEntry = contract.AuditEntryRow;
export type AuditFilter = Omit<Query<typeof contract.listAudit>, 'limit' | 'before'>;
export type AuditVerdict = Answer<typeof contract.verifyAudit>;
type Page = Answer<typeof contract.listAudit>;

const PAGE_SIZE = 50;

/** The audit log, page by page from the newest entry. */
export const auditApi = api.injectEndpoints({
  endpoints: (build) => ({
    audit: build.infiniteQuery<Page, AuditFilter, number | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next,
      },
      query: ({ queryArg, pageParam }) =>
        list({ query: { ...queryArg, limit: PAGE_SIZE, ...(pageParam === null ? {} : { before: pageParam }) } }),
      keepUnusedDataFor: 0,
    }),
    verifyAudit: build.mutation<AuditVerdict, void>({ query: () => verify() }),
  }),
});
