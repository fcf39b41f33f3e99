import type { Context } from 'koa';

import type { Override } from '../../../domain/admin/ports.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { OVERRIDE_TYPES, type OverrideType } from '../../../shared/tiers.ts';

/** The body's override may be partial. */
const BODY_TYPES = ['unlimited', 'premium'] as const;
const ENABLED = 'X-Admin-Override-Enabled';
const TYPE = 'X-Admin-Override-Type';
const FIELD = 'adminOverride.overrideType';

/** The override of one request. */
export interface OverrideRequest {
  readonly enabled: boolean;
  readonly type: string | undefined;
  readonly field: string;
  readonly types: readonly OverrideType[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const parseBody = (body: unknown): OverrideRequest | undefined => {
  const request = isObject(body) ? body['adminOverride'] : undefined;
  if (!isObject(request)) return undefined;
  const type = request['overrideType'];
  return {
    enabled: request['enabled'] === true,
    type: typeof type === 'string' ? type : undefined,
    field: FIELD,
    types: BODY_TYPES,
  };
};

const parseHeaders = (ctx: Context): OverrideRequest | undefined => {
  const enabled = ctx.get(ENABLED).toLowerCase();
  if (enabled !== 'true' && enabled !== 'false') return undefined;
  return { enabled: enabled === 'true', type: ctx.get(TYPE) || undefined, field: TYPE, types: OVERRIDE_TYPES };
};

/** The body wins over the headers; undefined when neither has one. */
export const parseOverride = (ctx: Context, body: unknown): OverrideRequest | undefined =>
  parseBody(body) ?? parseHeaders(ctx);

/**
 * The effective override of this call: the request's, else the stored one. Throws `InvalidInput` for an unknown type.
 */
export const effectiveOverride = (
  request: OverrideRequest | undefined,
  stored: Override | undefined,
): OverrideType | undefined => {
  if (!request) return stored?.type;
  if (!request.enabled) return undefined;
  if (request.type === undefined) return request.types.find((type) => type === stored?.type) ?? 'unlimited';
  const type = request.types.find((allowed) => allowed === request.type);
  if (!type) throw new InvalidInput(`${request.field} must be one of ${request.types.join(', ')}`, request.field);
  return type;
};
