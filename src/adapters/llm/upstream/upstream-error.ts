import { type CountedTokens, ModelError, type ModelErrorCode } from '../../../domain/chat/errors.ts';
import { maskSecrets } from '../../../domain/kernel/mask.ts';
import { formatRefusal, REFUSALS } from '../../../shared/refusals.ts';

interface ErrorRule {
  readonly code: ModelErrorCode;
  /** `once`: a second attempt may help, a third does not. `untilReady`: the server says that it will be ready. */
  readonly retry: 'never' | 'once' | 'twice' | 'untilReady';
  /** Safe to show: names no provider and quotes nothing. */
  readonly message: string;
  readonly unknownModel?: true;
  /** What the person may do about it; shown instead of the text of the code. */
  readonly advice?: string;
}

/**
 * The one table of upstream errors and their codes. A broken or refused connection counts as overload ("wait and try
 * again" is right); an answer outside the protocol counts as configuration, because waiting does not fix a wrong
 * address or an incompatible gateway.
 */
const ERROR_RULES = {
  keyRefused: {
    code: 'AI_SERVICE_AUTH_ERROR',
    retry: 'never',
    message: 'The AI service does not accept its credentials',
  },
  modelUnknown: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'never',
    message: 'The AI service does not have this model',
    advice: REFUSALS.modelGone,
    unknownModel: true,
  },
  requestRefused: { code: 'MODEL_CONFIG_ERROR', retry: 'never', message: 'The AI service refused the request' },
  filtered: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'never',
    message: 'The AI service declined to answer',
    advice: REFUSALS.modelDeclined,
  },
  tooLong: { code: 'VALIDATION_ERROR', retry: 'never', message: 'The conversation is too long for this model' },
  quotaSpent: { code: 'API_QUOTA_EXCEEDED', retry: 'never', message: 'The AI service quota is used up' },
  rateLimited: { code: 'API_RATE_LIMIT_EXCEEDED', retry: 'twice', message: 'The AI service asks to slow down' },
  overloaded: { code: 'API_RATE_LIMIT_EXCEEDED', retry: 'twice', message: 'The AI service is overloaded' },
  loading: {
    code: 'API_RATE_LIMIT_EXCEEDED',
    retry: 'untilReady',
    message: 'The AI service is still loading the model',
    advice: REFUSALS.modelLoading,
  },
  toolCallFailed: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'twice',
    message: 'The model did not call its tools as it should',
  },
  unreachable: { code: 'API_RATE_LIMIT_EXCEEDED', retry: 'twice', message: 'The AI service cannot be reached' },
  cut: { code: 'API_RATE_LIMIT_EXCEEDED', retry: 'twice', message: 'The AI service broke off its reply' },
  empty: { code: 'API_RATE_LIMIT_EXCEEDED', retry: 'never', message: 'The AI service sent an empty reply' },
  thoughtsAlone: {
    code: 'API_RATE_LIMIT_EXCEEDED',
    retry: 'never',
    message: 'The model gave no answer besides its thoughts',
  },
  slowConnect: {
    code: 'AI_SERVICE_TIMEOUT',
    retry: 'once',
    message: 'The AI service did not take the connection in time',
  },
  slowGateway: { code: 'AI_SERVICE_TIMEOUT', retry: 'twice', message: 'The AI service gave up waiting' },
  // The server may be at work: another request would double what it does, and what it costs.
  silent: { code: 'AI_SERVICE_TIMEOUT', retry: 'never', message: 'The AI service did not begin to reply in time' },
  stalled: { code: 'AI_SERVICE_TIMEOUT', retry: 'never', message: 'The AI service fell silent while replying' },
  overlong: { code: 'AI_SERVICE_TIMEOUT', retry: 'never', message: 'The AI service took too long to finish' },
  allTokensThought: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'never',
    message: 'The model used up its length before it said anything',
  },
  /** The first time that the model thinks: the next attempt has room for it. */
  noThoughtRoom: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'once',
    message: 'The model used up its length before it said anything',
  },
  garbled: { code: 'MODEL_CONFIG_ERROR', retry: 'never', message: 'The AI service sent something unreadable' },
  oversized: { code: 'MODEL_CONFIG_ERROR', retry: 'never', message: 'The AI service sent more than a reply can hold' },
  forbiddenAddress: {
    code: 'MODEL_CONFIG_ERROR',
    retry: 'never',
    message: 'The AI service is at an address where none may be',
  },
  insecure: { code: 'MODEL_CONFIG_ERROR', retry: 'never', message: 'The AI service could not prove its identity' },
} as const satisfies Readonly<Record<string, ErrorRule>>;

