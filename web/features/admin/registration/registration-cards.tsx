import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useIsAdmin } from '../shared/use-is-admin.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { RequestsCard } from './requests-card.tsx';

/** How people come to an account: those who wait, the rule, and the invitations. */
export const RegistrationCards = () => {
  const { now } = useBrowserEnv();
  return (
    <>
      <RequestsCard />
      {useIsAdmin() ? <RegistrationCard /> : null}
      <InvitationsCard now={now().getTime()} />
    </>
  );
};
