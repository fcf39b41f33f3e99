import type { GroupRights } from '../../shared/group-rights.ts';
import type { ModelInfo } from '../chat/models/ports.ts';
import type { DefaultModels } from '../chat/replies/ports/requesters.ts';

/** Without those that no provider offers any more, unless that is all of them, or nobody tells what is offered. */
const withoutGone = (listed: readonly string[], offered: readonly Pick<ModelInfo, 'id'>[]): readonly string[] => {
  const known = listed.filter((model) => offered.some(({ id }) => id === model));
  return known.length > 0 ? known : listed;
};

/** The plan's models as far as the groups' list has them; without any of them the first of the list answers. */
export const defaultModels = (
  plan: DefaultModels,
  rights: GroupRights | undefined,
  offered: readonly Pick<ModelInfo, 'id'>[] = [],
): DefaultModels => {
  if (!rights?.models) return plan;
  const listed = withoutGone(rights.models, offered);
  const { fallback } = plan;
  const own = [plan.primary, fallback].find((model) => model !== undefined && listed.includes(model));
  const primary = own ?? listed[0] ?? plan.primary;
  const hasFallback = fallback !== undefined && fallback !== primary && listed.includes(fallback);
  return { primary, fallback: hasFallback ? fallback : undefined };
};
