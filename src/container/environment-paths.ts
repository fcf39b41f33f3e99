import type { Config } from '../config.ts';
import type { ConfigName } from '../domain/admin/ports.ts';
import { TIERS } from '../shared/tiers.ts';

/** Which values of each configuration the environment sets, by their paths. */
export const pathsSetByEnvironment = ({
  MODEL_PRIMARY,
  MODEL_FALLBACK,
  VISION_MODEL,
}: Config): Readonly<Record<ConfigName, readonly string[]>> => {
  const primary = MODEL_PRIMARY !== undefined;
  const fallback = MODEL_FALLBACK !== undefined;
  const models = [primary ? ['primary'] : [], fallback ? ['fallback'] : []].flat();
  return {
    'rate-limits': TIERS.flatMap((tier) => models.map((which) => `subscriptions.${tier}.models.${which}`)),
    'model-config': primary || fallback ? TIERS.map((tier) => `tiers.${tier}.models`) : [],
    agents: [],
    freemium: [primary ? ['freemiumPrimaryModel'] : [], fallback ? ['freemiumFallbackModel'] : []].flat(),
    vision: VISION_MODEL === undefined ? [] : ['model'],
    'storage-limits': [],
    'file-ttl': [],
  };
};
