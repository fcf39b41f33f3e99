import { translateErrorCode } from './error-text.ts';
import { formatWait } from './format-date.ts';
import { currentLanguage } from './i18n/translations.ts';
import { t } from './texts.ts';

/** What went wrong with a call, as plain data so that it may lie in the store. `status` 0 = no answer came at all. */
export interface ApiFailure {
  readonly status: number;
  readonly message: string;
  readonly code: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The same as something to throw. */
export class ApiError extends Error implements ApiFailure {
  readonly status: number;
  readonly code: string | null;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.name = 'ApiError';
    this.status = failure.status;
    this.code = failure.code;
    this.data = failure.data;
  }
}

/** No answer came at all. */
export const networkFailure = (): ApiFailure => ({ status: 0, message: t('unreachable'), code: null, data: {} });

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseJson = (body: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
};

const nonBlank = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** A proxy's page instead of the server's answer: for developers, never for the page. */
const logForeignAnswer = (status: number, body: string): void => {
  // oxlint-disable-next-line no-console -- the error catalogue has this text for the console
  console.error(`HTTP ${status}: ${body}`);
};

/** Whether the server itself answered: its refusals have an `error` field. */
const isOwnAnswer = (data: ApiFailure['data']): boolean => nonBlank(data['error']) !== null;

/**
 * Parses a refusal. Its message is the translated text of its code, else the `error` field of the body, else the
 * body, else the status text.
 */
export const parseFailure = async (response: Response): Promise<ApiFailure> => {
  const body = await response.text().catch(() => '');
  const data = parseJson(body);
  if (!isOwnAnswer(data)) logForeignAnswer(response.status, body || response.statusText);
  const code = nonBlank(data['code']);
  const message = translateErrorCode(code) ?? nonBlank(data['error']) ?? nonBlank(body) ?? response.statusText;
  return { status: response.status, message, code, data };
};

/** The server's own words, or `fallback` where a proxy answered. */
export const readableMessage = ({ status, message, data }: ApiFailure, fallback: string): string =>
  status === 0 || isOwnAnswer(data) ? message : fallback;

/** The failure with words for a person: a proxy in front of the server means that it could not be reached. */
export const readableFailure = (failure: ApiFailure): ApiFailure => ({
  ...failure,
  message: readableMessage(failure, t('unreachable')),
});

/** Narrows what a hook or a catch clause gives. */
export const isApiFailure = (value: unknown): value is ApiFailure =>
  typeof value === 'object' && value !== null && 'status' in value && 'message' in value && 'data' in value;

/** Whether the server does not know what was asked for. */
export const isNotFound = (error: unknown): boolean => isApiFailure(error) && error.status === 404;

/** Whether the server is away for a moment: it restarts, or a proxy says so (502 to 504, others from 520 on). */
export const isAway = ({ status, code, data }: ApiFailure): boolean =>
  isOwnAnswer(data) ? code === 'SHUTTING_DOWN' : status > 501;

/** How long to wait before the same call may succeed; null when the refusal names no time. */
export const getRetryDelay = ({ data }: ApiFailure): number | null => {
  const ms = data['retryAfterMs'] ?? data['cooldownMs'];
  return typeof ms === 'number' && ms > 0 ? ms : null;
};

const withRetryTime = (reason: string, failure: ApiFailure): string => {
  const delay = failure.code === 'RATE_LIMITED' ? getRetryDelay(failure) : null;
  if (delay === null) return reason;
  // The server's reason is English.
  const told = currentLanguage() === 'en' ? reason.replace(/\.?$/, '.') : t('notNow');
  return t('tryAgain', { reason: told, wait: formatWait(delay) });
};

/**
 * The message of a failed call: the server's, that it is unreachable, or `fallback`. Never the
 * body of a proxy's error page.
 */
export const getErrorMessage = (error: unknown, fallback: string): string => {
  if (!isApiFailure(error)) return fallback;
  return withRetryTime(nonBlank(error.data['message']) ?? readableMessage(error, fallback), error);
};
