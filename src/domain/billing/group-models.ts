import type { GroupRights } from '../../shared/group-rights.ts';
import type { DefaultModels } from '../chat/replies/ports/requesters.ts';

/** The plan's models as far as the groups' list has them; without any of them the first of the list answers. */
export const defaultModels = (plan: DefaultModels, rights: GroupRights | undefined): DefaultModels => {
  const listed = rights?.models ?? null;
  if (listed === null) return plan;
  const { fallback } = plan;
  const own = [plan.primary, fallback].find((model) => model !== undefined && listed.includes(model));
  const primary = own ?? listed[0] ?? plan.primary;
  const hasFallback = fallback !== undefined && fallback !== primary && listed.includes(fallback);
  return { primary, fallback: hasFallback ? fallback : undefined };
};
