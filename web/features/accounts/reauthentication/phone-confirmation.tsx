import { PhoneCodeForm, useSmsCode } from '../phone/phone-code-form.tsx';
import { SubmitButton } from '../account-form.tsx';
import styles from '../account-form.module.css';
import { RefusalNotice } from '../refusal.tsx';
import { useCountdown } from '../../../lib/hooks/use-countdown.ts';
import { useTranslations } from '../texts.ts';
import { useConfirmation } from './use-confirmation.ts';

interface PhoneConfirmationProps {
  readonly phoneNumber: string;
  readonly onConfirmed: () => void;
}

/** A code to the phone of the account: the sign-in with it is the proof. */
export const PhoneConfirmation = ({ phoneNumber, onConfirmed }: PhoneConfirmationProps) => {
  const t = useTranslations();
  const code = useSmsCode();
  const { confirm, refusal } = useConfirmation(onConfirmed);
  const shown = refusal ?? code.refusal;
  const secondsLeft = useCountdown(shown?.waitUntil ?? null);
  const body = { phoneNumber };
  if (code.sent)
    return (
      <>
        <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />
        <PhoneCodeForm body={body} code={code} onSignedIn={({ token }) => void confirm({ sessionToken: token })} />
      </>
    );
  return (
    <div className={styles['form']}>
      <RefusalNotice refusal={shown} secondsLeft={secondsLeft} />
      <p>{t.rich('confirmByCode', { number: phoneNumber, phone: (inside) => <bdi dir="ltr">{inside}</bdi> })}</p>
      <SubmitButton
        data-autofocus
        busy={code.busy}
        disabled={code.busy || secondsLeft > 0}
        onClick={() => void code.ask(body)}
      >
        {t('sendCode')}
      </SubmitButton>
    </div>
  );
};
