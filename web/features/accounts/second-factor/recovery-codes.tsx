import { downloadText } from '../../../lib/download.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/markdown/copy-button.tsx';
import { FormActions, SettingStatus } from '../../../ui/forms/setting-form.tsx';
import styles from './second-factor.module.css';
import { useTranslations } from './texts.ts';

const FILE_NAME = 'parley-recovery-codes.txt';

/** The codes, which no later answer of the server has. */
export const RecoveryCodes = ({
  codes,
  onStored,
}: {
  readonly codes: readonly string[];
  readonly onStored: () => void;
}) => {
  const t = useTranslations();
  const text = codes.join('\n');
  return (
    <SettingStatus>
      <p>{t.rich('storeCodes', { strong: (inside) => <strong>{inside}</strong> })}</p>
      <ul dir="ltr" className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormActions>
        <CopyButton text={text} label={t('copyCodes')} size="m" />
        <Button size="s" onClick={() => downloadText(FILE_NAME, 'text/plain', `${text}\n`)}>
          {t('download')}
        </Button>
        <Button size="s" variant="primary" onClick={onStored}>
          {t('stored')}
        </Button>
      </FormActions>
    </SettingStatus>
  );
};
