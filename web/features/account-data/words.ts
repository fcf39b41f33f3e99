import { isApiFailure } from '../../lib/api-error.ts';
import type { ImportOutcome, Proof } from './account-data-api.ts';

const SOURCES: Readonly<Record<ImportOutcome['source'], string>> = { librechat: 'LibreChat', 'open-webui': 'Open WebUI', chatgpt: 'ChatGPT' };
const MINUTE_MS = 60_000;

const count = (number: number, one: string, many: string): string => `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`;

/** What an import brought, in one sentence. */
export const importText = ({ source, chats, messages }: ImportOutcome): string => (chats === 0
  ? `Nothing new came from this ${SOURCES[source]} export.`
  : `${count(chats, 'chat', 'chats')} with ${count(messages, 'message', 'messages')} imported from ${SOURCES[source]}.`);

/** How many of an import's conversations are not here as they were there. */
export const skippedText = ({ skippedInAll }: ImportOutcome): string => `${count(skippedInAll, 'conversation', 'conversations')} left out or shortened`;

const saidBy = (error: unknown): string | null => {
  const said = isApiFailure(error) ? error.data['error'] : null;
  return typeof said === 'string' && said !== '' ? said : null;
};

const statusOf = (error: unknown): number => (isApiFailure(error) ? error.status : 0);

/** Why no file came. */
export const exportFailure = (error: unknown): string =>
  (statusOf(error) === 0 ? 'The connection was lost before the whole file was here.' : 'Your data could not be exported.');

/** Why a file was not imported. The same file may be tried again: what is here already does not come twice. */
export const importFailure = (error: unknown): string => {
  const status = statusOf(error);
  if (status === 413) return TOO_LARGE;
  if (status >= 400 && status < 500) return `${saidBy(error) ?? 'The file could not be imported'}.`.replace(/\.\.$/, '.');
  return 'The import did not finish. Try the same file again: nothing is imported twice.';
};

export const TOO_LARGE = 'This file is larger than 20 MB.';
export const EMPTY = 'This file is empty.';

/** A refusal to close the account: under the field it is about, or above the buttons. */
export interface Refusal {
  readonly field: string | null;
  readonly text: string | null;
}

const waitText = (ms: number): string => `Too many tries. Try again in ${count(Math.max(1, Math.ceil(ms / MINUTE_MS)), 'minute', 'minutes')}.`;

/** What the server said about closing the account or sending a code for it. */
export const refusalOf = (error: unknown, proof: Proof, otherwise: string): Refusal => {
  if (!isApiFailure(error)) return { field: null, text: otherwise };
  const wait = error.data['retryAfterMs'] ?? error.data['cooldownMs'];
  if (typeof wait === 'number') return { field: waitText(wait), text: null };
  const text = saidBy(error) ?? (error.status === 0 ? error.message : otherwise);
  return error.data['field'] === proof ? { field: text, text: null } : { field: null, text };
};
