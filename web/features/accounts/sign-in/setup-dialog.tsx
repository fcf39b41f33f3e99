import { useState } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toAccountBody, EMPTY_FIELDS, validateRegistration, type AccountFields } from '../account-fields.ts';
import { AccountForm } from '../account-form.tsx';
import styles from '../account-form.module.css';
import { accountsApi, type SignedIn } from '../accounts-api.ts';
import { rejectCommonPassword } from './reject-common-password.ts';
import { toRefusal, type Refusal } from '../refusal.tsx';
import { useTranslations } from '../texts.ts';

interface SetupDialogProps {
  /** The one-time token of the link that the first start printed. */
  readonly token: string;
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onClose: () => void;
}

/** Makes the first admin account of a new installation. */
export const SetupDialog = ({ token, onSignedIn, onClose }: SetupDialogProps) => {
  const t = useTranslations();
  const page = useBrowserEnv();
  const [fields, setFields] = useState<AccountFields>(EMPTY_FIELDS);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [claim, { isLoading }] = accountsApi.useClaimAdminMutation();
  const submit = async (): Promise<void> => {
    const commonPassword = await rejectCommonPassword(fields.password);
    if (commonPassword) {
      setRefusal(commonPassword);
      return;
    }
    const response = await claim({ token, ...toAccountBody(fields) });
    if (response.data) onSignedIn(response.data);
    else setRefusal(toRefusal(response.error, t('registrationFailed'), page.now().getTime()));
  };
  return (
    <Dialog title={t('setupTitle')} size="s" onClose={onClose}>
      <p className={styles['lead']}>{t('setupLead')}</p>
      <AccountForm
        fields={fields}
        onFields={setFields}
        validate={validateRegistration}
        onSubmit={submit}
        refusal={refusal}
        busy={isLoading}
        isNew
        action={t('setupAction')}
      />
    </Dialog>
  );
};
