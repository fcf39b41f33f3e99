import { type UpstreamErrorKind, UpstreamError } from './upstream-error.ts';

/** An error as providers report it: a status, an object inside a stream, or both. */
interface ProviderError {
  readonly status: number | undefined;
  /** Type, code and message in lower case, URLs removed ("…/settings/billing" says nothing about billing). */
  readonly text: string;
}

const QUOTA = /quota|billing|credit|insufficient[ _](funds|balance)|payment|spend(ing)?[ _]limit/;
/** Google calls every limit a quota, and OpenAI recommends paying more for each. */
const LIMIT_OF_MINUTE = /per ?min/;
const LIMIT_OF_DAY = /per ?day/;
/** Some providers report an empty account as 400 or 403; there only unmistakable words count. */
const EXPLICIT_QUOTA = /insufficient_quota|credit balance|billing_|out of credits|insufficient[ _](funds|balance)/;
const NO_SUCH_MODEL =
  /model_not_found|model_decommissioned|model_permission_blocked|unknown_model|(model|deployment)\b.{0,120}(does not exist|not found|not available|decommissioned|is not a valid)|no endpoints found/;

/** Every vendor has words of its own for it. */
const TOO_LONG = new RegExp(
  [
    /context.?(?:length|window|size|limit)|maximum.?context|reduce the length/, // OpenAI, Groq, vLLM, llama.cpp
    /(?:prompt|input) is too long|request.?too.?large|string_above_max_length/, // Anthropic, Amazon, OpenAI
    /maximum number of tokens allowed|maximum prompt length|token count of \d+ exceeds/, // Google, xAI, GitHub
    /exceeded model token limit|prompt exceeds max|range of input length|too many tokens:/, // Moonshot, Zhipu, Cohere
    /`inputs` tokens \+ `max_new_tokens`/, // Together, Hugging Face
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Of llama.cpp and Hugging Face; others keep the request waiting. */
const LOADING = /loading model|is currently loading/;
/** With the status of a rate limit: no waiting helps a request that is larger than the limit. */
const LARGER_THAN_RATE = /request.?too.?large|tokens must be reduced/;

/**
 * The model lacks tools, images or a role: OpenRouter knows no such endpoint then, llama.cpp sees a fault of its own.
 */
const UNSUPPORTED_INPUT =
  /no endpoints found that support|requires --jinja|image input is not supported|system role not|roles must alternate/;

/** The provider's rules about contents, of Azure, DashScope and OpenRouter; not said by statuses of their own. */
const FILTERED = /content.?filter|content management policy|data_inspection_failed|input was flagged/;
/** Gemini says so with 400. */
const KEY_REFUSED = /api key not valid|invalid_api_key|incorrect api key/;

/** Meaning of an error message inside a stream; the first match wins. */
const STATUS_BY_TEXT: readonly (readonly [RegExp, number])[] = [
  [EXPLICIT_QUOTA, 402],
  [NO_SUCH_MODEL, 404],
  [/unexpected endpoint/, 404],
  [/overloaded/, 529],
  [/rate.?limit|too many requests|resource.?exhausted/, 429],
  [/authenticat|invalid_api_key|permission|unauthori[sz]ed|forbidden/, 401],
  [/not_found/, 404],
  [/timeout|timed out/, 504],
  [/invalid_request|context_length|unsupported|bad_request|request_too_large/, 400],
];

/** Statuses that are taken literally, whatever the message says. */
const UNAMBIGUOUS_STATUSES = new Set([401, 408, 429]);
const STATUSES_OF_TOO_LONG = new Set([400, 422]);
const STATUSES_REFINED_BY_TEXT = new Set([400, 403, 422, 429]);
/** The first match wins. */
const KIND_BY_TEXT: readonly (readonly [RegExp, UpstreamErrorKind])[] = [
  [EXPLICIT_QUOTA, 'quotaSpent'],
  [KEY_REFUSED, 'keyRefused'],
  [FILTERED, 'filtered'],
  [/tool_use_failed/, 'toolCallFailed'],
];

const KIND_BY_STATUS: Readonly<Record<number, UpstreamErrorKind>> = {
  401: 'keyRefused',
  402: 'quotaSpent',
  403: 'keyRefused',
  404: 'modelUnknown',
  408: 'slowGateway',
  504: 'slowGateway',
};

const isQuotaSpent = (text: string): boolean =>
  QUOTA.test(text) && (LIMIT_OF_DAY.test(text) || !LIMIT_OF_MINUTE.test(text));

const kindOfStatus = (status: number, text: string): UpstreamErrorKind => {
  if (status === 429) return isQuotaSpent(text) ? 'quotaSpent' : 'rateLimited';
  if (status >= 500 && LOADING.test(text)) return 'loading';
  return KIND_BY_STATUS[status] ?? (status >= 500 ? 'overloaded' : 'requestRefused');
};

/** Some servers report it as a fault of their own. */
const isTooLong = (status: number, text: string): boolean => {
  if (status === 429) return LARGER_THAN_RATE.test(text);
  return status === 413 || ((STATUSES_OF_TOO_LONG.has(status) || status >= 500) && TOO_LONG.test(text));
};

const kindByText = (status: number, text: string): UpstreamErrorKind | undefined => {
  const told = STATUSES_REFINED_BY_TEXT.has(status) && KIND_BY_TEXT.find(([pattern]) => pattern.test(text));
  if (told) return told[1];
  return !UNAMBIGUOUS_STATUSES.has(status) && NO_SUCH_MODEL.test(text) ? 'modelUnknown' : undefined;
};

const statusByText = (text: string): number | undefined => STATUS_BY_TEXT.find(([pattern]) => pattern.test(text))?.[1];

const classifyError = ({ status: effectiveStatus = 500, text }: ProviderError): UpstreamErrorKind => {
  if (isTooLong(effectiveStatus, text)) return 'tooLong';
  if (UNSUPPORTED_INPUT.test(text)) return 'requestRefused';
  if (effectiveStatus >= 500) return kindOfStatus(effectiveStatus, text);
  return kindByText(effectiveStatus, text) ?? kindOfStatus(effectiveStatus, text);
};

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** `raw`: a gateway passes on what the provider behind it said. `details`: Google names the limit there. */
const errorText = (error: unknown): string => {
  if (typeof error === 'string') return error;
  const parts = [field(error, 'type'), field(error, 'code'), field(error, 'message')];
  const details = JSON.stringify(field(error, 'details'));
  return [...parts, field(field(error, 'metadata'), 'raw'), details].map(stringOrEmpty).join(' ');
};

const toStatus = (value: unknown): number | undefined => {
  const status = Number(value);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
};

const createUpstreamError = (told: number | undefined, text: string, retryAfterMs?: number): UpstreamError => {
  const plain = text.toLowerCase().replace(/https?:\/\/\S+/g, '');
  const status = told ?? statusByText(plain);
  const kind = classifyError({ status, text: plain });
  return new UpstreamError(kind, text, { ...(status !== undefined && { status }), retryAfterMs });
};

/** The error kind of an error object inside a stream or a reply of status 200. */
export const errorFromFrame = (error: unknown): UpstreamError =>
  createUpstreamError(toStatus(field(error, 'status')) ?? toStatus(field(error, 'code')), errorText(error));

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** `Retry-After` in milliseconds: seconds, a date, or OpenAI's millisecond header. */
export const parseRetryAfter = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined => {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const header = headers['retry-after'];
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};

/** Google tells it in the body. */
const retryDelay = (body: string): number | undefined => {
  const seconds = /"retryDelay": ?"(\d+(?:\.\d+)?)s"/.exec(body)?.[1];
  return seconds === undefined ? undefined : Math.round(Number(seconds) * 1000);
};

/** The error kind of a reply that is no event stream: another status than 200, or 200 with other content. */
export const errorFromResponse = (status: number, body: string, retryAfterMs?: number): UpstreamError => {
  const content = parsed(body);
  const error = field(content, 'error') ?? (field(content, 'type') === 'error' ? content : undefined);
  if (status === 200)
    return error === undefined ? new UpstreamError('garbled', body, { status }) : errorFromFrame(error);
  return createUpstreamError(status, error === undefined ? body : errorText(error), retryAfterMs ?? retryDelay(body));
};
