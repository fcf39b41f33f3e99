import { useState } from 'react';

import { getErrorMessage } from '../../../lib/api-error.ts';
import { useBrowserEnv } from '../../../lib/browser-env.ts';
import { formatDay } from '../../../lib/format-date.ts';
import { useAppSelector } from '../../../state/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { SettingRow, SettingSection } from '../../../ui/forms/setting-row.tsx';
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx';
import { EnrolForm } from './enrol-form.tsx';
import { PasskeysSetting } from './passkeys-setting.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorApi, type SecondFactorState, type TotpProposal } from './second-factor-api.ts';
import { useTranslations } from './texts.ts';

type Step =
  | { readonly at: 'rest' }
  | { readonly at: 'enrol'; readonly proposal: TotpProposal }
  | { readonly at: 'codes'; readonly codes: readonly string[] }
  | { readonly at: 'remove' | 'renew' };

/** What a person does here, one thing at a time. */
const useSteps = () => {
  const [step, setStep] = useState<Step>({ at: 'rest' });
  const [propose, proposing] = secondFactorApi.useProposeTotpMutation();
  const [remove, removing] = secondFactorApi.useRemoveTotpMutation();
  const [renew, renewing] = secondFactorApi.useRenewRecoveryCodesMutation();
  const rest = (): void => setStep({ at: 'rest' });
  const begin = async (): Promise<void> => {
    const { data } = await propose();
    if (data) setStep({ at: 'enrol', proposal: data });
  };
  const showCodes = (codes: readonly string[]): void => setStep({ at: 'codes', codes });
  const renewCodes = async (): Promise<void> => {
    const { data } = await renew();
    if (data) showCodes(data.recoveryCodes);
    else rest();
  };
  const removeApp = async (): Promise<void> => {
    await remove();
    rest();
  };
  return {
    step,
    rest,
    showCodes,
    begin: () => void begin(),
    askRemove: () => setStep({ at: 'remove' }),
    askRenew: () => setStep({ at: 'renew' }),
    renewCodes: () => void renewCodes(),
    removeApp: () => void removeApp(),
    busy: proposing.isLoading || removing.isLoading || renewing.isLoading,
    error: proposing.error ?? removing.error ?? renewing.error,
  };
};

type Steps = ReturnType<typeof useSteps>;

const AppRow = ({ since, steps }: { readonly since: string | null; readonly steps: Steps }) => {
  const t = useTranslations();
  const note = since === null ? t('appOff') : t('appOn', { day: formatDay(since) ?? '' });
  return (
    <SettingRow label={t('app')} note={note}>
      {since === null ? (
        <Button size="s" busy={steps.busy} onClick={steps.begin}>
          {t('setUp')}
        </Button>
      ) : (
        <Button size="s" variant="quiet" onClick={steps.askRemove}>
          {t('remove')}
        </Button>
      )}
    </SettingRow>
  );
};

const Questions = ({ steps }: { readonly steps: Steps }) => {
  const t = useTranslations();
  const { step, busy, rest, removeApp, renewCodes } = steps;
  if (step.at === 'remove')
    return (
      <AlertDialog
        title={t('removeTitle')}
        text={t('removeText')}
        action={t('remove')}
        busy={busy}
        onConfirm={removeApp}
        onCancel={rest}
      />
    );
  return step.at === 'renew' ? (
    <AlertDialog
      title={t('renewTitle')}
      text={t('renewText')}
      action={t('newCodes')}
      busy={busy}
      onConfirm={renewCodes}
      onCancel={rest}
    />
  ) : null;
};

const Content = ({ totpSince, recoveryCodesLeft, passkeys }: SecondFactorState) => {
  const t = useTranslations();
  const steps = useSteps();
  const { step } = steps;
  const page = useBrowserEnv();
  const wasRequired = useAppSelector(({ authModal }) => authModal.secondFactorRequired);
  // Whatever the page asked for before was refused.
  const stored = (): void => (wasRequired ? page.reload() : steps.rest());
  return (
    <>
      {step.at === 'enrol' ? (
        <EnrolForm
          proposal={step.proposal}
          onDone={(codes) => (codes ? steps.showCodes(codes) : stored())}
          onCancel={steps.rest}
        />
      ) : (
        <AppRow since={totpSince} steps={steps} />
      )}
      {steps.error ? <Notice tone="danger">{getErrorMessage(steps.error, t('changeFailed'))}</Notice> : null}
      {step.at === 'codes' ? <RecoveryCodes codes={step.codes} onStored={stored} /> : null}
      <PasskeysSetting passkeys={passkeys} onAdded={(codes) => (codes ? steps.showCodes(codes) : stored())} />
      {(totpSince !== null || passkeys.length > 0) && step.at !== 'codes' ? (
        <SettingRow label={t('codes')} note={t('codesLeft', { count: recoveryCodesLeft })}>
          <Button size="s" onClick={steps.askRenew}>
            {t('newCodes')}
          </Button>
        </SettingRow>
      ) : null}
      <Questions steps={steps} />
    </>
  );
};

/** Two-step sign-in in the settings. */
export const SecondFactorSetting = () => {
  const t = useTranslations();
  const query = secondFactorApi.useSecondFactorsQuery();
  const isRequired = useAppSelector(({ authModal }) => authModal.secondFactorRequired);
  return (
    <SettingSection name="second-factor" title={t('title')}>
      {isRequired ? <Notice>{t('required')}</Notice> : null}
      <Loaded query={query} lines={2} loading={t('loading')} failed={t('loadFailed')}>
        {(state) => <Content {...state} />}
      </Loaded>
    </SettingSection>
  );
};
