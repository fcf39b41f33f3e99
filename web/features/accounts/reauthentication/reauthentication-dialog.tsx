import type { User } from '../../../../src/contract/common.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useTranslations } from '../texts.ts';
import { PasswordConfirmation } from './password-confirmation.tsx';
import { PhoneConfirmation } from './phone-confirmation.tsx';
import { LinkedProviders, ProviderConfirmation } from './provider-confirmation.tsx';
import { SecondFactorConfirmation } from './second-factor-confirmation.tsx';

interface ReauthenticationDialogProps {
  readonly user: User;
  readonly onConfirmed: () => void;
  readonly onClose: () => void;
}

const Proof = ({ user, onConfirmed }: Pick<ReauthenticationDialogProps, 'user' | 'onConfirmed'>) => {
  const { hasSecondFactor, hasPassword, phoneNumber, email } = user;
  if (hasSecondFactor) return <SecondFactorConfirmation onConfirmed={onConfirmed} />;
  if (hasPassword)
    return (
      <>
        <PasswordConfirmation email={email ?? phoneNumber} onConfirmed={onConfirmed} />
        <LinkedProviders onConfirmed={onConfirmed} />
      </>
    );
  if (phoneNumber !== null)
    return (
      <>
        <PhoneConfirmation phoneNumber={phoneNumber} onConfirmed={onConfirmed} />
        <LinkedProviders onConfirmed={onConfirmed} />
      </>
    );
  return <ProviderConfirmation email={email} onConfirmed={onConfirmed} />;
};

/** Asks for a fresh proof of identity, before something that needs one goes on. */
export const ReauthenticationDialog = ({ user, onConfirmed, onClose }: ReauthenticationDialogProps) => {
  const t = useTranslations();
  return (
    <Dialog title={t('confirmTitle')} size="s" description={t('confirmLead')} onClose={onClose}>
      <Proof user={user} onConfirmed={onConfirmed} />
    </Dialog>
  );
};
