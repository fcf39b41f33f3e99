import type { Answer, Body } from '../../../../src/contract/route.ts';
import type * as contract from '../../../../src/contract/second-factor.ts';
import { api, endpoint } from '../../../lib/api.ts';

const completeSignIn = endpoint<typeof contract.completeSignIn>('post', '/api/auth/second-factor');
const getSecondFactors = endpoint<typeof contract.getSecondFactors>('get', '/api/account/second-factor');
const proposeTotp = endpoint<typeof contract.proposeTotp>('post', '/api/account/second-factor/totp');
const confirmTotp = endpoint<typeof contract.confirmTotp>('post', '/api/account/second-factor/totp/confirm');
const removeTotp = endpoint<typeof contract.removeTotp>('delete', '/api/account/second-factor/totp');
const renewRecoveryCodes = endpoint<typeof contract.renewRecoveryCodes>(
  'post',
  '/api/account/second-factor/recovery-codes',
);

const startPasskey = endpoint<typeof contract.startPasskey>('post', '/api/account/passkeys/options');
const addPasskey = endpoint<typeof contract.addPasskey>('post', '/api/account/passkeys');
const removePasskey = endpoint<typeof contract.removePasskey>('delete', '/api/account/passkeys/:id');
const startPasskeySignIn = endpoint<typeof contract.startPasskeySignIn>('post', '/api/auth/passkey/options');
const signInWithPasskey = endpoint<typeof contract.signInWithPasskey>('post', '/api/auth/passkey');

export type SecondFactorState = Answer<typeof contract.getSecondFactors>;
export type TotpProposal = Answer<typeof contract.proposeTotp>;

/** The second step of signing in, and what a person sets up for it. */
export const secondFactorApi = api.enhanceEndpoints({ addTagTypes: ['SecondFactor'] }).injectEndpoints({
  endpoints: (build) => ({
    completeSignIn: build.mutation<Answer<typeof contract.completeSignIn>, Body<typeof contract.completeSignIn>>({
      query: (body) => completeSignIn({ body }),
    }),
    secondFactors: build.query<SecondFactorState, void>({
      query: () => getSecondFactors(),
      providesTags: ['SecondFactor'],
    }),
    proposeTotp: build.mutation<TotpProposal, void>({ query: () => proposeTotp() }),
    confirmTotp: build.mutation<Answer<typeof contract.confirmTotp>, Body<typeof contract.confirmTotp>>({
      query: (body) => confirmTotp({ body }),
      invalidatesTags: (done) => (done ? ['SecondFactor', 'Me'] : []),
    }),
    removeTotp: build.mutation<Answer<typeof contract.removeTotp>, void>({
      query: () => removeTotp(),
      invalidatesTags: (done) => (done ? ['SecondFactor', 'Me'] : []),
    }),
    renewRecoveryCodes: build.mutation<Answer<typeof contract.renewRecoveryCodes>, void>({
      query: () => renewRecoveryCodes(),
      invalidatesTags: (done) => (done ? ['SecondFactor'] : []),
    }),
    startPasskey: build.mutation<Answer<typeof contract.startPasskey>, void>({ query: () => startPasskey() }),
    addPasskey: build.mutation<Answer<typeof contract.addPasskey>, Body<typeof contract.addPasskey>>({
      query: (body) => addPasskey({ body }),
      invalidatesTags: (done) => (done ? ['SecondFactor', 'Me'] : []),
    }),
    removePasskey: build.mutation<Answer<typeof contract.removePasskey>, string>({
      query: (id) => removePasskey({ params: { id } }),
      invalidatesTags: (done) => (done ? ['SecondFactor', 'Me'] : []),
    }),
    startPasskeySignIn: build.mutation<Answer<typeof contract.startPasskeySignIn>, void>({
      query: () => startPasskeySignIn(),
    }),
    signInWithPasskey: build.mutation<
      Answer<typeof contract.signInWithPasskey>,
      Body<typeof contract.signInWithPasskey>
    >({ query: (body) => signInWithPasskey({ body }) }),
  }),
});
