import { useState } from 'react';

import { isApiFailure } from '../../../lib/api-error.ts';
import { panelSet, type SecondFactorChallenge } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch } from '../../../state/store.ts';
import styles from '../account-form.module.css';
import type { SignedIn } from '../accounts-api.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { secondFactorApi } from './second-factor-api.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useTranslations } from './texts.ts';

interface SecondFactorPanelProps extends SecondFactorChallenge {
  readonly onSignedIn: (session: SignedIn) => void;
}

/** The second step of signing in, in the dialog of the first: whatever was typed in the page waits behind it. */
export const SecondFactorPanel = ({ challenge, methods, onSignedIn }: SecondFactorPanelProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const [isExpired, setExpired] = useState(false);
  const [complete, { isLoading }] = secondFactorApi.useCompleteSignInMutation();
  const send: Parameters<typeof SecondFactorForm>[0]['send'] = async (proof) => {
    const { data, error } = await complete({ challenge, proof });
    if (data) onSignedIn(data);
    setExpired(isApiFailure(error) && error.code === 'SECOND_FACTOR_EXPIRED');
    return error;
  };
  return (
    <div className={styles['form']}>
      {methods.includes('passkey') ? <PasskeyButton onSignedIn={onSignedIn} /> : null}
      <SecondFactorForm
        offersApp={methods.includes('totp')}
        offersRecovery={methods.includes('recovery-code')}
        send={send}
        busy={isLoading}
        isBlocked={isExpired}
      >
        <button type="button" className={styles['link']} onClick={() => dispatch(panelSet('enter'))}>
          {t('startAgain')}
        </button>
      </SecondFactorForm>
    </div>
  );
};
