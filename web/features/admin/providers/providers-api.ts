import type * as contract from '../../../../src/contract/providers.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';

const list = endpoint<typeof contract.listProviders>('get', '/api/admin/providers');
const test = endpoint<typeof contract.testProvider>('post', '/api/admin/providers/test');
const add = endpoint<typeof contract.addProvider>('post', '/api/admin/providers');
const change = endpoint<typeof contract.changeProvider>('put', '/api/admin/providers/:id');
const remove = endpoint<typeof contract.removeProvider>('delete', '/api/admin/providers/:id');

export type ProviderGroup = contract.ProviderGroup;
export type EnteredProvider = contract.EnteredProvider;
export type ProviderBody = Body<typeof contract.addProvider>;
type Saved = Answer<typeof contract.addProvider>;

const toShown = ({ kind, name, model, baseUrl, user, sender, hasKey, keyHint }: EnteredProvider) => ({
  ...{ kind, name, model, baseUrl, user, sender, hasKey, keyHint },
});

/** What the page shows of it elsewhere: models, the demo's notice, limits, and who sends mails. */
const AFFECTED = ['Providers', 'Setup', 'Freemium', 'Me', 'Usage', 'Configs', 'Models', 'AdminVersions'] as const;

export const providersApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    providers: build.query<Answer<typeof contract.listProviders>, void>({
      query: () => list(),
      providesTags: ['Providers'],
    }),
    testProvider: build.mutation<Answer<typeof contract.testProvider>, Body<typeof contract.testProvider>>({
      query: (body) => test({ body }),
    }),
    saveProvider: build.mutation<Saved, { readonly before: EnteredProvider | null; readonly body: ProviderBody }>({
      query: ({ before, body }) =>
        before ? change({ params: { id: before.id }, body: { ...body, before: toShown(before) } }) : add({ body }),
      // After a refusal too: another admin may have changed it.
      invalidatesTags: (result) => (result ? AFFECTED : ['Providers']),
    }),
    removeProvider: build.mutation<Saved, string>({
      query: (id) => remove({ params: { id } }),
      invalidatesTags: (result) => (result ? AFFECTED : []),
    }),
  }),
});
