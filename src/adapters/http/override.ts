import type { Context } from 'koa';

import type { Override, OverrideType } from '../../domain/admin/ports.ts';
import { InvalidInput } from '../../domain/kernel/domain-error.ts';

const TYPES = ['unlimited', 'premium', 'basic', 'free'] as const;
/** A body may say less than the headers. */
const BODY_TYPES = ['unlimited', 'premium'] as const;
const ENABLED = 'X-Admin-Override-Enabled';
const TYPE = 'X-Admin-Override-Type';
const FIELD = 'adminOverride.overrideType';

/** What one call says of acting as another tier. */
export interface OverrideWords {
  readonly enabled: boolean;
  readonly type: string | undefined;
  readonly field: string;
  readonly types: readonly OverrideType[];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inBody = (body: unknown): OverrideWords | undefined => {
  const words = isObject(body) ? body['adminOverride'] : undefined;
  if (!isObject(words)) return undefined;
  const type = words['overrideType'];
  return {
    enabled: words['enabled'] === true,
    type: typeof type === 'string' ? type : undefined,
    field: FIELD,
    types: BODY_TYPES,
  };
};

const inHeaders = (ctx: Context): OverrideWords | undefined => {
  const enabled = ctx.get(ENABLED).toLowerCase();
  if (enabled !== 'true' && enabled !== 'false') return undefined;
  return { enabled: enabled === 'true', type: ctx.get(TYPE) || undefined, field: TYPE, types: TYPES };
};

/** The body's words before the headers'; undefined when neither has any. */
export const overrideWords = (ctx: Context, body: unknown): OverrideWords | undefined => inBody(body) ?? inHeaders(ctx);

/** As what an admin acts in this call: as the call says, else as is stored. Throws `InvalidInput` for an unknown type. */
export const actingAs = (words: OverrideWords | undefined, stored: Override | undefined): OverrideType | undefined => {
  if (!words) return stored?.type;
  if (!words.enabled) return undefined;
  if (words.type === undefined) return words.types.find((type) => type === stored?.type) ?? 'unlimited';
  const type = words.types.find((known) => known === words.type);
  if (!type) throw new InvalidInput(`${words.field} must be one of ${words.types.join(', ')}`, words.field);
  return type;
};
