import { lazy, Suspense, useState, type FormEvent } from 'react';

import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyLine } from '../../../ui/markdown/copy-line.tsx';
import { FormActions, SettingForm } from '../../../ui/forms/setting-form.tsx';
import { RefusalNotice, type Refusal } from '../refusal.tsx';
import { CodeField } from './code-field.tsx';
import { toCodeRefusal } from './code-refusal.ts';
import { secondFactorApi, type TotpProposal } from './second-factor-api.ts';
import styles from './second-factor.module.css';
import { useTranslations } from './texts.ts';

const QrCode = lazy(() => import('./qr-code.tsx'));

interface EnrolFormProps {
  readonly proposal: TotpProposal;
  readonly onDone: (recoveryCodes: readonly string[] | null) => void;
  readonly onCancel: () => void;
}

const useConfirm = (onDone: EnrolFormProps['onDone']) => {
  const { now } = useBrowserEnv();
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [confirm, { isLoading: busy }] = secondFactorApi.useConfirmTotpMutation();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const response = await confirm({ code });
    if (response.data) return onDone(response.data.recoveryCodes);
    setRefusal(toCodeRefusal(response.error, now().getTime()));
    setCode('');
  };
  return { code, setCode, refusal, busy, submit };
};

/** The secret for the app, as a picture and as text, and its first code. */
export const EnrolForm = ({ proposal, onDone, onCancel }: EnrolFormProps) => {
  const t = useTranslations();
  const { code, setCode, refusal, busy, submit } = useConfirm(onDone);
  const secondsLeft = useCountdown(refusal?.waitUntil ?? null);
  const spaced = proposal.secret.replaceAll(/.{4}(?=.)/g, '$& ');
  return (
    <SettingForm onSubmit={(event) => void submit(event)}>
      <p>{t('scan')}</p>
      <Suspense fallback={<div className={styles['qr']} />}>
        <QrCode text={proposal.uri} label={t('qr')} />
      </Suspense>
      <p>{t('orType')}</p>
      <CopyLine text={proposal.secret} label={t('copySecret')}>
        <code dir="ltr">{spaced}</code>
      </CopyLine>
      <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
      <CodeField label={t('firstCode')} value={code} onText={setCode} />
      <FormActions>
        <Button size="s" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button
          type="submit"
          size="s"
          variant="primary"
          busy={busy}
          disabled={busy || code.length !== 6 || secondsLeft > 0}
        >
          {t('turnOn')}
        </Button>
      </FormActions>
    </SettingForm>
  );
};
