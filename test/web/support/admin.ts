import type { TierLimits } from '../../../src/shared/settings/rate-limits.ts';
import type * as sentence from '../../../src/contract/sentence-model.ts';
import type * as models from '../../../src/contract/models.ts';
import type * as operations from '../../../src/contract/operations.ts';
import type * as providers from '../../../src/contract/providers.ts';
import type * as people from '../../../src/contract/admin-users.ts';
import type { LogEntry } from '../../../src/contract/debug-logs.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { answer, type FakeServer } from './fake-server.ts';

export const KIMI = 'moonshotai/kimi-k2-instruct';
export const GEMMA = 'gemma2-9b-it';
export const LLAMA = 'llama-3.3-70b-versatile';

const AT = '2026-11-20T09:30:00.000Z';
export const told = { lastUpdated: AT, updatedBy: 'Grace Hopper', version: 3, reason: 'Spring cleaning' };

const ratesOf = (fallback: string, limit: number): TierLimits => ({
  daily:
    limit < 0
      ? { messages: -1, otherModels: -1, moonshotModels: -1, followUps: 1000 }
      : { messages: 30, otherModels: 40, moonshotModels: 10, followUps: 60 },
  lifetime: { totalMessages: -1, modelLimits: { [KIMI]: limit } },
  models: { primary: KIMI, fallback },
});

export const someRates = () => ({
  config: {
    subscriptions: { free: ratesOf(GEMMA, 10), basic: ratesOf(LLAMA, -1), premium: ratesOf(LLAMA, -1) },
    features: {
      enableLifetimeLimits: false,
      enableDailyLimits: true,
      enableGracePeriod: false,
      graceMessages: 5,
      enableModelFallback: true,
      logLimitHits: true,
      rewordFileQuestions: true,
      rankPassagesByModel: false,
      checkCitationsByModel: false,
      correctSentencesByModel: false,
    },
    ...told,
  },
  origins: {
    'subscriptions.free.lifetime.totalMessages': 'default',
    [`subscriptions.free.lifetime.modelLimits.${KIMI}`]: 'admin',
    'subscriptions.free.models.primary': 'environment',
    'subscriptions.free.models.fallback': 'default',
    'features.graceMessages': 'default',
  },
});

type Groups = Answer<typeof providers.listProviders>['groups'];
type Kind = Groups[number]['kinds'][number];

const aKind = (id: string, label: string, changes: Partial<Kind> = {}): Kind => ({
  id,
  label,
  needsAddress: false,
  needsKey: false,
  sendsMail: false,
  isRepeatable: false,
  ...changes,
});

const entered = { model: null, user: null, sender: null, hasKey: true, keyHint: '', state: 'serving' } as const;

/** Two model providers beside one of the environment, no search service, a mail server. */
export const someProviders = (): { groups: Groups } => ({
  groups: [
    {
      need: 'models',
      kinds: [
        aKind('openai', 'OpenAI', { needsKey: true }),
        aKind('openai-compatible', 'OpenAI-compatible server', { needsAddress: true, isRepeatable: true }),
      ],
      fixedBy: null,
      configured: [{ id: 'groq', label: 'Groq', variable: 'GROQ_API_KEY' }],
      providers: [
        { ...entered, id: 'openai', kind: 'openai', label: 'OpenAI', name: '', baseUrl: null, keyHint: 'x7Qa' },
        {
          ...entered,
          id: 'tide-house',
          kind: 'openai-compatible',
          label: 'Tide house',
          name: 'Tide house',
          baseUrl: 'http://10.0.0.7:8000/v1',
          state: 'locked',
        },
      ],
    },
    {
      need: 'search',
      kinds: [aKind('tavily', 'Tavily', { needsKey: true }), aKind('searxng', 'SearXNG', { needsAddress: true })],
      fixedBy: null,
      configured: [],
      providers: [],
    },
    {
      need: 'mail',
      kinds: [aKind('smtp', 'SMTP', { needsAddress: true, sendsMail: true })],
      fixedBy: 'SMTP_URL',
      configured: [{ id: 'smtp', label: 'SMTP', variable: 'SMTP_URL' }],
      providers: [],
    },
  ],
});

const aModel = (id: string, isPrimary: boolean, messageLimit = -1) => ({
  id,
  displayName: id,
  isPrimary,
  messageLimit,
  unlimited: messageLimit === -1,
});

export const someModels = (): Answer<typeof models.getModelConfig> => ({
  tiers: {
    free: { models: [aModel(KIMI, true, 10), aModel(GEMMA, false, 40)] },
    basic: { models: [aModel(KIMI, true), aModel(LLAMA, false)] },
    premium: { models: [aModel(KIMI, true)] },
  },
  ...told,
  origins: { [`tiers.free.models.${KIMI}`]: 'default' },
});

