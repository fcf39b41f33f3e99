import type { KeyScope } from '../../shared/api-keys.ts';
import { ownTier } from '../../shared/tiers.ts';
import type { User } from './user.ts';

/** An API key. The key itself is shown once and never stored, only the digest of its secret part. */
export interface ApiKey {
  /** Part of the key, so that it can be looked up. Contains no `_`, which separates it from the secret. */
  readonly id: string;
  readonly uid: string;
  /** Given by its owner. */
  readonly name: string;
  readonly scope: KeyScope;
  readonly secretDigest: string;
  readonly createdAt: number;
  /** Null: never. */
  readonly expiresAt: number | null;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: number | null;
}

const API_KEY_PATTERN = /^pk_([A-Za-z0-9-]{1,64})_([\w-]{1,128})$/;
const HINT_LENGTH = 6;

/** `pk_<id>_<secret>`: a form that secret scanners recognise. */
export const formatApiKey = (id: string, secret: string): string => `pk_${id}_${secret}`;

/** Undefined when the bearer is not an API key. */
export const parseApiKey = (bearer: string): { readonly id: string; readonly secret: string } | undefined => {
  const [, id, secret] = API_KEY_PATTERN.exec(bearer) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Identifies the key without revealing the secret. */
export const maskApiKey = ({ id }: ApiKey): string => `pk_${id.slice(0, HINT_LENGTH)}…`;

/** Limited scopes open only the calls that name them. */
export const allowsScope = (held: KeyScope, open: readonly KeyScope[] = []): boolean =>
  held === 'all' || open.includes(held);

/** Part of the Premium plan; admins have it too. */
export const hasApiAccess = (user: User): boolean => ownTier(user) === 'premium';
