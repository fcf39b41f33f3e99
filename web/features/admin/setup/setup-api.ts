import type { Answer, Body } from '../../../../src/contract/route.ts';
import type * as contract from '../../../../src/contract/setup.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from '../shared/panel-api.ts';

const getSetup = endpoint<typeof contract.getSetup>('get', '/api/admin/setup');
const choosePurpose = endpoint<typeof contract.choosePurpose>('post', '/api/admin/setup/purpose');
const testServer = endpoint<typeof contract.testModelServer>('post', '/api/admin/setup/models/test');
const connectServer = endpoint<typeof contract.connectModelServer>('post', '/api/admin/setup/models');
const disconnectServer = endpoint<typeof contract.disconnectModelServer>('delete', '/api/admin/setup/models');
const sendTestMail = endpoint<typeof contract.sendTestMail>('post', '/api/admin/setup/mail');
const skipStep = endpoint<typeof contract.skipSetupStep>('post', '/api/admin/setup/skip');

export type Setup = contract.Setup;
export type SetupStep = contract.SetupStep;
export type OfferedModel = Answer<typeof contract.testModelServer>['models'][number];
export type ModelServerForm = Body<typeof contract.testModelServer>;
type Saved = Answer<typeof contract.choosePurpose>;

/** What the page shows of it elsewhere: the demo's notice, plans, limits and agents. */
const AFFECTED = ['Setup', 'Freemium', 'Me', 'Usage', 'Configs', 'Models', 'AdminVersions'] as const;

export const setupApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    setup: build.query<Setup, void>({ query: () => getSetup(), providesTags: ['Setup'] }),
    choosePurpose: build.mutation<Saved, Body<typeof contract.choosePurpose>>({
      query: (body) => choosePurpose({ body }),
      invalidatesTags: (result) => (result ? AFFECTED : []),
    }),
    testModelServer: build.mutation<Answer<typeof contract.testModelServer>, ModelServerForm>({
      query: (body) => testServer({ body }),
    }),
    connectModelServer: build.mutation<Saved, Body<typeof contract.connectModelServer>>({
      query: (body) => connectServer({ body }),
      invalidatesTags: (result) => (result ? AFFECTED : []),
    }),
    disconnectModelServer: build.mutation<Saved, void>({
      query: () => disconnectServer(),
      invalidatesTags: (result) => (result ? AFFECTED : []),
    }),
    sendTestMail: build.mutation<Answer<typeof contract.sendTestMail>, void>({
      query: () => sendTestMail(),
      invalidatesTags: ['Setup'],
    }),
    skipSetupStep: build.mutation<Saved, SetupStep>({
      query: (step) => skipStep({ body: { step } }),
      invalidatesTags: ['Setup'],
    }),
  }),
});