export const someAgents = () => ({
  agentModeEnabled: true,
  premiumOnly: true,
  defaultAgentType: 'reasoning_agent',
  availableAgentTypes: ['reasoning_agent', 'research_agent', 'code_agent'],
  maxAgentRequests: { free: 0, basic: 5, premium: -1 },
  modelConfig: {
    auto_agent: { model: '', displayName: 'Auto', description: 'Chooses' },
    reasoning_agent: { model: '', displayName: 'Reasoning', description: 'Thinks' },
    research_agent: { model: '', displayName: 'Web Search', description: 'Searches' },
    code_agent: { model: '', displayName: 'Code', description: 'Writes code' },
  },
  _metadata: told,
  origins: { premiumOnly: 'default' },
});

export const someFreemium = () => ({
  config: {
    freemiumUnauth: true,
    freemiumAgentAccess: false,
    freemiumMaxMessages: 3,
    freemiumPrimaryModel: LLAMA,
    freemiumFallbackModel: GEMMA,
  },
  ...told,
  origins: { freemiumMaxMessages: 'environment' },
});

export const someSecondFactor = () => ({ requiredOf: 'nobody', ...told, origins: {} });

export const someRegistration = () => ({ mode: 'open', domains: [], requestMails: true, ...told, origins: {} });

export const someAudit = () => ({ retentionDays: 365, ...told, origins: { retentionDays: 'default' } });

export const someVision = () => ({
  enabled: true,
  model: 'llama-4-scout',
  rateLimits: {
    free: { daily: 5, monthly: 20 },
    basic: { daily: 20, monthly: 100 },
    premium: { daily: 50, monthly: 250 },
  },
  ...told,
  origins: {},
});

export const someStorage = () => ({
  tiers: {
    free: { maxFileSizeMB: 5, maxTotalStorageMB: 25, maxFiles: 5 },
    basic: { maxFileSizeMB: 10, maxTotalStorageMB: 500, maxFiles: 100 },
    premium: { maxFileSizeMB: 50, maxTotalStorageMB: 5000, maxFiles: 1000 },
  },
  maxFilesPerMessage: 5,
  groups: { maxFileSizeMB: 50, maxTotalStorageMB: 2000, maxFiles: 200 },
  chatRetention: {
    unverified: { unusedDays: 0 },
    free: { unusedDays: 0 },
    basic: { unusedDays: 0 },
    premium: { unusedDays: 0 },
  },
  fileContext: { free: { maxTokens: 24_000 }, basic: { maxTokens: 24_000 }, premium: { maxTokens: 24_000 } },
  chats: {
    unverified: { maxChats: 20, maxTotalMB: 5, maxChatMB: 2 },
    free: { maxChats: 500, maxTotalMB: 50, maxChatMB: 5 },
    basic: { maxChats: 5000, maxTotalMB: 500, maxChatMB: 20 },
    premium: { maxChats: 20_000, maxTotalMB: 2000, maxChatMB: 50 },
  },
  ...told,
  origins: {},
});

export const someTtl = () => ({
  chatFiles: { ttlSeconds: 259_200, ttlHours: 72, ttlDays: 3 },
  ...told,
  origins: { 'chatFiles.ttlHours': 'default' },
});

export const aSentenceModel = (change: Partial<Answer<typeof sentence.getSentenceModel>> = {}) => ({
  name: 'multilingual-e5-small',
  downloadBytes: 136_314_880,
  isInstalled: false,
  decidedBy: 'admin' as const,
  phase: 'off' as const,
  received: 0,
  total: 136_314_880,
  failure: null,
  ...change,
});

export const someDiscovery = (): Answer<typeof models.discoverModels> => ({
  models: [
    {
      id: KIMI,
      displayName: 'Kimi K2',
      category: 'Other',
      isRecommended: true,
      isPreview: false,
      created: 1,
      owned_by: 'Moonshot',
    },
    {
      id: 'llama-4-scout',
      displayName: 'LLaMA 4 Scout',
      category: 'LLaMA',
      isRecommended: false,
      isPreview: true,
      created: 2,
      owned_by: 'Meta',
    },
  ],
  cached: true,
  isAdmin: true,
});

export const aPerson = (of: Partial<people.AdminUserRow> = {}): people.AdminUserRow => ({
  uid: 'p1',
  name: 'Alan Turing',
  email: 'alan@example.org',
  phoneNumber: null,
  subscription: 'free',
  tier: 'free',
  authMode: 'email',
  firebaseUid: null,
  customLimits: null,
  usage: { daily: 12, moonshotDaily: 4 },
  lastActive: '2026-11-20',
  createdAt: '2026-03-01T12:00:00.000Z',
  isAdmin: false,
  role: 'user',
  emailVerified: true,
  hasSecondFactor: false,
  suspended: null,
  paid: null,
  planCancellation: null,
  granted: null,
  groups: [],
  ...of,
});

export const someUsers = (users = [aPerson()], total = users.length): Answer<typeof people.listUsers> => ({
  users,
  stats: { totalUsers: 1234, freeUsers: 1200, basicUsers: 30, premiumUsers: 4, usersWithCustomLimits: 2 },
  total,
});

export const aLog = (id: number, of: Partial<LogEntry> = {}): LogEntry => ({
  id: String(id),
  time: AT,
  level: 'info',
  kind: 'admin change',
  uid: 'u1',
  maskedEmail: 'a***@example.org',
  detail: `Event ${id}`,
  ...of,
});

