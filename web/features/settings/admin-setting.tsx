import { ShieldCheck } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { useTranslations } from './texts.ts';

/** The way to the panel, for admins. */
export const AdminSetting = ({ onOpen }: { readonly onOpen: () => void }) => {
  const t = useTranslations();
  return (
    <SettingRow label={t('admin')} note={t('adminNote')}>
      <Button size="s" icon={<ShieldCheck />} onClick={onOpen}>
        {t('adminPanel')}
      </Button>
    </SettingRow>
  );
};
