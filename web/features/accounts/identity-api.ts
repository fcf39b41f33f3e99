import type { Answer, Body } from '../../../src/contract/route.ts';
import type * as contract from '../../../src/contract/sign-in.ts';
import { api, endpoint } from '../../lib/api.ts';

const signInWays = endpoint<typeof contract.signInWays>('get', '/api/auth/ways');
const firebaseExchange = endpoint<typeof contract.firebaseExchange>('post', '/api/auth/firebase-exchange');
const providerSession = endpoint<typeof contract.providerSession>('post', '/api/auth/oidc/session');
const sendSms = endpoint<typeof contract.sendSms>('post', '/api/auth/send-sms');
const verifySms = endpoint<typeof contract.verifySms>('post', '/api/auth/verify-sms');
const verifyEmail = endpoint<typeof contract.verifyEmail>('post', '/api/auth/verify-email');
const readLink = endpoint<typeof contract.getLinkOwner>('post', '/api/auth/link');
const resendVerification = endpoint<typeof contract.resendVerification>('post', '/api/auth/resend-verification');
const forgotPassword = endpoint<typeof contract.forgotPassword>('post', '/api/auth/forgot-password');
const resetPassword = endpoint<typeof contract.resetPassword>('post', '/api/auth/reset-password');

export type SignInWays = Answer<typeof contract.signInWays>;
type SignedIn = Answer<typeof contract.verifySms>;

/** The calls behind the dialogs of signing in; they come with the dialogs, not with the page. */
export const identityApi = api.injectEndpoints({
  endpoints: (build) => ({
    signInWays: build.query<SignInWays, void>({ query: () => signInWays() }),
    firebaseExchange: build.mutation<SignedIn, Body<typeof contract.firebaseExchange>>({
      query: (body) => firebaseExchange({ body }),
    }),
    providerSession: build.mutation<SignedIn, Body<typeof contract.providerSession>>({
      query: (body) => providerSession({ body }),
    }),
    sendSms: build.mutation<Answer<typeof contract.sendSms>, Body<typeof contract.sendSms>>({
      query: (body) => sendSms({ body }),
    }),
    verifySms: build.mutation<SignedIn, Body<typeof contract.verifySms>>({ query: (body) => verifySms({ body }) }),
    readLink: build.mutation<Answer<typeof contract.getLinkOwner>, Body<typeof contract.getLinkOwner>>({
      query: (body) => readLink({ body }),
    }),
    verifyEmail: build.mutation<Answer<typeof contract.verifyEmail>, Body<typeof contract.verifyEmail>>({
      query: (body) => verifyEmail({ body }),
    }),
    resendVerification: build.mutation<Answer<typeof contract.resendVerification>, void>({
      query: () => resendVerification(),
    }),
    forgotPassword: build.mutation<Answer<typeof contract.forgotPassword>, Body<typeof contract.forgotPassword>>({
      query: (body) => forgotPassword({ body }),
    }),
    resetPassword: build.mutation<SignedIn, Body<typeof contract.resetPassword>>({
      query: (body) => resetPassword({ body }),
    }),
  }),
});
