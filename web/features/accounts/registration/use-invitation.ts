import type { Answer, Body } from '../../../../src/contract/route.ts';
import type * as contract from '../../../../src/contract/registration.ts';
import { api, endpoint } from '../../../lib/api.ts';
import { isApiFailure } from '../../../lib/api-error.ts';
import { currentLanguage } from '../../../lib/i18n/translations.ts';
import { useAppSelector } from '../../../state/store.ts';
import { identityApi } from '../identity-api.ts';

const checkInvitation = endpoint<typeof contract.checkInvitation>('post', '/api/auth/invitation');

const invitationApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkInvitation: build.query<Answer<typeof contract.checkInvitation>, Body<typeof contract.checkInvitation>>({
      query: (body) => checkInvitation({ body }),
    }),
  }),
});

/** The invitation whose link opened the page. One that cannot be used is not sent. */
export const useInvitation = () => {
  const token = useAppSelector(({ authModal }) => authModal.invitation);
  const { data, error } = invitationApi.useCheckInvitationQuery({ token: token ?? '' }, { skip: token === null });
  const isInvalid = isApiFailure(error) && error.status < 500;
  return { token: isInvalid ? null : token, isInvalid, invitation: token === null ? undefined : data };
};

/** What goes with each way of making an account: the invitation, and the language of the mail about a request. */
export const useRegistrationInput = () => {
  const { token } = useInvitation();
  const { data: ways } = identityApi.useSignInWaysQuery();
  return () => ({
    ...(token === null ? {} : { invitation: token }),
    ...(ways?.registration === 'approval' ? { language: currentLanguage() } : {}),
  });
};
