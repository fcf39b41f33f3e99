import type { User } from './user.ts';

/** A person's key for programs. The key itself is shown once and never stored, only the digest of its secret part. */
export interface ApiKey {
  /** Stands in the key, so that it is found without searching by secret; without `_`, which ends it there. */
  readonly id: string;
  readonly uid: string;
  readonly secretDigest: string;
  readonly createdAt: number;
  /** To the minute; null until it is used. */
  readonly lastUsedAt: number | null;
}

const API_KEY_PATTERN = /^pk_([A-Za-z0-9-]{1,64})_([\w-]{1,128})$/;
const HINT_LENGTH = 6;

/** `pk_<id>_<secret>`: scanners for leaked secrets know the form, and so does who reads a configuration. */
export const formatApiKey = (id: string, secret: string): string => `pk_${id}_${secret}`;

/** The parts of a key; undefined for whatever else a bearer may be. */
export const parseApiKey = (bearer: string): { readonly id: string; readonly secret: string } | undefined => {
  const [, id, secret] = API_KEY_PATTERN.exec(bearer) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
};

/** Enough of a key to tell which one it is, and nothing of its secret. */
export const maskApiKey = ({ id }: ApiKey): string => `pk_${id.slice(0, HINT_LENGTH)}…`;

/** Premium brings API access; admins have what every plan has. */
export const hasApiAccess = ({ subscription, isAdmin }: User): boolean => subscription === 'premium' || isAdmin;
