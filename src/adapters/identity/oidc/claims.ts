import { z } from 'zod';

import type { ClaimedRight, ProviderRights } from '../../../domain/accounts/identity/ports.ts';
import { normalizeUnicode } from '../../../shared/unicode.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** A claim that has one of these values, alone or in a list. */
export interface ClaimRule {
  readonly claim: string;
  readonly values: readonly string[];
}

/** The rules of rights; undefined: not configured. */
export interface RightsRules {
  readonly admin: ClaimRule | undefined;
  readonly basic: ClaimRule | undefined;
  readonly premium: ClaimRule | undefined;
  /** The claim that names groups. */
  readonly groups: string | undefined;
}

/** More than a person has; a token may hold any number. */
const MAX_GROUPS = 500;
const MAX_GROUP_LENGTH = 200;

const RULE = /^([^=\s]{1,200})=(\S.*)$/;

/** `groups=parley-admins,owners`; a path with dots, as in `realm_access.roles=admin`, leads into objects. */
export const claimRule = z
  .string()
  .regex(RULE, 'must be claim=value, such as groups=parley-admins')
  .transform((text): ClaimRule => {
    const [, claim = '', values = ''] = RULE.exec(text) ?? [];
    return { claim, values: values.split(',').map((value) => normalizeUnicode(value.trim(), 'NFC')) };
  });

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null;

/** A claim by its whole name, which may have dots, else by its path. */
export const findClaim = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) found = isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined;
  return found;
};

/** A claim's values, one or a list, in the form of Unicode that rules have. */
const valuesOf = (claims: Claims, claim: string): readonly string[] => {
  const found = findClaim(claims, claim);
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  return list
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
    .map((value) => normalizeUnicode(String(value), 'NFC'));
};

const matches = (claims: Claims, { claim, values }: ClaimRule): boolean =>
  valuesOf(claims, claim).some((value) => values.includes(value));

const toGroups = (claims: Claims, claim: string): readonly string[] =>
  valuesOf(claims, claim)
    .filter(({ length }) => length <= MAX_GROUP_LENGTH)
    .slice(0, MAX_GROUPS);

export const listDecidedRights = ({ admin, basic, premium, groups }: RightsRules): readonly ClaimedRight[] => [
  ...(admin ? (['admin'] as const) : []),
  ...(basic || premium ? (['plan'] as const) : []),
  ...(groups === undefined ? [] : (['groups'] as const)),
];

export const toRights = (claims: Claims, { admin, basic, premium, groups }: RightsRules): ProviderRights => ({
  isAdmin: admin && matches(claims, admin),
  tier: basic || premium ? toTier(claims, { basic, premium }) : undefined,
  groups: groups === undefined ? undefined : toGroups(claims, groups),
});

const toTier = (claims: Claims, { basic, premium }: Pick<RightsRules, 'basic' | 'premium'>) => {
  if (premium && matches(claims, premium)) return 'premium';
  return basic && matches(claims, basic) ? 'basic' : null;
};

const person = z.object({
  email: z.string().max(254).pipe(z.email()).nullish().catch(null),
  name: z.string().nullish().catch(null),
  preferred_username: z.string().nullish().catch(null),
});

/** What the claims say about a person; a field of the wrong form counts as absent. */
export const toPerson = (claims: Claims): { readonly email: string | null; readonly name: string | null } => {
  const { email, name, preferred_username: username } = person.parse(claims);
  return { email: email ?? null, name: name ?? username ?? null };
};

/** Some providers send the text `true`. */
export const isTrue = (claim: unknown): boolean => [true, 'true', 1, '1'].some((value) => value === claim);
