import type { Translator } from '../../../lib/i18n/translations.ts';
import type { Tier } from '../../../../src/shared/tiers.ts';
import { listFormat } from '../shared/intl.ts';
import { groupsApi } from '../groups/groups-api.ts';
import { useTierName } from '../shared/labels.ts';
import type { Audience } from './shared-servers-api.ts';
import { useToolsTranslations, type ToolsTextKey } from './tools-texts.ts';

interface Names {
  readonly tierName: (tier: Tier) => string;
  readonly groupName: (id: string) => string;
}

const formatAudience = (
  { tiers, groups }: Audience,
  { tierName, groupName }: Names,
  t: Translator<ToolsTextKey>,
): string => {
  if (tiers === null && groups === null) return t('everybody');
  const names = [...(tiers ?? []).map(tierName), ...(groups ?? []).map(groupName)];
  return names.length === 0 ? t('nobody') : t('only', { names: listFormat().format(names) });
};

/** Who has a server, in words. */
export const useAudienceText = (audience: Audience): string => {
  const t = useToolsTranslations();
  const tierName = useTierName();
  const { data } = groupsApi.useGroupsQuery(undefined, { skip: audience.groups === null });
  const groupName = (id: string): string => data?.groups.find((group) => group.id === id)?.name ?? id;
  return formatAudience(audience, { tierName, groupName }, t);
};
