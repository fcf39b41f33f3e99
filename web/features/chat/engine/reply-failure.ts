import { networkFailure, readableMessage, type ApiFailure } from '../../../lib/api-error.ts';
import { errorCodeText, translateErrorCode } from '../../../lib/error-text.ts';
import type { LimitInfo } from '../../../state/chat-slice.ts';
import type { ReplyFailure } from './reply-store.ts';
import { quotaText } from '../messages/limit-text.ts';
import { t } from '../texts.ts';

const nonBlank = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

const toNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const parseLimit = (data: ApiFailure['data']): LimitInfo | null => {
  const info = {
    rule: nonBlank(data['rule']),
    limit: toNumber(data['limit']),
    used: toNumber(data['used']),
    resetsAt: nonBlank(data['resetsAt']),
  };
  return Object.values(info).every((fact) => fact === null) ? null : info;
};

/** A refused call as the reason why there is no reply. A proxy's page is no text for a person. */
export const toReplyFailure = (failure: ApiFailure): ReplyFailure => ({
  status: failure.status,
  code: failure.code,
  message: nonBlank(failure.data['message']),
  error: readableMessage(failure, ''),
  limit: parseLimit(failure.data),
});

/** No word of the server itself: it may have the question, and may still be answering. */
export const isAnswerLost = ({ status, error }: ReplyFailure): boolean => status === 0 || error === '';

/** The reason where no answer came at all. */
export const networkReplyFailure = (): ReplyFailure => toReplyFailure(networkFailure());

/** A daily limit: the only failure that offers an upgrade (docs/adr/0038). */
export const isDailyLimit = (failure: ReplyFailure | null): boolean => failure?.status === 429;

/** The account's address must be verified first (docs/adr/0039). */
export const needsVerification = (failure: ReplyFailure | null): boolean =>
  failure?.code === 'EMAIL_VERIFICATION_REQUIRED';

const dailyLimitText = (limit: number | null | undefined): string =>
  typeof limit === 'number' ? t('dailyLimitOf', { limit }) : t('dailyLimit');

/** What a person reads under a failed send: the limit, else the server's better text, its code's text, its error, or an apology. */
export const failureText = (failure: ReplyFailure | null): string => {
  if (!failure) return t('sorry');
  const quota = failure.limit && quotaText(failure.limit, t);
  if (quota) return quota;
  if (isDailyLimit(failure)) return dailyLimitText(failure.limit?.limit);
  return (
    translateErrorCode(failure.code) ??
    nonBlank(failure.message) ??
    errorCodeText(failure.code) ??
    nonBlank(failure.error) ??
    t('sorry')
  );
};

/** The same for a visitor's trial. */
export const trialFailureText = (failure: ReplyFailure | null): string =>
  t('trialFault', {
    reason:
      (failure &&
        (translateErrorCode(failure.code) ??
          nonBlank(failure.message) ??
          errorCodeText(failure.code) ??
          nonBlank(failure.error))) ??
      t('unknownError'),
  });

/** The text for a stored reply that failed. */
export const storedFailureText = (errorCode: string | null, translator: typeof t): string =>
  errorCodeText(errorCode) ?? translator('sorry');

/** Retrying cannot help with these. */
const PERMANENT_CODES: readonly (string | null)[] = [
  'AI_SERVICE_AUTH_ERROR',
  'USER_NOT_FOUND',
  'UNAUTHORIZED',
  'VALIDATION_ERROR',
];

/** Whether asking once more may help, now or later. */
export const isRetryable = (errorCode: string | null): boolean => !PERMANENT_CODES.includes(errorCode);

const PLAN_CODES: readonly (string | null)[] = ['USAGE_LIMIT_EXCEEDED', 'SUBSCRIPTION_REQUIRED'];

/** Whether a higher plan would have admitted the question; never for a server or provider error (docs/adr/0038). */
export const isPlanLimit = (errorCode: string | null): boolean => PLAN_CODES.includes(errorCode);
