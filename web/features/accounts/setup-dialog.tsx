import { useState } from 'react';

import { usePage } from '../../lib/page.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { accountBody, EMPTY_FIELDS, registerErrors, type AccountFields } from './account-fields.ts';
import { AccountForm } from './account-form.tsx';
import styles from './account-form.module.css';
import { accountsApi, type SignedIn } from './accounts-api.ts';
import { refuseCommon } from './common-password.ts';
import { refusalOf, type Refusal } from './refusal.ts';
import { say, useTexts } from './texts.ts';

interface SetupDialogProps {
  /** The one-time token of the link that the first start printed (D-69). */
  readonly token: string;
  readonly onSignedIn: (session: SignedIn) => void;
  readonly onClose: () => void;
}

/** Makes the first admin account of a new installation. */
export const SetupDialog = ({ token, onSignedIn, onClose }: SetupDialogProps) => {
  const t = useTexts();
  const page = usePage();
  const [fields, setFields] = useState<AccountFields>(EMPTY_FIELDS);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [claim, { isLoading }] = accountsApi.useClaimAdminMutation();
  const submit = async (): Promise<void> => {
    const common = await refuseCommon(fields.password);
    if (common) {
      setRefusal(common);
      return;
    }
    const answer = await claim({ token, ...accountBody(fields) });
    if (answer.data) onSignedIn(answer.data);
    else setRefusal(refusalOf(answer.error, say('registrationFailed'), page.now().getTime()));
  };
  return (
    <Dialog title={t('setupTitle')} size="s" onClose={onClose}>
      <p className={styles['lead']}>{t('setupLead')}</p>
      <AccountForm
        fields={fields}
        onFields={setFields}
        check={registerErrors}
        onSubmit={submit}
        refusal={refusal}
        busy={isLoading}
        isNew
        action={t('setupAction')}
      />
    </Dialog>
  );
};