export type UpstreamErrorKind = keyof typeof ERROR_RULES;

const MAX_MESSAGE_LENGTH = 500;

/** The real cause, for log and retry rule; users only see the error made of it. */
export class UpstreamError extends Error {
  readonly status: number | undefined;
  /** Milliseconds that the provider asks us to wait. */
  readonly retryAfterMs: number | undefined;
  /** Of a reply that ended by itself. */
  readonly usage: CountedTokens | undefined;

  constructor(
    readonly kind: UpstreamErrorKind,
    detail = '',
    options: {
      status?: number;
      retryAfterMs?: number | undefined;
      cause?: unknown;
      usage?: CountedTokens | undefined;
    } = {},
  ) {
    super(`${kind}: ${maskSecrets(detail).slice(0, MAX_MESSAGE_LENGTH)}`);
    this.name = 'UpstreamError';
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.usage = options.usage;
    this.cause = options.cause;
  }

  get rule(): ErrorRule {
    return ERROR_RULES[this.kind];
  }
}

/** Errors known by code only: Node's, undici's and TLS's. */
const NETWORK_ERRORS: readonly (readonly [RegExp, UpstreamErrorKind])[] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'slowConnect'],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable'],
  [
    /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_CLOSED|UND_ERR_DESTROYED|ERR_STREAM_PREMATURE_CLOSE|ECONNABORTED)$/,
    'cut',
  ],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|EPROTO|ERR_SSL_)/, 'garbled'],
  [/^PageNotAllowed$/, 'forbiddenAddress'],
  [/CERT_|SELF_SIGNED|UNABLE_TO_|ALTNAME/, 'insecure'],
];

/** The code, or the name where undici's parser has no code. */
const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : '';
};

/** The error kind of any transport error; undefined for unknown ones (a bug of ours). */
export const toUpstreamError = (error: unknown): UpstreamError | undefined => {
  if (error instanceof UpstreamError) return error;
  const code = codeOf(error);
  const rule = NETWORK_ERRORS.find(([pattern]) => pattern.test(code));
  return rule && new UpstreamError(rule[1], code, { cause: error });
};

const SECONDS = 1000;
const MINUTES = 60 * SECONDS;
const HOURS = 60 * MINUTES;

const adviceToWait = (ms: number): string => {
  if (ms <= 90 * SECONDS) return formatRefusal('modelBusySeconds', Math.ceil(ms / SECONDS));
  return ms <= 90 * MINUTES
    ? formatRefusal('modelBusyMinutes', Math.ceil(ms / MINUTES))
    : formatRefusal('modelBusyHours', Math.ceil(ms / HOURS));
};

/** No limit is of more; what a server asks beyond is no advice. */
const MAX_TOLD_WAIT_MS = 7 * 24 * HOURS;

/** A wait that is short was waited for. */
const adviceOf = ({ kind, retryAfterMs = 0, rule }: UpstreamError): string | undefined =>
  kind === 'rateLimited' && retryAfterMs > SECONDS && retryAfterMs <= MAX_TOLD_WAIT_MS
    ? adviceToWait(retryAfterMs)
    : rule.advice;

/** Every failure that leaves this folder is a `ModelError`; an unknown error is ours. */
export const toModelError = (error: unknown): ModelError => {
  if (error instanceof ModelError) return error;
  const upstream = toUpstreamError(error);
  if (!upstream) return new ModelError('INTERNAL_ERROR', 'The reply could not be read', { cause: error });
  const { code, message, unknownModel } = upstream.rule;
  return new ModelError(code, message, {
    cause: upstream,
    unknownModel: unknownModel ?? false,
    requestRefused: upstream.kind === 'requestRefused',
    ranOut: upstream.kind === 'allTokensThought' || upstream.kind === 'noThoughtRoom',
    thoughtsAlone: upstream.kind === 'thoughtsAlone',
    usage: upstream.usage,
    declined: upstream.kind === 'filtered',
    advice: adviceOf(upstream),
  });
};
