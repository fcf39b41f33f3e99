import { captchaTokenSet, emailFormSet, panelSet } from '../../../state/auth-modal-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../state/store.ts';
import { validateLogin, validateRegistration, type AccountFields } from '../account-fields.ts';
import { AccountForm } from '../account-form.tsx';
import styles from '../account-form.module.css';
import { CaptchaBox } from '../captcha/captcha-box.tsx';
import { identityApi } from '../identity-api.ts';
import type { Refusal } from '../refusal.tsx';
import { useRegisterAction } from '../registration/use-registration.ts';
import { useTranslations } from '../texts.ts';
import type { useAccountSubmit } from './use-account-submit.ts';

const CaptchaSection = ({
  refusal,
  proofsSpent,
}: {
  readonly refusal: Refusal | null;
  readonly proofsSpent: number;
}) => {
  const dispatch = useAppDispatch();
  const { data: ways } = identityApi.useSignInWaysQuery();
  return (
    <CaptchaBox
      key={proofsSpent}
      captcha={ways?.captcha}
      error={refusal?.captchaError ?? null}
      onToken={(token) => dispatch(captchaTokenSet(token))}
    />
  );
};

const ForgotPasswordLink = () => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  return (
    <button type="button" className={styles['link']} onClick={() => dispatch(panelSet('forgot'))}>
      {t('forgot')}
    </button>
  );
};

interface EmailSectionProps {
  readonly fields: AccountFields;
  readonly onFields: (fields: AccountFields) => void;
  readonly isNew: boolean;
  readonly hasFixedEmail: boolean;
  /** Nothing else is set up: the form stands open. */
  readonly isOnlyWay: boolean;
  /** Somebody went on by keyboard before that was known. */
  readonly usedKeys: boolean;
  readonly submission: ReturnType<typeof useAccountSubmit>;
}

type EmailFormProps = Omit<EmailSectionProps, 'isOnlyWay' | 'usedKeys'> & { readonly takesFocus: boolean };

const EmailForm = ({ fields, onFields, isNew, hasFixedEmail, takesFocus, submission }: EmailFormProps) => {
  const t = useTranslations();
  const { captchaRequired, captchaToken } = useAppSelector((state) => state.authModal);
  const { data: ways } = identityApi.useSignInWaysQuery();
  const registerAction = useRegisterAction();
  const needsCaptcha = captchaRequired || (isNew && ways?.captcha.always === true);
  return (
    <AccountForm
      key={String(isNew)}
      fields={fields}
      onFields={onFields}
      validate={isNew ? validateRegistration : validateLogin}
      onSubmit={submission.submit}
      refusal={submission.refusal}
      busy={submission.busy}
      isNew={isNew}
      action={isNew ? registerAction : t('signIn')}
      hasFixedEmail={hasFixedEmail}
      takesFocus={takesFocus}
      isBlocked={needsCaptcha && captchaToken === null}
    >
      {isNew ? null : <ForgotPasswordLink />}
      {needsCaptcha ? <CaptchaSection refusal={submission.refusal} proofsSpent={submission.proofsSpent} /> : null}
    </AccountForm>
  );
};

/** The email form behind its toggle. What was typed waits while it is folded away. */
export const EmailSection = ({ isOnlyWay, usedKeys, ...props }: EmailSectionProps) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const open = useAppSelector(({ authModal }) => authModal.emailFormOpen);
  return (
    <>
      {isOnlyWay ? null : (
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={open}
          onClick={() => dispatch(emailFormSet(!open))}
        >
          {t('orEmail')}
        </button>
      )}
      {isOnlyWay || open ? <EmailForm {...props} takesFocus={open || !usedKeys} /> : null}
    </>
  );
};
