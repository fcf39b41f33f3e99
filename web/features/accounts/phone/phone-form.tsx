import { useMemo, useState, type FormEvent } from 'react';

import { useLanguage } from '../../../lib/i18n/translations.ts';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { modeSet, phoneStepSet } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import type { SignedIn } from '../accounts-api.ts';
import { listCountries, detectCountry, type Country } from './countries.ts';
import { PhoneCodeForm, useSmsCode } from './phone-code-form.tsx';
import { RefusalNotice } from '../refusal.tsx';
import { t, useTranslations } from '../texts.ts';

interface Phone {
  readonly region: string;
  readonly number: string;
}

interface NumberFieldsProps {
  readonly phone: Phone;
  readonly onPhone: (phone: Phone) => void;
  readonly countries: readonly Country[];
  readonly error: string | null;
}

const NumberFields = ({ phone, onPhone, countries, error }: NumberFieldsProps) => {
  const t = useTranslations();
  return (
    <>
      <SelectField
        label={t('country')}
        autoComplete="tel-country-code"
        value={phone.region}
        onText={(region) => onPhone({ ...phone, region })}
        options={countries.map(({ region, name, code }) => [region, t('countryCode', { name, code })])}
      />
      <TextField
        label={t('phoneNumber')}
        error={error}
        type="tel"
        autoFocus
        autoComplete="tel-national"
        inputMode="tel"
        dir="ltr"
        value={phone.number}
        onText={(number) => onPhone({ ...phone, number })}
      />
    </>
  );
};

const validatePhoneNumber = (number: string): string | null => {
  if (number.trim() === '') return t('numberMissing');
  return /^[\d\s()+./-]*$/.test(number) && /\d/.test(number) ? null : t('numberOdd');
};

const BackToOptions = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  return (
    <p className={styles['other']}>
      <button type="button" className={styles['link']} onClick={() => dispatch(modeSet('login'))}>
        {t('backToOptions')}
      </button>
    </p>
  );
};

const usePhoneNumber = () => {
  const language = useLanguage();
  const countries = useMemo(() => listCountries(language), [language]);
  const [phone, setPhone] = useState<Phone>(() => ({ region: detectCountry(navigator.language), number: '' }));
  const countryCode = countries.find(({ region }) => region === phone.region)?.code ?? '+1';
  return { countries, phone, setPhone, body: { phoneNumber: phone.number.trim(), countryCode } };
};

/** Sign-in by phone in two steps: the number, then the code that was sent to it. */
export const PhoneForm = ({ onSignedIn }: { readonly onSignedIn: (session: SignedIn) => void }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const step = useAppSelector(({ authModal }) => authModal.phoneStep);
  const { countries, phone, setPhone, body } = usePhoneNumber();
  const [wasSubmitted, setSubmitted] = useState(false);
  const code = useSmsCode();
  const secondsLeft = useCountdown(code.refusal?.waitUntil ?? null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSubmitted(true);
    if (validatePhoneNumber(phone.number) === null && (await code.ask(body))) dispatch(phoneStepSet(2));
  };
  if (step === 2)
    return (
      <>
        <PhoneCodeForm body={body} code={code} onSignedIn={onSignedIn} />
        <BackToOptions />
      </>
    );
  return (
    <>
      <form noValidate className={styles['form']} onSubmit={(event) => void submit(event)}>
        <RefusalNotice refusal={code.refusal} secondsLeft={secondsLeft} />
        <NumberFields
          phone={phone}
          onPhone={setPhone}
          countries={countries}
          error={wasSubmitted ? validatePhoneNumber(phone.number) : null}
        />
        <SubmitButton busy={code.busy} disabled={code.busy || secondsLeft > 0}>
          {t('sendCode')}
        </SubmitButton>
      </form>
      <BackToOptions />
    </>
  );
};
