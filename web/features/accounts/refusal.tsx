import { getRetryDelay, isApiFailure, readableMessage, type ApiFailure } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/format-date.ts';
import { Notice } from '../../ui/display/notice.tsx';
import { describeReason } from './sign-in/sign-in-reasons.ts';
import type { FieldErrors } from './account-fields.ts';
import { t, type TextKey, useTranslations } from './texts.ts';

/** Why a form was refused: for the whole form, by field, and how long to wait. */
export interface Refusal {
  /** Empty if only `fields` are shown. */
  readonly text: string;
  readonly detail: string | null;
  readonly fields: FieldErrors;
  /** Epoch milliseconds; null: another try is allowed now. */
  readonly waitUntil: number | null;
  /** Shown before the countdown. */
  readonly reason: string | null;
  /** The server's error about the captcha. */
  readonly captchaError: string | null;
}

export const NO_REFUSAL: Refusal = {
  text: '',
  detail: null,
  fields: {},
  waitUntil: null,
  reason: null,
  captchaError: null,
};

export const disposableRefusal = (): Refusal => ({ ...NO_REFUSAL, fields: { email: t('disposable') } });

const getText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const getWait = (failure: ApiFailure, now: number): Pick<Refusal, 'waitUntil' | 'reason'> => {
  const wait = getRetryDelay(failure);
  return wait === null
    ? { waitUntil: null, reason: null }
    : { waitUntil: now + wait, reason: getText(failure.data['reason']) ?? t('tooManyTries') };
};

const DETAILS: Readonly<Record<string, TextKey>> = {
  CAPTCHA_REQUIRED: 'confirmHuman',
  REGISTRATION_CLOSED: 'registrationClosed',
  INVITATION_REQUIRED: 'invitationRequired',
  INVALID_INVITATION: 'invitationInvalid',
  INVITATION_FOR_ANOTHER: 'invitationForAnother',
  REGISTRATION_DECLINED: 'registrationDeclined',
};

const translateDetail = (code: string): string | null => {
  if (code === 'RATE_LIMITED') return null; // the time to wait says it
  const key = Object.hasOwn(DETAILS, code) ? DETAILS[code] : undefined;
  return key === undefined ? describeReason(code) : t(key);
};

/** What was wrong, in the server's words: the form's own checks let it pass. */
const invalidField = (code: string, { data }: ApiFailure): string | null =>
  code === 'VALIDATION_ERROR' ? getText(data['message']) : null;

/** Maps a failed call. `now` is epoch milliseconds; `unauthorizedText` explains a 401. */
export const toRefusal = (
  error: unknown,
  fallback: string,
  now: number,
  unauthorizedText: string | null = null,
): Refusal => {
  if (!isApiFailure(error)) return { ...NO_REFUSAL, text: fallback };
  const code = error.code ?? '';
  if (code === 'DISPOSABLE_EMAIL') return disposableRefusal();
  return {
    text: readableMessage(error, fallback) || fallback,
    detail: error.status === 401 ? unauthorizedText : (translateDetail(code) ?? invalidField(code, error)),
    fields: code === 'EMAIL_IN_USE' ? { email: t('emailInUse') } : {},
    ...getWait(error, now),
    captchaError: getText(error.data['captchaError']),
  };
};

interface RefusalNoticeProps {
  readonly refusal: Refusal | null;
  /** Until another try is allowed. */
  readonly secondsLeft: number;
}

/** Why a form was refused. The countdown is not announced. */
export const RefusalNotice = ({ refusal, secondsLeft }: RefusalNoticeProps) => {
  const t = useTranslations();
  if (!refusal || refusal.text === '') return null;
  return (
    <Notice tone="danger">
      <strong>{refusal.text}</strong>
      {refusal.detail ? <div>{refusal.detail}</div> : null}
      {refusal.reason && secondsLeft > 0 ? (
        <div aria-live="off">{t('waitFor', { reason: refusal.reason, wait: formatWait(secondsLeft * 1000) })}</div>
      ) : null}
    </Notice>
  );
};
