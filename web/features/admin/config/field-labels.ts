import type { SettingsName } from '../../../../src/shared/settings/documents.ts';
import { TIERS } from '../../../../src/shared/tiers.ts';
import { translateAudit, type AuditTextKey } from '../audit/audit-texts.ts';
import { tierNameOf } from '../shared/labels.ts';
import { translateLimit, type LimitTextKey } from '../shared/limit-texts.ts';
import { translateTools, type ToolsTextKey } from '../tools/tools-texts.ts';
import { translateUsers, type UsersTextKey } from '../shared/users-texts.ts';

type Names = Readonly<Record<string, string>>;
/** The label of a field as its form has it. */
type Label = (names: Names) => string;

const limit =
  (key: LimitTextKey): Label =>
  (names) =>
    translateLimit(key, names);
const person =
  (key: UsersTextKey): Label =>
  (names) =>
    translateUsers(key, names);
const audit =
  (key: AuditTextKey): Label =>
  (names) =>
    translateAudit(key, names);

const tool =
  (key: ToolsTextKey): Label =>
  (names) =>
    translateTools(key, names);

/**
 * By the way to the field in its document; what is in braces goes into the label. A test asks for
 * every field of every form.
 */
const LABELS: { readonly [N in SettingsName]?: Readonly<Record<string, Label>> } = {
  'rate-limits': {
    'subscriptions.{tier}.daily.messages': limit('dailyMessagesOf'),
    'subscriptions.{tier}.daily.otherModels': limit('dailyOtherModelsOf'),
    'subscriptions.{tier}.daily.moonshotModels': limit('dailyMoonshotOf'),
    'subscriptions.{tier}.daily.followUps': limit('dailyFollowUpsOf'),
    'subscriptions.{tier}.lifetime.totalMessages': limit('totalOf'),
    'subscriptions.{tier}.lifetime.modelLimits.{model}': limit('messagesWith'),
    'subscriptions.{tier}.lifetime.modelLimits': limit('limitsOf'),
    'subscriptions.{tier}.models.primary': limit('primaryOf'),
    'subscriptions.{tier}.models.fallback': limit('fallbackOf'),
    'features.enableLifetimeLimits': limit('lifetimeLimits'),
    'features.enableDailyLimits': limit('dailyLimits'),
    'features.enableGracePeriod': limit('grace'),
    'features.graceMessages': limit('graceMessages'),
    'features.enableModelFallback': limit('modelFallback'),
    'features.logLimitHits': limit('logHits'),
    'features.rewordFileQuestions': limit('rewordQuestions'),
    'features.rankPassagesByModel': limit('rankByModel'),
    'features.checkCitationsByModel': limit('checkByModel'),
    'features.correctSentencesByModel': limit('correctByModel'),
  },
  'model-config': {
    'tiers.{tier}.models': limit('modelsOf'),
    'tiers.{tier}.models.{model}.displayName': limit('displayNameIn'),
    'tiers.{tier}.models.{model}.isPrimary': limit('isPrimaryIn'),
    'tiers.{tier}.models.{model}.messageLimit': limit('perDayWith'),
    'tiers.{tier}.models.{model}.unlimited': limit('perDayWith'),
  },
  vision: {
    enabled: limit('lookAtImages'),
    model: limit('visionModel'),
    'rateLimits.{tier}.daily': limit('imagesPerDayOf'),
    'rateLimits.{tier}.monthly': limit('imagesPerMonthOf'),
  },
  agents: {
    agentModeEnabled: limit('agentMode'),
    premiumOnly: limit('premiumOnly'),
    defaultAgentType: limit('defaultAgent'),
    availableAgentTypes: limit('agentTypes'),
    'maxAgentRequests.{tier}': limit('requestsOf'),
    'modelConfig.{type}.model': limit('modelOf'),
    'modelConfig.{type}.displayName': limit('displayNameOf'),
    'modelConfig.{type}.description': limit('descriptionOf'),
  },
  freemium: {
    freemiumUnauth: limit('trialOn'),
    freemiumAgentAccess: limit('trialAgents'),
    freemiumMaxMessages: limit('messagesPerDay'),
    freemiumPrimaryModel: limit('primaryModel'),
    freemiumFallbackModel: limit('fallbackModel'),
  },
  'file-ttl': {
    'chatFiles.ttlHours': limit('expiryTitle'),
  },
  'storage-limits': {
    'tiers.{tier}.maxFileSizeMB': limit('largestFileOf'),
    'tiers.{tier}.maxTotalStorageMB': limit('spaceOf'),
    'tiers.{tier}.maxFiles': limit('filesOf'),
    'groups.maxFileSizeMB': limit('groupLargest'),
    'groups.maxTotalStorageMB': limit('groupSpace'),
    'groups.maxFiles': limit('groupFiles'),
    maxFilesPerMessage: limit('filesPerMessage'),
    'fileContext.{tier}.maxTokens': limit('contextTokensOf'),
    'chatRetention.{tier}.unusedDays': limit('unusedDaysOf'),
    'chats.{tier}.maxChats': limit('chatCountOf'),
    'chats.{tier}.maxTotalMB': limit('allChatsOf'),
    'chats.{tier}.maxChatMB': limit('oneChatOf'),
  },
  notices: {
    'announcement.isShown': limit('announcementShown'),
    'announcement.tone': limit('announcementTone'),
    'announcement.text': limit('announcementText'),
    'maintenance.isOn': limit('maintenanceOn'),
    'maintenance.text': limit('maintenanceText'),
  },
  'usage-mail': { isOn: limit('usageMailOn'), weekday: limit('usageMailDay') },
  'second-factor': { requiredOf: person('requiredOf') },
  tools: {
    enabled: tool('enabled'),
    'ownServers.{tier}': tool('ownServersOf'),
    maxCalls: tool('maxCalls'),
    callTimeoutSeconds: tool('seconds'),
  },
  audit: { retentionDays: audit('retentionDays') },
};

const nameOf = (variable: string, part: string): string => {
  if (variable !== 'tier') return part;
  const tier = TIERS.find((each) => each === part);
  if (tier) return tierNameOf(tier);
  return part === 'unverified' ? translateLimit('unverified') : part;
};

/** What stands for the braces of a pattern, where the path goes along it; undefined where it does not. */
const matchPattern = (pattern: readonly string[], path: readonly string[]): Names | undefined => {
  const names: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = path[at];
    const variable = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (part === undefined || (variable === undefined && part !== wanted)) return undefined;
    if (variable !== undefined) names[variable] = nameOf(variable, part);
  }
  return names;
};

/** The label of a field, or of the nearest part around it; undefined for a field of no form. */
export const findFieldLabel = (name: SettingsName, path: readonly string[]): string | undefined =>
  Object.entries(LABELS[name] ?? {})
    .map(([key, label]) => ({ pattern: key.split('.'), label }))
    .toSorted((a, b) => b.pattern.length - a.pattern.length)
    .map(({ pattern, label }) => {
      const names = matchPattern(pattern, path);
      return names && label(names);
    })
    .find((label) => label !== undefined);

export const fieldLabel = (name: SettingsName, path: readonly string[]): string =>
  findFieldLabel(name, path) ?? path.join(', ');
