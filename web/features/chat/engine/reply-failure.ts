import { readableMessage, type ApiFailure } from '../../../lib/api-error.ts';
import { errorCodeText, translateErrorCode } from '../../../lib/error-text.ts';
import type { LimitInfo, TurnNote } from '../../../state/local-turns.ts';
import type { ReplyFailure } from './reply-store.ts';
import { isKnownLimit, quotaText } from '../messages/limit-text.ts';
import { t } from '../asking-texts.ts';

/** The chat that a question was for was deleted. */
export const CHAT_NOT_FOUND = 'CHAT_NOT_FOUND';

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
  const custom = data['custom'] === true;
  return !custom && Object.values(info).every((fact) => fact === null) ? null : { ...info, custom };
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

/** A daily limit: the only failure that offers an upgrade (docs/adr/0038). */
export const isDailyLimit = (failure: ReplyFailure | null): boolean => failure?.status === 429;

/** The account's address must be verified first (docs/adr/0039). */
export const needsVerification = (failure: ReplyFailure | null): boolean =>
  failure?.code === 'EMAIL_VERIFICATION_REQUIRED';

export const isChatDeleted = (failure: ReplyFailure | null): boolean => failure?.code === CHAT_NOT_FOUND;

const dailyLimitText = (limit: number | null | undefined, offersPlans: boolean): string => {
  if (!offersPlans) return t('dailyReached');
  return typeof limit === 'number' ? t('dailyLimitOf', { limit }) : t('dailyLimit');
};

/** Where no plan is offered the catalogue's texts must not name one. */
const codeText = (code: string | null, offersPlans: boolean): string | undefined => {
  if (!offersPlans && code === 'USAGE_LIMIT_EXCEEDED') return t('limitReached');
  if (!offersPlans && code === 'SUBSCRIPTION_REQUIRED') return t('notIncluded');
  return errorCodeText(code);
};

const refusalText = ({ code, message, error }: ReplyFailure, offersPlans: boolean): string | null | undefined =>
  (code === 'SUBSCRIPTION_REQUIRED' && !offersPlans ? t('notIncluded') : translateErrorCode(code)) ??
  nonBlank(message) ??
  codeText(code, offersPlans) ??
  nonBlank(error);

/** What follows in the limit's own line is not told twice. */
const failedLimitText = (failure: ReplyFailure, offersPlans: boolean): string | null | undefined => {
  const { limit, code } = failure;
  const quota = limit && quotaText(limit, t);
  if (quota) return quota;
  if (isDailyLimit(failure)) return dailyLimitText(limit?.limit, offersPlans);
  return limit && isKnownLimit(limit) ? codeText(code, offersPlans) : null;
};

/**
 * What a person reads under a failed send: the limit, else the server's better text, its code's text, its error, or an
 * apology. `offersPlans`: there is a higher plan for this person.
 */
export const failureText = (failure: ReplyFailure | null, offersPlans = false): string => {
  if (!failure) return t('sorry');
  if (isChatDeleted(failure)) return t('chatDeleted');
  return failedLimitText(failure, offersPlans) ?? refusalText(failure, offersPlans) ?? t('sorry');
};

/** The same for a visitor's trial. */
export const trialFailureText = (failure: ReplyFailure | null): string =>
  t('trialFault', { reason: (failure && refusalText(failure, true)) ?? t('unknownError') });

/** The text under a turn that failed; only its code is stored. */
export const failedTurnText = (errorCode: string | null, note: TurnNote | undefined, offersPlans: boolean): string =>
  (offersPlans && note?.upgradeText) || note?.text || (codeText(errorCode, offersPlans) ?? t('sorry'));

/** Retrying cannot help with these. */
const PERMANENT_CODES: readonly (string | null)[] = [
  'AI_SERVICE_AUTH_ERROR',
  'USER_NOT_FOUND',
  'UNAUTHORIZED',
  'VALIDATION_ERROR',
  CHAT_NOT_FOUND,
];

/** Whether asking once more may help, now or later. */
export const isRetryable = (errorCode: string | null): boolean => !PERMANENT_CODES.includes(errorCode);

const PLAN_CODES: readonly (string | null)[] = ['USAGE_LIMIT_EXCEEDED', 'SUBSCRIPTION_REQUIRED'];

/** Whether a higher plan would have admitted the question; never for a server or provider error (docs/adr/0038). */
export const isPlanLimit = (errorCode: string | null): boolean => PLAN_CODES.includes(errorCode);
