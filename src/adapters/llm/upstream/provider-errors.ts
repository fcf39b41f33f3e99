import { type Situation, UpstreamTrouble } from './trouble.ts';

/** An error as providers put it: a status, or an object inside a stream, or both. */
interface Said {
  readonly status: number | undefined;
  /** Type, code and message in lower case, addresses left out ("…/settings/billing" is no word about billing). */
  readonly words: string;
}

const QUOTA = /quota|billing|credit|insufficient[ _](funds|balance)|payment|spend(ing)?[ _]limit/;
/** Some providers tell an empty account by 400 or 403; there only unmistakable words count. */
const SURE_QUOTA = /insufficient_quota|credit balance|billing_|out of credits|insufficient[ _](funds|balance)/;
const NO_SUCH_MODEL =
  /model_not_found|model_decommissioned|unknown_model|(model|deployment)\b.{0,120}(does not exist|not found|not available|decommissioned|is not a valid)|no endpoints found/;

/** What the words of an error inside a stream stand for; the first that fits. */
const MEANT_STATUS: readonly (readonly [RegExp, number])[] = [
  [SURE_QUOTA, 402],
  [NO_SUCH_MODEL, 404],
  [/overloaded/, 529],
  [/rate.?limit|too many requests|resource.?exhausted/, 429],
  [/authenticat|invalid_api_key|permission|unauthori[sz]ed|forbidden/, 401],
  [/not_found/, 404],
  [/timeout|timed out/, 504],
  [/invalid_request|context_length|unsupported|bad_request|request_too_large/, 400],
];

/** Statuses that mean what they say, whatever models their words mention. */
const PLAIN = new Set([401, 408, 429]);
const TELLS_BY_WORDS = new Set([400, 403, 422, 429]);

const FIXED: Readonly<Record<number, Situation>> = {
  401: 'keyRefused',
  402: 'quotaSpent',
  403: 'keyRefused',
  404: 'modelUnknown',
  408: 'slowGateway',
  504: 'slowGateway',
};

const byStatus = (status: number, words: string): Situation => {
  if (status === 429) return QUOTA.test(words) ? 'quotaSpent' : 'rateLimited';
  return FIXED[status] ?? (status >= 500 ? 'overloaded' : 'requestRefused');
};

const situationOf = ({ status, words }: Said): Situation => {
  const meant = status ?? MEANT_STATUS.find(([pattern]) => pattern.test(words))?.[1] ?? 500;
  if (meant >= 500) return byStatus(meant, words);
  if (TELLS_BY_WORDS.has(meant) && SURE_QUOTA.test(words)) return 'quotaSpent';
  return !PLAIN.has(meant) && NO_SUCH_MODEL.test(words) ? 'modelUnknown' : byStatus(meant, words);
};

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

const flatten = (error: unknown): string =>
  typeof error === 'string'
    ? error
    : [field(error, 'type'), field(error, 'code'), field(error, 'message')].map(words).join(' ');

const asStatus = (value: unknown): number | undefined => {
  const status = Number(value);
  return Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
};

const judge = (status: number | undefined, text: string, retryAfterMs?: number): UpstreamTrouble => {
  const situation = situationOf({ status, words: text.toLowerCase().replace(/https?:\/\/\S+/g, '') });
  return new UpstreamTrouble(situation, text, { ...(status !== undefined && { status }), retryAfterMs });
};

/** The trouble told by an error object that came inside a stream or a reply of status 200. */
export const troubleInReply = (error: unknown): UpstreamTrouble =>
  judge(asStatus(field(error, 'status')) ?? asStatus(field(error, 'code')), flatten(error));

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

/** `Retry-After` in milliseconds: seconds or a date, or the millisecond header that OpenAI adds. */
export const retryAfter = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined => {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const wished = headers['retry-after'];
  if (typeof wished !== 'string') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(wished.trim()) ? Number(wished) * 1000 : Date.parse(wished) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
};

/** The trouble told by a reply that is no event stream: a status other than 200, or 200 with something else in it. */
export const troubleOfAnswer = (status: number, body: string, retryAfterMs?: number): UpstreamTrouble => {
  const content = parsed(body);
  const error = field(content, 'error') ?? (field(content, 'type') === 'error' ? content : undefined);
  if (status === 200)
    return error === undefined ? new UpstreamTrouble('garbled', body, { status }) : troubleInReply(error);
  return judge(status, error === undefined ? body : flatten(error), retryAfterMs);
};
