import type { User } from '../../../src/contract/common.ts';
import { useAppSelector } from '../../state/store.ts';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import styles from './legacy-model.module.css';
import { useActiveModelName } from './models-api.ts';
import { useTranslations } from './texts.ts';

/** Which model answers, in the settings. */
export const ModelSetting = ({ user }: { readonly user: User }) => {
  const t = useTranslations();
  const preferred = useAppSelector(({ chat }) => chat.currentModel);
  const model = useActiveModelName(user, preferred);
  return (
    <SettingSection name="model" title={t('aiModel')}>
      <SettingRow label={t('model')}>
        <span className={styles['model']}>{model}</span>
      </SettingRow>
    </SettingSection>
  );
};
