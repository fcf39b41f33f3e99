import { Check } from 'lucide-react';
import { useState } from 'react';

import { type Purpose, PURPOSES, purposeSettings } from '../../../../src/shared/purposes.ts';
import { registration } from '../../../../src/shared/settings/registration.ts';
import { getErrorMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { TextField } from '../../../ui/forms/text-input.tsx';
import { type Setup, setupApi } from './setup-api.ts';
import styles from './setup.module.css';
import { type SetupTextKey, useSetupTranslations } from './texts.ts';

type Translator = ReturnType<typeof useSetupTranslations>;

const NAMES: Readonly<Record<Purpose, SetupTextKey>> = { me: 'me', team: 'team', customers: 'customers' };
const LINES: Readonly<Record<Purpose, SetupTextKey>> = { me: 'meLine', team: 'teamLine', customers: 'customersLine' };

const toDomains = (text: string): readonly string[] =>
  text
    .split(/[\s,;]+/)
    .map((domain) => domain.replace(/^@/, '').toLowerCase())
    .filter(Boolean);

const describeRegistration = (t: Translator, { mode, domains }: ReturnType<typeof purposeSettings>['registration']) => {
  if (mode === 'closed') return t('registrationClosed');
  return domains.length === 0 ? t('registrationOpen') : t('registrationDomains', { domains: domains.join(', ') });
};

/** What a choice sets, in words, before it is saved. */
const describePurpose = (t: Translator, purpose: Purpose, domains: readonly string[]): readonly string[] => {
  const settings = purposeSettings(purpose, domains);
  return [
    describeRegistration(t, settings.registration),
    t(settings.freemium.freemiumUnauth ? 'trialOn' : 'trialOff'),
    t(settings['rate-limits'].features.enableDailyLimits ? 'limitsOn' : 'limitsOff'),
    t(settings.agents.premiumOnly ? 'agentsPaid' : 'agentsAll'),
  ];
};

interface ChoicesProps {
  readonly chosen: Purpose;
  readonly onChoose: (purpose: Purpose) => void;
}

const Choices = ({ chosen, onChoose }: ChoicesProps) => {
  const t = useSetupTranslations();
  return (
    <fieldset className={styles['choices']}>
      <legend className="visually-hidden">{t('stepPurpose')}</legend>
      {PURPOSES.map((purpose) => (
        <label key={purpose} className={styles['choice']} data-chosen={purpose === chosen || undefined}>
          <input
            type="radio"
            name="purpose"
            value={purpose}
            checked={purpose === chosen}
            onChange={() => onChoose(purpose)}
          />
          <span className={styles['choice-name']}>{t(NAMES[purpose])}</span>
          <span className={styles['quiet']}>{t(LINES[purpose])}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** Who uses this installation. Says what each choice sets before it is saved. */
export const PurposeStep = ({ setup }: { readonly setup: Setup }) => {
  const t = useSetupTranslations();
  const [purpose, setPurpose] = useState<Purpose>(setup.purpose ?? 'me');
  const [text, setText] = useState(setup.domains.join(', '));
  const [save, { isLoading, isSuccess, error, reset }] = setupApi.useChoosePurposeMutation();
  const domains = purpose === 'team' ? toDomains(text) : [];
  const isValid = registration.shape.domains.safeParse(domains).success;
  const choose = (next: Purpose): void => {
    reset();
    setPurpose(next);
  };
  return (
    <>
      <p className={styles['lead']}>{t('purposeLead')}</p>
      <Choices chosen={purpose} onChoose={choose} />
      {purpose === 'team' ? (
        <TextField
          label={t('domains')}
          optional
          dir="ltr"
          value={text}
          hint={t('domainsHint')}
          error={isValid ? null : t('domainsInvalid')}
          onText={(next) => {
            reset();
            setText(next);
          }}
        />
      ) : null}
      <section aria-label={t('willSet')} className={styles['sets']}>
        <h4>{t('willSet')}</h4>
        <ul>
          {describePurpose(t, purpose, isValid ? domains : []).map((line) => (
            <li key={line}>
              <Check aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </section>
      <Button
        variant="primary"
        busy={isLoading}
        disabled={isLoading || !isValid}
        className={styles['action']}
        onClick={() => void save({ purpose, domains: [...domains] })}
      >
        {t('apply')}
      </Button>
      {isSuccess ? <Notice tone="positive">{t('applied')}</Notice> : null}
      {error ? <Notice tone="danger">{getErrorMessage(error, t('failed'))}</Notice> : null}
    </>
  );
};
