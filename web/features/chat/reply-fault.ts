import { unreachable, type ApiFailure } from '../../lib/api-error.ts';
import { codeText, translated } from '../../lib/error-text.ts';
import type { LimitFacts } from '../../state/chat-slice.ts';
import type { ReplyFault } from './live-reply.ts';
import { quotaText } from './limit-text.ts';
import { say } from './texts.ts';

const filled = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

const count = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

const limitFrom = (data: ApiFailure['data']): LimitFacts | null => {
  const facts = {
    rule: filled(data['rule']),
    limit: count(data['limit']),
    used: count(data['used']),
    resetsAt: filled(data['resetsAt']),
  };
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
};

/** A refused call as the reason why there is no reply. */
export const faultFrom = ({ status, code, message, data }: ApiFailure): ReplyFault => ({
  status,
  code,
  message: filled(data['message']),
  error: message,
  limit: limitFrom(data),
});

/** The reason where no answer came at all. */
export const unreachableFault = (): ReplyFault => faultFrom(unreachable());

/** A day's limit, the one fault that offers an upgrade (D-28). */
export const isDailyLimit = (fault: ReplyFault | null): boolean => fault?.status === 429;

/** The account's address must be verified first (D-08). */
export const needsVerification = (fault: ReplyFault | null): boolean => fault?.code === 'EMAIL_VERIFICATION_REQUIRED';

const limitText = (limit: number | null | undefined): string =>
  typeof limit === 'number' ? say('dailyLimitOf', { limit }) : say('dailyLimit');

/** What a person reads under a failed send: the limit, else the server's better text, its code's text, its error, or an apology. */
export const faultText = (fault: ReplyFault | null): string => {
  if (!fault) return say('sorry');
  const quota = fault.limit && quotaText(fault.limit, say);
  if (quota) return quota;
  if (isDailyLimit(fault)) return limitText(fault.limit?.limit);
  return translated(fault.code) ?? filled(fault.message) ?? codeText(fault.code) ?? filled(fault.error) ?? say('sorry');
};

/** The same for a visitor's trial. */
export const trialFaultText = (fault: ReplyFault | null): string =>
  say('trialFault', {
    reason:
      (fault && (translated(fault.code) ?? filled(fault.message) ?? codeText(fault.code) ?? filled(fault.error))) ??
      say('unknownError'),
  });

/** The text for a stored reply that failed. */
export const storedFaultText = (errorCode: string | null, t: typeof say): string => codeText(errorCode) ?? t('sorry');

/** Asking the same again gives the same answer: only other words, another account or a person who keeps the server helps. */
const FINAL_CODES: readonly (string | null)[] = [
  'AI_SERVICE_AUTH_ERROR',
  'USER_NOT_FOUND',
  'UNAUTHORIZED',
  'VALIDATION_ERROR',
];

/** Whether asking once more may help, now or later. */
export const isWorthRetrying = (errorCode: string | null): boolean => !FINAL_CODES.includes(errorCode);

const PLAN_CODES: readonly (string | null)[] = ['USAGE_LIMIT_EXCEEDED', 'SUBSCRIPTION_REQUIRED'];

/** Whether a higher plan would have let the question through; never for a fault of ours or a provider's (D-28). */
export const isAboutPlan = (errorCode: string | null): boolean => PLAN_CODES.includes(errorCode);
