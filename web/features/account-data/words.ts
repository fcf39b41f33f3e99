import { isApiFailure } from '../../lib/api-error.ts';
import type { ImportOutcome, Proof } from './account-data-api.ts';
import { say } from './texts.ts';

/** The products that chats are imported from, by name. */
export const SOURCES: Readonly<Record<ImportOutcome['source'], string>> = {
  librechat: 'LibreChat',
  'open-webui': 'Open WebUI',
  chatgpt: 'ChatGPT',
};
const MINUTE_MS = 60_000;

const saidBy = (error: unknown): string | null => {
  const said = isApiFailure(error) ? error.data['error'] : null;
  return typeof said === 'string' && said !== '' ? said : null;
};

const statusOf = (error: unknown): number => (isApiFailure(error) ? error.status : 0);

/** Why no file came. */
export const exportFailure = (error: unknown): string => say(statusOf(error) === 0 ? 'exportLost' : 'exportFailed');

/** Why a file was not imported. The same file may be tried again: what is here already does not come twice. */
export const importFailure = (error: unknown): string => {
  const status = statusOf(error);
  if (status === 413) return say('tooLarge');
  if (status >= 400 && status < 500) return saidBy(error)?.replace(/\.?$/, '.') ?? say('importRefused');
  return say('importUnfinished');
};

/** A refusal to close the account: under the field it is about, or above the buttons. */
export interface Refusal {
  readonly field: string | null;
  readonly text: string | null;
}

const waitText = (ms: number): string => say('tooManyTries', { minutes: Math.max(1, Math.ceil(ms / MINUTE_MS)) });

/** What the server said about closing the account or sending a code for it. */
export const refusalOf = (error: unknown, proof: Proof, otherwise: string): Refusal => {
  if (!isApiFailure(error)) return { field: null, text: otherwise };
  const wait = error.data['retryAfterMs'] ?? error.data['cooldownMs'];
  if (typeof wait === 'number') return { field: waitText(wait), text: null };
  const text = saidBy(error) ?? (error.status === 0 ? error.message : otherwise);
  return error.data['field'] === proof ? { field: text, text: null } : { field: null, text };
};
