import { useId } from 'react';

import { legacyModelSet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { SettingSection } from '../../ui/forms/setting-row.tsx';
import { Select } from '../../ui/forms/text-input.tsx';
import styles from './legacy-model.module.css';
import { modelsApi } from './models-api.ts';
import { useTranslations } from './texts.ts';

/** For admins: a model that replaces the chosen one for plain messages until the page is reloaded. */
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
        <Select
          id={id}
          value={chosen ?? ''}
          onText={(value) => dispatch(legacyModelSet(value === '' ? null : value))}
          options={[
            ['', t('off')],
            ...(chosen === null || models.some((model) => model.id === chosen) ? [] : [[chosen, chosen] as const]),
            ...models.map((model) => [model.id, model.displayName] as const),
          ]}
        />
        {isError ? <p role="status">{t('failed')}</p> : null}
      </div>
    </SettingSection>
  );
};
