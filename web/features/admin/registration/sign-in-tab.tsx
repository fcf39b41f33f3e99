import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** How people come to an account and prove who they are: those who wait, the rules, and the invitations. */
export const SignInTab = () => {
  const { now } = useBrowserEnv();
  const isAdmin = useIsAdmin();
  return (
    <>
      <RequestsCard />
      {isAdmin ? <RegistrationCard /> : null}
      {isAdmin ? <SecondFactorCard /> : null}
      <InvitationsCard now={now().getTime()} />
    </>
  );
};
