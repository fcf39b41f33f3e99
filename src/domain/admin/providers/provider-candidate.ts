import type { ProviderNeed } from '../../../shared/providers.ts';
import type { ModelInfo } from '../../chat/models/ports.ts';
import { InvalidInput } from '../../kernel/domain-error.ts';
import { ModelNotOffered, ProviderChanged, ProviderKeyRequired, ProviderNotFound } from './errors.ts';
import type { ProviderAccess, ProviderKind, ProviderSwitch, StoredProvider } from './ports.ts';
import { isSameProvider, isShownAs, type ShownProvider } from './shown-provider.ts';

/** As a form has it: without a key, the stored one of the same provider is meant; an empty one is none. */
export interface ProviderInput extends Omit<ProviderAccess, 'apiKey'> {
  readonly need: ProviderNeed;
  readonly name: string;
  readonly apiKey: string | undefined;
}

/** A provider that was entered, with the one that is stored under the same id. */
export interface Candidate {
  readonly each: ProviderSwitch;
  readonly kind: ProviderKind;
  readonly access: ProviderAccess;
  readonly id: string;
  readonly stored: StoredProvider | undefined;
}

/** Where the kind has no default model, the first of the list is. Throws `ModelNotOffered`. */
export const chooseModel = ({ access: { model }, kind }: Candidate, offered: readonly ModelInfo[]): string | null => {
  if (model === null) return kind.isRepeatable ? (offered[0]?.id ?? null) : null;
  if (!offered.some(({ id }) => id === model)) throw new ModelNotOffered();
  return model;
};

/**
 * Search and mail have one provider of any kind; the id of a model provider is part of the
 * settings that name its models.
 */
export const requireSameKind = (stored: StoredProvider, kind: ProviderKind, { need }: ProviderSwitch): void => {
  if (stored.need !== need || (need === 'models' && stored.kind !== kind.id))
    throw new InvalidInput('A provider stays of its kind', 'kind');
};

/**
 * What is stored now is what the test was made beside, which takes seconds, and what the form showed. Throws
 * `ProviderNotFound`, `ProviderChanged`.
 */
export const requireUnchanged = (
  now: StoredProvider | undefined,
  { stored, each }: Candidate,
  shown: ShownProvider | null | undefined,
): void => {
  if (!now) {
    if (stored) throw new ProviderNotFound();
    return;
  }
  const isAsShown =
    shown === undefined ||
    (shown &&
      isShownAs(
        now,
        shown,
        each.kinds.find(({ id }) => id === now.kind),
      ));
  if (!stored || !isSameProvider(now, stored) || !isAsShown) throw new ProviderChanged();
};

/** An address is stored and shown as it is, so no password stands in it. */
export const requireBareAddress = (address: string | null): void => {
  if (address === null || !URL.canParse(address)) return;
  const { username, password } = new URL(address);
  if (username !== '' || password !== '')
    throw new InvalidInput('User name and password have fields of their own', 'baseUrl');
};

/** A stored key is never sent to another server, or for another user, than it was entered for. */
export const withKey = (
  { kind, baseUrl, model, user, sender, apiKey }: ProviderInput,
  { needsKey }: ProviderKind,
  stored: StoredProvider | undefined,
): ProviderAccess => {
  const access = { kind, baseUrl, model, user, sender };
  if (apiKey !== undefined) return { ...access, apiKey: apiKey === '' ? null : apiKey };
  if (stored && isSameServer(stored, access)) return { ...access, apiKey: stored.apiKey };
  if (needsKey || stored?.isLocked === true) throw new ProviderKeyRequired();
  return { ...access, apiKey: null };
};

const isSameServer = (stored: StoredProvider, { kind, baseUrl, user }: Omit<ProviderAccess, 'apiKey'>): boolean =>
  !stored.isLocked && stored.kind === kind && stored.baseUrl === baseUrl && stored.user === user;
