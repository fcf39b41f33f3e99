import type * as operations from '../../../../src/contract/operations.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';

const getOwnUsageMail = endpoint<typeof operations.getOwnUsageMail>('get', '/api/admin/usage-mail');
const setOwnUsageMail = endpoint<typeof operations.setOwnUsageMail>('put', '/api/admin/usage-mail');
const sendUsageMail = endpoint<typeof operations.sendUsageMail>('post', '/api/admin/usage-mail/send');

type OwnUsageMail = Answer<typeof operations.getOwnUsageMail>;

/** The weekly mail as this admin wants it. */
export const usageMailApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownUsageMail: build.query<OwnUsageMail, void>({ query: () => getOwnUsageMail() }),
    setOwnUsageMail: build.mutation<OwnUsageMail, Body<typeof operations.setOwnUsageMail>>({
      query: (body) => setOwnUsageMail({ body }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) void dispatch(usageMailApi.util.upsertQueryData('ownUsageMail', undefined, data));
      },
    }),
    sendUsageMail: build.mutation<Answer<typeof operations.sendUsageMail>, void>({ query: () => sendUsageMail() }),
  }),
});
