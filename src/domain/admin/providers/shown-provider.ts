import type { ProviderKind, StoredProvider } from './ports.ts';

/** What a form shows of a stored provider: of a key the last letters at most, and of a password nothing. */
export interface ShownProvider extends Pick<StoredProvider, 'kind' | 'name' | 'model' | 'baseUrl' | 'user' | 'sender'> {
  readonly hasKey: boolean;
  readonly keyHint: string;
}

/** Shorter keys show nothing: four letters would be too much of them. */
const MIN_HINTED_LENGTH = 16;
const HINT_LENGTH = 4;

const hintOf = (key: string | null): string =>
  key !== null && key.length >= MIN_HINTED_LENGTH ? key.slice(-HINT_LENGTH) : '';

/** `type`: its kind; undefined: one that is not known any more. */
export const toShown = (stored: StoredProvider, type: ProviderKind | undefined): ShownProvider => {
  const { kind, name, model, baseUrl, user, sender, apiKey, isLocked } = stored;
  const keyHint = type?.sendsMail === true ? '' : hintOf(apiKey);
  return { kind, name, model, baseUrl, user, sender, hasKey: apiKey !== null || isLocked, keyHint };
};

const toComparable = ({ kind, name, model, baseUrl, user, sender, hasKey, keyHint }: ShownProvider): string =>
  JSON.stringify([kind, name, model, baseUrl, user, sender, hasKey, keyHint]);

export const isShownAs = (stored: StoredProvider, shown: ShownProvider, type: ProviderKind | undefined): boolean =>
  toComparable(toShown(stored, type)) === toComparable(shown);

/** With its key, which may differ where nothing of it is shown. */
export const isSameProvider = (a: StoredProvider, b: StoredProvider): boolean =>
  a.apiKey === b.apiKey && a.isLocked === b.isLocked && isShownAs(a, toShown(b, undefined), undefined);
