import { useState } from 'react';

import type { User } from '../../../src/contract/common.ts';
import { Button } from '../../ui/button.tsx';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { ExportRow } from './export-row.tsx';
import { ImportRow } from './import-row.tsx';
import { useTranslations } from './texts.ts';

interface AccountDataProps {
  readonly user: User;
  /** The account is gone from the server: nothing of it may stay in the browser. */
  readonly onDeleted: () => void;
  readonly onImported: () => void;
}

/** What a person may do with their own data, in the settings: take it out, bring chats in, and leave. */
export const AccountData = ({ user, onDeleted, onImported }: AccountDataProps) => {
  const t = useTranslations();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <SettingSection title={t('yourData')}>
      <ExportRow />
      <ImportRow onImported={onImported} />
      <SettingRow label={t('deleteMine')} note={t('deleteNote')}>
        <Button size="s" onClick={() => setConfirming(true)}>
          {t('deleteAccount')}
        </Button>
      </SettingRow>
      {isConfirming ? (
        <DeleteAccountDialog user={user} onDeleted={onDeleted} onClose={() => setConfirming(false)} />
      ) : null}
    </SettingSection>
  );
};
