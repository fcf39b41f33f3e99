import { Files } from 'lucide-react';

import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/display/load-state.tsx';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { filesApi } from './files-api.ts';
import { StorageUsage } from './manager/storage-usage.tsx';
import { useTranslations } from './texts.ts';

/** How much is kept, and the way to it, in the settings. */
export const FilesSetting = ({ onManage }: { readonly onManage: () => void }) => {
  const t = useTranslations();
  const query = filesApi.useListFilesQuery({ limit: 1 }, { refetchOnMountOrArgChange: true });
  return (
    <>
      <SettingRow label={t('yourFiles')} note={t('managerAbout')}>
        <Button size="s" icon={<Files />} onClick={onManage}>
          {t('manager')}
        </Button>
      </SettingRow>
      <Loaded query={query} lines={1} loading={t('loadingFiles')} failed={t('listFailed')}>
        {({ usage }) => <StorageUsage of={usage} />}
      </Loaded>
    </>
  );
};