const DAYS = 30;
const figures = (factor: number) => ({
  messages: 40 * factor,
  tokensIn: 21_000 * factor,
  tokensOut: 9000 * factor,
  tokensOfFiles: 4000 * factor,
  costUsd: 0.31 * factor,
  errors: factor > 6 ? 3 : 0,
  limitHits: factor,
});

export const someUse = (): Answer<typeof operations.overview> => {
  const factors = Array.from({ length: DAYS }, (_, at) => 1 + ((at * 7) % 9));
  const sum = factors.reduce((total, factor) => total + factor, 0);
  const dayOf = (at: number): string => new Date(Date.UTC(2026, 9, 23 + at)).toISOString().slice(0, 10);
  return {
    from: dayOf(0),
    to: dayOf(DAYS - 1),
    totals: { ...figures(sum), activePeople: 321 },
    days: factors.map((factor, at) => ({ day: dayOf(at), activePeople: factor * 3, ...figures(factor) })),
    models: [
      { model: KIMI, ...figures(sum * 0.75), daily: factors.map((factor) => factor * 30) },
      { model: LLAMA, ...figures(sum * 0.25), costUsd: null, daily: factors.map((factor) => factor * 10) },
    ],
  };
};

export const someHealth = (): Answer<typeof operations.getHealth> => ({
  needs: [
    { need: 'database', label: 'Database', adapter: 'sqlite', state: 'ok', detail: '', checkedAt: AT },
    {
      need: 'models:groq',
      label: 'Language models',
      adapter: 'groq',
      state: 'failing',
      detail: 'The provider refused the key.',
      checkedAt: AT,
    },
    {
      need: 'payments',
      label: 'Payments',
      adapter: 'sandbox',
      state: 'sandbox',
      detail: 'Nothing is really paid.',
      checkedAt: null,
    },
    { need: 'sms', label: 'Text messages', adapter: '', state: 'off', detail: '', checkedAt: null },
  ],
});

export const someNotices = () => ({
  announcement: { isShown: true, tone: 'info', text: 'The server moves on Friday at noon.' },
  maintenance: { isOn: false, text: '' },
  ...told,
  origins: { announcement: 'admin', 'maintenance.isOn': 'default' },
});

export const someToolSettings = () => ({
  enabled: true,
  ownServers: { free: false, basic: true, premium: true },
  maxCalls: 24,
  callTimeoutSeconds: 60,
  ...told,
  origins: { enabled: 'default', maxCalls: 'admin' },
});

export const someUsageMail = () => ({ isOn: false, weekday: 'monday', ...told, origins: { isOn: 'default' } });

/** A server that answers everything that the Admin Panel reads. */
export const withAdmin = (server: FakeServer): FakeServer =>
  server
    .on('GET', '/api/admin/rate-limits', () => answer(someRates()))
    .on('GET', '/api/ai/model-config', () => answer(someModels()))
    .on('GET', '/api/admin/agent-config', () => answer(someAgents()))
    .on('GET', '/api/admin/freemium-config', () => answer(someFreemium()))
    .on('GET', '/api/admin/vision-config', () => answer(someVision()))
    .on('GET', '/api/admin/second-factor-config', () => answer(someSecondFactor()))
    .on('GET', '/api/admin/registration-config', () => answer(someRegistration()))
    .on('GET', '/api/admin/invitations', () => answer({ invitations: [], total: 0 }))
    .on('GET', '/api/admin/registration-requests', () => answer({ requests: [], total: 0, waiting: 0 }))
    .on('GET', '/api/admin/audit-config', () => answer(someAudit()))
    .on('GET', '/api/admin/audit', () => answer({ entries: [], next: null }))
    .on('GET', '/api/admin/storage-limits', () => answer(someStorage()))
    .on('GET', '/api/admin/file-ttl-config', () => answer(someTtl()))
    .on('GET', '/api/admin/notices', () => answer(someNotices()))
    .on('GET', '/api/admin/usage-mail-config', () => answer(someUsageMail()))
    .on('GET', '/api/admin/usage-mail', () => answer({ receives: true, address: 'ada@example.org' }))
    .on('GET', '/api/admin/tools-config', () => answer(someToolSettings()))
    .on('GET', '/api/admin/tool-servers', () => answer({ servers: [] }))
    .on('GET', '/api/admin/prompts', () => answer({ prompts: [] }))
    .on('GET', '/api/admin/groups', () => answer({ groups: [], providers: [] }))
    .on('GET', '/api/ai/discover-models', () => answer(someDiscovery()))
    .on('GET', '/api/admin/users', () => answer(someUsers()))
    .on('GET', '/api/admin/debug-logs', () =>
      answer({ logs: [aLog(2), aLog(1, { level: 'error', kind: 'provider error' })] }),
    )
    .on('GET', '/api/admin/embedding-backlog', () => answer({ pending: 0, failing: null }))
    .on('GET', '/api/admin/sentence-model', () => answer(aSentenceModel()))
    .on('GET', '/api/admin/providers', () => answer(someProviders()))
    .on('GET', '/api/admin/overview', () => answer(someUse()))
    .on('GET', '/api/admin/health', () => answer(someHealth()));
