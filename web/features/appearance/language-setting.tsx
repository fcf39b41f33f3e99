import { useId, useState } from 'react';

import { chooseLanguage, getLanguageChoice, LANGUAGE_CHOICES } from '../../lib/i18n/language-choice.ts';
import { LANGUAGES } from '../../lib/i18n/language.ts';
import { SettingRow } from '../../ui/forms/setting-row.tsx';
import { Select } from '../../ui/forms/text-input.tsx';
import styles from './language-setting.module.css';
import { useTranslations } from './texts.ts';

/** The language of the page. Each is listed under its own name. */
export const LanguageSetting = () => {
  const t = useTranslations();
  const id = useId();
  const [chosen, setChosen] = useState(getLanguageChoice);
  const choose = (value: string): void => {
    const next = LANGUAGE_CHOICES.find((choice) => choice === value) ?? 'auto';
    setChosen(next);
    void chooseLanguage(next);
  };
  return (
    <SettingRow label={<label htmlFor={id}>{t('language')}</label>}>
      <Select
        id={id}
        value={chosen}
        onText={choose}
        className={styles['select']}
        options={LANGUAGE_CHOICES.map((choice) =>
          choice === 'auto' ? [choice, t('asBrowser')] : [choice, LANGUAGES[choice], choice],
        )}
      />
    </SettingRow>
  );
};
