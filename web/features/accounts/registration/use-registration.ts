import type { AuthMode } from '../../../state/auth-modal-slice.ts';
import { useAppSelector } from '../../../state/store.ts';
import type { AccountFields } from '../account-fields.ts';
import { useOfferedWays } from '../sign-in/sign-in-methods.tsx';
import { useTranslations } from '../texts.ts';
import { useInvitation } from './use-invitation.ts';

/** Whether whoever is here can make an account, or ask for one. */
export const useMayRegister = (): boolean => {
  const { registration } = useOfferedWays();
  const { token } = useInvitation();
  return registration !== 'closed' && (registration !== 'invitation' || token !== null);
};

/** Who cannot make an account may only sign in. */
export const useAuthMode = (): AuthMode => {
  const mode = useAppSelector(({ authModal }) => authModal.mode);
  const mayRegister = useMayRegister();
  return mode === 'register' && !mayRegister ? 'login' : mode;
};

/** Whether an admin approves before there is an account. */
const useNeedsApproval = (): boolean => {
  const { registration } = useOfferedWays();
  const { token } = useInvitation();
  return registration === 'approval' && token === null;
};

/** Who invites, or that an admin decides. */
export const useRegisterLead = (): string => {
  const t = useTranslations();
  const needsApproval = useNeedsApproval();
  const { invitation } = useInvitation();
  if (invitation) return t('invitedLead', { name: invitation.byName });
  return t(needsApproval ? 'approvalRegisterLead' : 'registerLead');
};

export const useRegisterAction = (): string => {
  const t = useTranslations();
  return t(useNeedsApproval() ? 'sendRequest' : 'createAccount');
};

/** With the address that an invitation is for, which then is no choice. */
export const useInvitedFields = (fields: AccountFields) => {
  const email = useInvitation().invitation?.email ?? null;
  return { fields: email === null ? fields : { ...fields, email }, hasFixedEmail: email !== null };
};
