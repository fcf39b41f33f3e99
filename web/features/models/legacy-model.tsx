import { useId } from 'react';

import { legacyModelSet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { Select } from '../../ui/forms/text-input.tsx';
import styles from './legacy-model.module.css';
import { modelsApi } from './models-api.ts';
import { useTranslations } from './texts.ts';

/** For admins: a model that goes with every plain message instead of the chosen one, until it is switched off or the page is left. */
export const LegacyModel = () => {
  const t = useTranslations();
  const id = useId();
  const dispatch = useAppDispatch();
  const chosen = useAppSelector(({ chat }) => chat.legacyModel);
  const { data, isError } = modelsApi.useModelsQuery();
  const models = data?.models ?? [];
  return (
    <SettingSection name="model-override" title={t('legacyOverride')}>
      <div className={styles['field']}>
        <label htmlFor={id}>{t('legacyFor')}</label>
        <Select id={id} value={chosen ?? ''} onText={(value) => dispatch(legacyModelSet(value === '' ? null : value))}>
          <option value="">{t('off')}</option>
          {chosen === null || models.some((model) => model.id === chosen) ? null : (
            <option value={chosen}>{chosen}</option>
          )}
          {models.map((model) => (
            <option key={model.id} value={model.id}>
              {model.displayName}
            </option>
          ))}
        </Select>
        {isError ? <p role="status">{t('failed')}</p> : null}
      </div>
    </SettingSection>
  );
};
