import { AGENT_TYPES } from '../../../../src/shared/agent-types.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import type { AdminTab } from '../../../state/admin-slice.ts';
import { useTierName } from '../shared/labels.ts';
import { useProvidersTranslations, type ProvidersTextKey } from '../providers/providers-texts.ts';
import { useRegistrationTranslations, type RegistrationTextKey } from '../registration/registration-texts.ts';
import { useAuditTranslations, type AuditTextKey } from '../audit/audit-texts.ts';
import { useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';
import {
  useTranslations as usePromptsTranslations,
  type TextKey as PromptsTextKey,
} from '../../../ui/prompts/texts.ts';
import { useToolsTranslations, type ToolsTextKey } from '../tools/tools-texts.ts';
import { useUsersTranslations, type UsersTextKey } from '../shared/users-texts.ts';
import { fold } from '../../../lib/fold.ts';

/** A card or a field of the panel, by the name that it has there. */
export interface Setting {
  readonly tab: AdminTab;
  readonly name: string;
}

interface TabIndex {
  /** Names of cards and of single fields. */
  readonly once?: readonly LimitTextKey[];
  /** The same of the texts about people and the server. */
  readonly people?: readonly UsersTextKey[];
  readonly audit?: readonly AuditTextKey[];
  readonly registration?: readonly RegistrationTextKey[];
  readonly providers?: readonly ProvidersTextKey[];
  readonly tools?: readonly ToolsTextKey[];
  readonly prompts?: readonly PromptsTextKey[];
  readonly toolsByTier?: readonly ToolsTextKey[];
  /** Names of fields that each tier has. */
  readonly byTier?: readonly LimitTextKey[];
  /** The same with accounts that are not verified. */
  readonly byGroup?: readonly LimitTextKey[];
  readonly byAgent?: readonly LimitTextKey[];
}

/** What each tab has. A test looks for every card and field of every tab here. */
const INDEX: { readonly [T in AdminTab]?: TabIndex } = {
  'rate-limits': {
    once: ['dailyTitle'],
    byTier: ['dailyMessagesOf', 'dailyOtherModelsOf', 'dailyMoonshotOf', 'dailyFollowUpsOf', 'totalOf', 'modelToLimit'],
  },
  'model-access': { once: ['filterModels'], byTier: ['primaryOf', 'fallbackOf'] },
  'model-config': {
    once: ['discover', 'vision', 'lookAtImages', 'visionModel'],
    byTier: ['addModelTo', 'imagesPerDayOf', 'imagesPerMonthOf'],
  },
  features: {
    once: [
      'features',
      'lifetimeLimits',
      'dailyLimits',
      'grace',
      'graceMessages',
      'modelFallback',
      'logHits',
      'fileSearch',
      'rewordQuestions',
      'rankByModel',
      'citationCheck',
      'checkByModel',
      'correctByModel',
      'announcement',
      'announcementShown',
      'announcementText',
      'announcementTone',
      'maintenance',
      'maintenanceOn',
      'maintenanceText',
      'usageMail',
      'usageMailOn',
      'usageMailDay',
      'usageMailMine',
    ],
  },
  agents: {
    once: [
      'agentsTitle',
      'agentMode',
      'premiumOnly',
      'allTiers',
      'defaultAgent',
      'agentLimits',
      'agentTypes',
      'modelConfiguration',
    ],
    byTier: ['requestsOf'],
    byAgent: ['modelOf', 'displayNameOf', 'descriptionOf'],
  },
  tools: {
    tools: ['servers', 'title', 'enabled', 'limits', 'maxCalls', 'seconds', 'ledger'],
    toolsByTier: ['ownServersOf'],
  },
  prompts: { prompts: ['prompts'] },
  freemium: {
    once: ['trialTitle', 'trialOn', 'trialAgents', 'messagesPerDay', 'trialModels', 'primaryModel', 'fallbackModel'],
  },
  'file-storage': {
    once: [
      'expiryTitle',
      'customDuration',
      'unit',
      'storageTitle',
      'filesPerMessage',
      'contextTitle',
      'chatsTitle',
      'unusedTitle',
      'groupsTitle',
      'groupLargest',
      'groupSpace',
      'groupFiles',
    ],
    byTier: ['largestFileOf', 'spaceOf', 'filesOf', 'contextTokensOf'],
    byGroup: ['chatCountOf', 'allChatsOf', 'oneChatOf', 'unusedDaysOf'],
    people: ['embeddingTitle', 'meaningTitle'],
  },
  providers: { providers: ['modelsTitle', 'searchTitle', 'mailTitle'] },
  audit: { audit: ['retentionTitle', 'retentionDays'] },
  'sign-in': { people: ['factorTitle', 'requiredOf'], registration: ['title', 'mode', 'domains', 'requestMails'] },
};

/** Translates the names of texts of their own files. */
const useNames = (): ((index: TabIndex) => readonly string[]) => {
  const tPeople = useUsersTranslations();
  const tAudit = useAuditTranslations();
  const tRegistration = useRegistrationTranslations();
  const tProviders = useProvidersTranslations();
  const tTools = useToolsTranslations();
  const tPrompts = usePromptsTranslations();
  const tierName = useTierName();
  return ({
    people = [],
    audit = [],
    registration = [],
    providers = [],
    tools = [],
    prompts = [],
    toolsByTier = [],
  }) => [
    ...people.map((key) => tPeople(key)),
    ...audit.map((key) => tAudit(key)),
    ...registration.map((key) => tRegistration(key)),
    ...providers.map((key) => tProviders(key)),
    ...tools.map((key) => tTools(key)),
    ...prompts.map((key) => tPrompts(key)),
    ...toolsByTier.flatMap((key) => TIERS.map((tier) => tTools(key, { tier: tierName(tier) }))),
  ];
};

/** All cards and fields, in the page's language. */
export const useSettingsIndex = (tabs: readonly AdminTab[]): readonly Setting[] => {
  const t = useLimitTranslations();
  const tierName = useTierName();
  const namesOf = useNames();
  const tiers = TIERS.map(tierName);
  return tabs.flatMap((tab) => {
    const index = INDEX[tab] ?? {};
    const { once = [], byTier = [], byGroup = [], byAgent = [] } = index;
    const names = [
      ...once.map((key) => t(key)),
      ...namesOf(index),
      ...byTier.flatMap((key) => tiers.map((tier) => t(key, { tier }))),
      ...byGroup.flatMap((key) => [...tiers, t('unverified')].map((tier) => t(key, { tier }))),
      ...byAgent.flatMap((key) => AGENT_TYPES.map((type) => t(key, { type }))),
    ];
    return [...new Set(names)].map((name) => ({ tab, name }));
  });
};

/** Those whose name, or whose tab's, has all words that were typed; names that begin with them first. */
export const findSettings = (
  settings: readonly Setting[],
  typed: string,
  tabName: (tab: AdminTab) => string,
): readonly Setting[] => {
  const wanted = fold(typed).trim();
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const rank = ({ name }: Setting): number => {
    const folded = fold(name);
    if (folded.startsWith(wanted)) return 0;
    return words.every((word) => folded.includes(word)) ? 1 : 2;
  };
  return settings
    .filter((setting) => {
      const text = fold(`${setting.name} ${tabName(setting.tab)}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
};
