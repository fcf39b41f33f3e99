import type * as contract from '../../../src/contract/billing.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { api, endpoint } from '../../lib/api.ts';

const plans = endpoint<typeof contract.plans>('get', '/api/plans');
const createCheckout = endpoint<typeof contract.createCheckout>('post', '/api/stripe/create-checkout');
const subscription = endpoint<typeof contract.subscription>('get', '/api/stripe/subscription');
const cancelSubscription = endpoint<typeof contract.cancelSubscription>('post', '/api/stripe/cancel');
const resumeSubscription = endpoint<typeof contract.resumeSubscription>('post', '/api/stripe/resume');
const downgradeSubscription = endpoint<typeof contract.downgradeSubscription>('post', '/api/stripe/downgrade');
const cancelDowngrade = endpoint<typeof contract.cancelDowngrade>('delete', '/api/stripe/downgrade');
const customerPortal = endpoint<typeof contract.customerPortal>('post', '/api/stripe/portal');
const usage = endpoint<typeof contract.usage>('get', '/api/ai/usage');

export type Plans = Answer<typeof contract.plans>;
export type Plan = Plans['plans'][number];
export type Subscription = Answer<typeof contract.subscription>;
export type Usage = Answer<typeof contract.usage>;
export type PaidTier = Body<typeof contract.createCheckout>['tier'];

/** What is sold here, what this account pays for, and what it has used. */
export const billingApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<Plans, void>({ query: () => plans(), providesTags: ['Plans'] }),
    subscription: build.query<Subscription, void>({ query: () => subscription(), providesTags: ['Subscription'] }),
    createCheckout: build.mutation<Answer<typeof contract.createCheckout>, PaidTier>({
      query: (tier) => createCheckout({ body: { tier } }),
    }),
    cancelSubscription: build.mutation<Answer<typeof contract.cancelSubscription>, void>({
      query: () => cancelSubscription(),
      invalidatesTags: (done) => (done ? ['Subscription'] : []),
    }),
    resumeSubscription: build.mutation<Answer<typeof contract.resumeSubscription>, void>({
      query: () => resumeSubscription(),
      invalidatesTags: ['Subscription'],
    }),
    downgrade: build.mutation<Answer<typeof contract.downgradeSubscription>, PaidTier>({
      query: (tier) => downgradeSubscription({ body: { tier } }),
      invalidatesTags: ['Subscription'],
    }),
    cancelDowngrade: build.mutation<Answer<typeof contract.cancelDowngrade>, void>({
      query: () => cancelDowngrade(),
      invalidatesTags: ['Subscription'],
    }),
    customerPortal: build.mutation<Answer<typeof contract.customerPortal>, void>({ query: () => customerPortal() }),
    usage: build.query<Usage, void>({ query: () => usage(), providesTags: ['Usage'] }),
  }),
});
