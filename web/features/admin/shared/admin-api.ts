import type * as contract from '../../../../src/contract/admin-users.ts';
import type * as logs from '../../../../src/contract/debug-logs.ts';
import type * as operations from '../../../../src/contract/operations.ts';
import type * as sentence from '../../../../src/contract/sentence-model.ts';
import type { Answer, Body, Query } from '../../../../src/contract/route.ts';
import { endpoint } from '../../../lib/api.ts';
import { panelApi } from './panel-api.ts';

const listUsers = endpoint<typeof contract.listUsers>('get', '/api/admin/users');
const setLimits = endpoint<typeof contract.setUserLimits>('post', '/api/admin/user/:uid/limits');
const suspend = endpoint<typeof contract.suspendUser>('post', '/api/admin/user/:uid/suspend');
const reinstate = endpoint<typeof contract.resumeUser>('post', '/api/admin/user/:uid/resume');
const grant = endpoint<typeof contract.grantTier>('post', '/api/admin/user/:uid/tier');
const verifyAddress = endpoint<typeof contract.verifyAddress>('post', '/api/admin/user/:uid/verify-email');
export const exportUsers = endpoint<typeof contract.exportUsers>('get', '/api/admin/users/export');
const setRole = endpoint<typeof contract.setRole>('post', '/api/admin/user/:uid/role');
const resetSecondFactor = endpoint<typeof contract.resetSecondFactor>('post', '/api/admin/user/:uid/second-factor');
const remove = endpoint<typeof contract.deleteUser>('post', '/api/admin/user/:uid/delete');
const debugLogs = endpoint<typeof logs.debugLogs>('get', '/api/admin/debug-logs');
export const exportLogs = endpoint<typeof logs.exportDebugLogs>('get', '/api/admin/debug-logs/export');
const overview = endpoint<typeof operations.overview>('get', '/api/admin/overview');
const getHealth = endpoint<typeof operations.getHealth>('get', '/api/admin/health');
const getEmbeddingBacklog = endpoint<typeof operations.getEmbeddingBacklog>('get', '/api/admin/embedding-backlog');
const testConnection = endpoint<typeof operations.testConnection>('post', '/api/admin/health/:need/test');

const getSentenceModel = endpoint<typeof sentence.getSentenceModel>('get', '/api/admin/sentence-model');
const switchSentenceModel = endpoint<typeof sentence.switchSentenceModel>('post', '/api/admin/sentence-model');

export type UserRow = contract.AdminUserRow;
export type Users = Answer<typeof contract.listUsers>;
export type UserLimits = Body<typeof contract.setUserLimits>['limits'];
export type LogEntry = logs.LogEntry;
export type LogQuery = Query<typeof logs.debugLogs>;
export type Overview = Answer<typeof operations.overview>;
export type SentenceModel = Answer<typeof sentence.getSentenceModel>;
export type Health = operations.Health;
type UserResponse = Answer<typeof contract.setUserLimits>;

/** Users, the event log, usage, and the health of the server. */
export const adminApi = panelApi.injectEndpoints({
  endpoints: (build) => ({
    users: build.query<Users, Query<typeof contract.listUsers>>({
      query: (query) => listUsers({ query }),
      providesTags: ['AdminUsers'],
      keepUnusedDataFor: 5,
    }),
    setUserLimits: build.mutation<
      UserResponse,
      { uid: string; limits: UserLimits; before: UserLimits; reason: string }
    >({
      query: ({ uid, ...body }) => setLimits({ params: { uid }, body }),
      // Also after a refusal, which may come because another admin has changed them.
      invalidatesTags: ['AdminUsers'],
    }),
    suspendUser: build.mutation<UserResponse, { uid: string; suspended: boolean } & Body<typeof contract.suspendUser>>({
      query: ({ uid, suspended, ...body }) => (suspended ? suspend : reinstate)({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    grantTier: build.mutation<UserResponse, { uid: string } & Body<typeof contract.grantTier>>({
      query: ({ uid, ...body }) => grant({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    verifyAddress: build.mutation<UserResponse, { uid: string; reason: string }>({
      query: ({ uid, ...body }) => verifyAddress({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    setRole: build.mutation<UserResponse, { uid: string } & Body<typeof contract.setRole>>({
      query: ({ uid, ...body }) => setRole({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    resetSecondFactor: build.mutation<UserResponse, { uid: string } & Body<typeof contract.resetSecondFactor>>({
      query: ({ uid, ...body }) => resetSecondFactor({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    deleteUser: build.mutation<Answer<typeof contract.deleteUser>, { uid: string } & Body<typeof contract.deleteUser>>({
      query: ({ uid, ...body }) => remove({ params: { uid }, body }),
      invalidatesTags: (result) => (result ? ['AdminUsers'] : []),
    }),
    debugLogs: build.query<Answer<typeof logs.debugLogs>, LogQuery>({
      query: (query) => debugLogs({ query }),
      keepUnusedDataFor: 0,
    }),
    overview: build.query<Overview, number>({ query: (days) => overview({ query: { days } }) }),
    health: build.query<Answer<typeof operations.getHealth>, void>({ query: () => getHealth() }),
    embeddingBacklog: build.query<Answer<typeof operations.getEmbeddingBacklog>, void>({
      query: () => getEmbeddingBacklog(),
    }),
    sentenceModel: build.query<SentenceModel, void>({ query: () => getSentenceModel() }),
    switchSentenceModel: build.mutation<Answer<typeof sentence.switchSentenceModel>, boolean>({
      query: (enabled) => switchSentenceModel({ body: { enabled } }),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const { data } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (data) void dispatch(adminApi.util.upsertQueryData('sentenceModel', undefined, data.model));
      },
    }),
    testConnection: build.mutation<Answer<typeof operations.testConnection>, string>({
      query: (need) => testConnection({ params: { need } }),
    }),
  }),
});
