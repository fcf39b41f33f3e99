import { useMemo, useState, type FormEvent } from 'react';

import { useLanguage } from '../../lib/i18n/texts.ts';
import { useCountdown } from '../../lib/use-countdown.ts';
import { modeSet, phoneStepSet } from '../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, TextInput } from '../../ui/text-input.tsx';
import styles from './account-form.module.css';
import type { SignedIn } from './accounts-api.ts';
import { countriesIn, homeCountry, type Country } from './countries.ts';
import { PhoneCodeForm } from './phone-code-form.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import { say, useTexts } from './texts.ts';
import { useCode } from './use-code.ts';

/** What somebody typed as their number. */
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
  const t = useTexts();
  return (
    <>
      <Field label={t('country')}>
        {(control) => (
          <Select
            {...control}
            autoComplete="tel-country-code"
            value={phone.region}
            onText={(region) => onPhone({ ...phone, region })}
          >
            {countries.map(({ region, name, code }) => (
              <option key={region} value={region}>
                {t('countryCode', { name, code })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('phoneNumber')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            autoFocus
            autoComplete="tel-national"
            inputMode="tel"
            dir="ltr"
            value={phone.number}
            onText={(number) => onPhone({ ...phone, number })}
          />
        )}
      </Field>
    </>
  );
};

const numberError = (number: string): string | null => {
  if (number.trim() === '') return say('numberMissing');
  return /^[\d\s()+./-]*$/.test(number) && /\d/.test(number) ? null : say('numberOdd');
};

const BackToOptions = () => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  return (
    <p className={styles['other']}>
      <button type="button" className={styles['link']} onClick={() => dispatch(modeSet('login'))}>
        {t('backToOptions')}
      </button>
    </p>
  );
};

const usePhone = () => {
  const language = useLanguage();
  const countries = useMemo(() => countriesIn(language), [language]);
  const [phone, setPhone] = useState<Phone>(() => ({ region: homeCountry(navigator.language), number: '' }));
  const countryCode = countries.find(({ region }) => region === phone.region)?.code ?? '+1';
  return { countries, phone, setPhone, body: { phoneNumber: phone.number.trim(), countryCode } };
};

/** Signing in with a phone, in two steps: the number, then the code that was sent to it. The number is kept in between. */
export const PhoneForm = ({ onSignedIn }: { readonly onSignedIn: (session: SignedIn) => void }) => {
  const t = useTexts();
  const dispatch = useAppDispatch();
  const step = useAppSelector(({ authModal }) => authModal.phoneStep);
  const { countries, phone, setPhone, body } = usePhone();
  const [tried, setTried] = useState(false);
  const code = useCode();
  const left = useCountdown(code.refusal?.waitUntil ?? null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (numberError(phone.number) === null && (await code.ask(body))) dispatch(phoneStepSet(2));
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
        <RefusalNotice refusal={code.refusal} left={left} />
        <NumberFields
          phone={phone}
          onPhone={setPhone}
          countries={countries}
          error={tried ? numberError(phone.number) : null}
        />
        <Button type="submit" variant="primary" size="l" wide busy={code.busy} disabled={code.busy || left > 0}>
          {t('sendCode')}
        </Button>
      </form>
      <BackToOptions />
    </>
  );
};
