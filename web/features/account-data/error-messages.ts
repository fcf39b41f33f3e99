import { getRetryDelay, isApiFailure } from '../../lib/api-error.ts';
import { formatWait } from '../../lib/format-date.ts';
import type { ImportResult, DeletionProof } from './account-data-api.ts';
import { t } from './texts.ts';

/** The products that chats are imported from, by name. */
export const IMPORT_SOURCE_NAMES: Readonly<Record<ImportResult['source'], string>> = {
  parley: 'Parley',
  librechat: 'LibreChat',
  'open-webui': 'Open WebUI',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
};

const SKIP_REASONS = {
  noId: 'skipNoId',
  noMessages: 'skipNoMessages',
  tooManyMessages: 'skipTooManyMessages',
  present: 'skipPresent',
  shortened: 'skipShortened',
  chatTooLarge: 'skipChatTooLarge',
  noRoom: 'skipNoRoom',
  expired: 'skipExpired',
  notPinned: 'skipNotPinned',
  noText: 'skipNoText',
  promptTooLong: 'skipPromptTooLong',
} as const;

/** Why a conversation was left out, or what was left out of it. */
export const skipReason = (key: ImportResult['skipped'][number]['key'], count: number | null): string =>
  t(SKIP_REASONS[key], { count: count ?? 0 });

const getServerMessage = (error: unknown): string | null => {
  const message = isApiFailure(error) ? error.data['error'] : null;
  return typeof message === 'string' && message !== '' ? message : null;
};

const getStatus = (error: unknown): number => (isApiFailure(error) ? error.status : 0);

/** Why no file came. */
export const exportErrorMessage = (error: unknown): string => t(getStatus(error) === 0 ? 'exportLost' : 'exportFailed');

/** Why a file was not imported. The same file may be tried again: what is here already does not come twice. */
export const importErrorMessage = (error: unknown): string => {
  const status = getStatus(error);
  if (status === 413) return t('tooLarge');
  if (status === 400) return t('importUnknown');
  if (isApiFailure(error) && error.code === 'USAGE_LIMIT_EXCEEDED') return t('importNoRoom');
  if (status >= 400 && status < 500) return getServerMessage(error)?.replace(/\.?$/, '.') ?? t('importRefused');
  return t('importUnfinished');
};

/** A refusal to close the account: under the field it is about, or above the buttons. */
export interface Refusal {
  readonly field: string | null;
  readonly text: string | null;
}

/** Maps a refused deletion, or a refused code for it. */
export const toRefusal = (error: unknown, proof: DeletionProof, fallback: string): Refusal => {
  if (!isApiFailure(error)) return { field: null, text: fallback };
  const wait = getRetryDelay(error);
  if (wait !== null) return { field: t('tooManyTries', { wait: formatWait(wait) }), text: null };
  const text = getServerMessage(error) ?? (error.status === 0 ? error.message : fallback);
  return error.data['field'] === proof ? { field: text, text: null } : { field: null, text };
};
