import type { User } from '../../../src/contract/common.ts';
import {
  aSentenceModel,
  GEMMA,
  KIMI,
  LLAMA,
  someAgents,
  someAudit,
  someFreemium,
  someHealth,
  someProviders,
  someModels,
  someRates,
  someStorage,
  someNotices,
  someToolSettings,
  someUsageMail,
  someTtl,
  someUse,
  someRegistration,
  someSecondFactor,
  someVision,
} from '../../web/support/admin.ts';
import { aProSubscription, aSubscription, somePlans, someUsage } from '../../web/support/billing.ts';
import { aFileList } from '../../web/support/files.ts';
import { aSharedServer, someTools, someToolServers } from '../../web/support/tools.ts';
import { BUILT_IN_SKINS } from '../../../web/features/appearance/skins.ts';
import { HISTORY } from './chats.ts';
import { LOGS, PEOPLE } from './people.ts';
import type { Answers, Role } from './scene.ts';

/** A Saturday afternoon. */
export const HOUR = '2026-11-21T14:30:00.000Z';

const PREMIUM = { subscription: 'premium', tier: 'premium' } as const;

/** The account of somebody in this role. */
export const userOf = (role: Role): User => ({
  uid: 'u1',
  email: 'ada@example.org',
  phoneNumber: null,
  name: 'Ada Lovelace',
  authMode: 'email',
  subscription: 'free',
  tier: 'free',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  hasPassword: true,
  language: 'en',
  hasSecondFactor: false,
  inGroups: false,
  override: null,
  ...(role === 'premium' || role === 'admin' ? PREMIUM : {}),
  isAdmin: role === 'admin',
  isAuditor: false,
});

const PICTURE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" ' +
    'fill="#9db4c0"/><path d="M0 150 90 70l70 60 60-40 100 80v30H0z" fill="#5c6b73"/><circle cx="250" cy="50" r="22" ' +
    'fill="#f4e3b2"/></svg>',
);

const ICON = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#7b6ba8"/></svg>',
);

const SECOND_FACTORS = {
  totpSince: '2026-11-03T08:00:00.000Z',
  recoveryCodesLeft: 9,
  passkeys: [{ id: 'pk1', name: 'Laptop', createdAt: '2026-11-04T08:00:00.000Z', lastUsedAt: null }],
};

const anAuditEntry = (sequence: number, action: string, more: object) => ({
  sequence,
  time: '2026-11-20T09:30:00.000Z',
  actor: { kind: 'user', uid: 'u2', label: 'g•••@example.org' },
  way: 'session',
  address: '192.0.2.0/24',
  action,
  target: null,
  outcome: 'done',
  details: {},
  hash: 'a'.repeat(64),
  ...more,
});
const AUDIT = {
  entries: [
    anAuditEntry(4, 'settings.change', {
      target: { kind: 'settings', id: 'rate-limits', label: null },
      details: { reason: 'More grace', changes: [{ field: 'features.graceMessages', from: 5, to: 7 }] },
    }),
    anAuditEntry(3, 'user.suspend', {
      target: { kind: 'user', id: 'p4', label: 'e•••@example.org' },
      details: { reason: 'Many accounts from one place' },
    }),
    anAuditEntry(2, 'session.start', { outcome: 'refused', actor: { kind: 'stranger', uid: null, label: null } }),
    anAuditEntry(1, 'backup.create', {
      actor: { kind: 'system', uid: null, label: null },
      way: 'command-line',
      address: null,
    }),
  ],
  next: 1,
};

const SESSIONS = [
  {
    id: 's1',
    device: 'Firefox, Linux',
    method: 'password',
    createdAt: '2026-11-02T10:00:00.000Z',
    lastUsedAt: '2026-11-21T08:12:00.000Z',
    current: true,
  },
  {
    id: 's2',
    device: 'Safari, iPhone',
    method: 'google',
    createdAt: '2026-11-18T19:40:00.000Z',
    lastUsedAt: '2026-11-20T21:05:00.000Z',
    current: false,
  },
];

const API_KEYS = [
  {
    id: 'k2',
    name: 'Office laptop',
    scope: 'chat',
    hint: 'pk_7Hq2Zd…',
    createdAt: '2026-11-02T10:00:00.000Z',
    expiresAt: '2027-11-02T10:00:00.000Z',
    expired: false,
    lastUsedAt: '2026-11-21T08:12:00.000Z',
  },
  {
    id: 'k1',
    name: 'Backup',
    scope: 'read',
    hint: 'pk_P4mT1x…',
    createdAt: '2026-08-02T10:00:00.000Z',
    expiresAt: '2026-10-31T10:00:00.000Z',
    expired: true,
    lastUsedAt: null,
  },
];

const AGENTS = [
  { id: 'auto_agent', name: 'Auto', description: 'Chooses', capabilities: [], isRecommended: true },
  { id: 'reasoning_agent', name: 'Reasoning', description: 'Thinks', capabilities: [], isRecommended: false },
  { id: 'research_agent', name: 'Web Search', description: 'Searches', capabilities: [], isRecommended: false },
  { id: 'code_agent', name: 'Code', description: 'Writes code', capabilities: [], isRecommended: false },
];

const model = (id: string, displayName: string, category: string, of: object = {}) => ({
  id,
  displayName,
  category,
  isRecommended: false,
  isPreview: false,
  created: 1,
  owned_by: 'x',
  ...of,
});
const MODELS = [
  model('openai/gpt-oss-120b', 'GPT-OSS 120B', 'OpenAI Preview', { isPreview: true }),
  model(LLAMA, 'LLaMA 3.3 70B', 'LLaMA'),
  model(GEMMA, 'Gemma 2 9B', 'Gemma'),
  model(KIMI, 'Kimi K2', 'Other', { isRecommended: true }),
];

const COMMON_ANSWERS: Answers = {
  'GET /api/theme': { skins: BUILT_IN_SKINS, sandbox: false },
  'GET /api/plans': somePlans(),
  'GET /api/freemium-config': {
    freemiumEnabled: true,
    maxTrialMessages: 3,
    freemiumAgentAccess: false,
    demoModel: false,
  },
  'GET /api/auth/identities': { identities: [], hasPassword: true },
  'GET /api/auth/ways': {
    google: true,
    phone: true,
    email: true,
    oidc: [],
    registration: 'open',
    googleUrl: '/identity/google',
    captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
    outboxUrl: null,
  },
  'GET /api/image': PICTURE,
  'GET /api/site-icon': ICON,
};

const accountAnswers = (role: Exclude<Role, 'visitor'>): Answers => {
  const paid = role !== 'free';
  return {
    'GET /api/auth/me': { user: userOf(role) },
    'GET /api/progress/chats': { chats: HISTORY },
    'GET /api/ai/usage': paid
      ? someUsage({
          tier: 'premium',
          daily: { used: 41, limit: -1, resetsAt: '2026-11-22T00:00:00.000Z' },
          moonshotDaily: { used: 9, limit: -1 },
          agent: { used: 7, limit: -1 },
        })
      : someUsage(),
    'GET /api/agent/status': paid
      ? { eligible: true, serviceAvailable: true, tier: 'premium', reason: '', lowestPlan: null }
      : {
          eligible: false,
          serviceAvailable: true,
          tier: 'free',
          reason: 'Premium subscription required',
          lowestPlan: null,
        },
    'GET /api/agent/available': { agents: paid ? AGENTS : [] },
    'GET /api/auth/sessions': { sessions: SESSIONS },
    'GET /api/account/second-factor': SECOND_FACTORS,
    'GET /api/account/api-keys': {
      eligible: paid,
      keys: paid ? API_KEYS : [],
      baseUrl: 'https://chat.example.org/v1',
      mcpUrl: 'https://chat.example.org/mcp',
    },
    'GET /api/stripe/subscription': paid ? aProSubscription({ tier: 'premium', price: 9.99 }) : aSubscription(),
    'GET /api/shares': { shares: [] },
    'GET /api/account/instruction': { text: '' },
    // Who cannot choose does not ask for the models of others.
    ...(paid
      ? { 'GET /api/ai/discover-models': { models: MODELS, cached: true, isAdmin: role === 'admin' } }
      : { 'GET /api/ai/model-config': someModels() }),
    'GET /api/files': aFileList([]),
    'GET /api/tools': someTools([], false),
    'GET /api/prompts': { prompts: PROMPTS, published: PUBLISHED_PROMPTS },
  };
};

const PROMPT = { revision: 1, createdAt: '2026-11-12T10:00:00.000Z', updatedAt: '2026-11-12T10:00:00.000Z' };

const PROMPTS = [
  {
    ...PROMPT,
    id: 'p1',
    command: 'translate',
    title: 'Translate',
    description: 'For mails and menus',
    text: 'Translate {{text}} to {{language:English}}. Tone: {{tone:friendly|formal}}.',
  },
  { ...PROMPT, id: 'p2', command: 'minutes', title: 'Minutes of a meeting', description: '', text: 'Write minutes.' },
];

const PUBLISHED_PROMPTS = [
  {
    ...PROMPT,
    id: 'p3',
    command: 'house-style',
    title: 'House style',
    description: 'How we write to customers',
    text: 'Rewrite this in our house style: {{text}}',
  },
];

const of = someUse();
const OVERVIEW = {
  ...of,
  models: of.models.map((each) => ({
    ...each,
    messages: Math.round(each.messages),
    limitHits: Math.round(each.limitHits),
    tokensIn: Math.round(each.tokensIn),
    tokensOut: Math.round(each.tokensOut),
    tokensOfFiles: Math.round(each.tokensOfFiles),
  })),
};

const NO_GROUP_LIMITS = { dailyMessages: null, moonshotDaily: null, agentRequests: null };

const GROUPS = {
  groups: [
    {
      id: 'research',
      name: 'Research',
      description: 'The lab and its guests',
      tier: 'premium',
      limits: { dailyMessages: 200, moonshotDaily: -1, agentRequests: 40 },
      models: ['moonshotai/kimi-k2-instruct', 'llama-3.3-70b-versatile'],
      agents: ['reasoning_agent', 'research_agent'],
      tools: ['web_search', 'fetch_page'],
      claims: [{ provider: 'corp', value: 'lab-members' }],
      createdAt: '2026-11-02T08:00:00.000Z',
      members: 12,
    },
    {
      id: 'support',
      name: 'Support',
      description: '',
      tier: 'basic',
      limits: NO_GROUP_LIMITS,
      models: null,
      agents: [],
      tools: null,
      claims: [],
      createdAt: '2026-11-12T08:00:00.000Z',
      members: 3,
    },
  ],
  providers: [{ id: 'corp', label: 'Corp' }],
};

const memberSince = '2026-11-03T08:00:00.000Z';
const GROUP_MEMBERS = {
  members: [
    { uid: 'p1', name: 'Alan Turing', email: 'alan@example.org', since: memberSince, byHand: true, providers: [] },
    {
      uid: 'p2',
      name: 'Barbara Liskov',
      email: 'barbara@example.org',
      since: memberSince,
      byHand: false,
      providers: ['corp'],
    },
  ],
  total: 2,
};

const groupFile = (name: string, size: number, more: object = {}) => ({
  id: `g-${name}`,
  name,
  size,
  type: 'application/pdf',
  description: '',
  embeddingStatus: 'completed',
  embeddingError: null,
  embeddingFailingSince: null,
  chunkCount: 0,
  reading: null,
  embedding: null,
  createdAt: memberSince,
  ...more,
});

const GROUP_FILES = {
  files: [
    groupFile('protocol-2026.docx', 184_320, {
      embeddingStatus: 'pending',
      embedding: { state: 'waiting', before: 2 },
    }),
    groupFile('lab-notes-scanned.pdf', 9_437_184, {
      embeddingStatus: 'pending',
      reading: { page: 12, pages: 40 },
    }),
    groupFile('old-manual.pdf', 2_097_152, {
      embeddingStatus: 'failed',
      embeddingError: 'This PDF has no text. It is a scan, and no letters were recognised in it.',
    }),
    groupFile('safety-rules-of-the-laboratory.pdf', 1_258_291, {
      chunkCount: 118,
      description: 'For everybody in the lab',
    }),
    groupFile('instruments.xlsx', 92_160, { chunkCount: 34 }),
  ],
  total: 5,
  usage: { files: 5, size: 13_069_107, maxFiles: 200, maxSize: 2_097_152_000, maxFileSize: 52_428_800 },
};

const SHARE = {
  kind: 'chat',
  name: null,
  turns: 4,
  createdAt: '2026-11-20T09:30:00.000Z',
  takenDown: null,
  reports: 0,
  reportedAt: null,
  url: null,
  owner: { uid: 'u7', name: 'Grace Hopper', email: 'grace@example.org' },
};
/** One as most are, one that was reported, one that is no longer to be read. */
const SHARES = [
  { ...SHARE, id: 's1', title: 'Sourdough in a cold kitchen' },
  {
    ...SHARE,
    id: 's2',
    title: 'Where the neighbour keeps the key',
    reports: 3,
    reportedAt: '2026-11-21T08:00:00.000Z',
    url: 'https://chat.example.org/share/jZ3x',
  },
  {
    ...SHARE,
    id: 's3',
    kind: 'reply',
    title: 'Free phones for everybody',
    reports: 12,
    reportedAt: '2026-11-20T18:00:00.000Z',
    url: 'https://chat.example.org/share/kQ7y',
    takenDown: { at: '2026-11-21T07:45:00.000Z', reason: 'A fraud' },
  },
];

const TOOL_SERVERS = [
  ...someToolServers().map((server, at) =>
    aSharedServer(server.id, {
      ...server,
      url: `https://${server.id}.example.org/mcp`,
      users: at * 12,
      audience: at === 1 ? { tiers: ['premium'], groups: ['research'] } : { tiers: null, groups: null },
    }),
  ),
  aSharedServer('files', { name: 'Files of the house', origin: 'operator', url: null, enabled: false }),
];

const ADMIN_ANSWERS: Answers = {
  'GET /api/admin/rate-limits': someRates(),
  'GET /api/ai/model-config': someModels(),
  'GET /api/admin/agent-config': someAgents(),
  'GET /api/admin/freemium-config': someFreemium(),
  'GET /api/admin/vision-config': someVision(),
  'GET /api/admin/second-factor-config': someSecondFactor(),
  'GET /api/admin/registration-config': someRegistration(),
  'GET /api/admin/invitations': { invitations: [], total: 0 },
  'GET /api/admin/registration-requests': { requests: [], total: 0, waiting: 0 },
  'GET /api/admin/audit-config': someAudit(),
  'GET /api/admin/audit': AUDIT,
  'GET /api/admin/storage-limits': someStorage(),
  'GET /api/admin/file-ttl-config': someTtl(),
  'GET /api/admin/shares': { shares: SHARES, next: null },
  'GET /api/admin/notices': someNotices(),
  'GET /api/admin/usage-mail-config': someUsageMail(),
  'GET /api/admin/usage-mail': { receives: true, address: 'sofia@example.org' },
  'GET /api/admin/users': PEOPLE,
  'GET /api/admin/groups': GROUPS,
  'GET /api/admin/groups/research/members': GROUP_MEMBERS,
  'GET /api/admin/groups/research/files': GROUP_FILES,
  'GET /api/admin/tools-config': someToolSettings(),
  'GET /api/admin/tool-servers': { servers: TOOL_SERVERS },
  'GET /api/admin/prompts': { prompts: PUBLISHED_PROMPTS },
  'GET /api/admin/debug-logs': { logs: LOGS },
  'GET /api/admin/overview': OVERVIEW,
  'GET /api/admin/providers': someProviders(),
  'GET /api/admin/health': someHealth(),
  'GET /api/admin/embedding-backlog': { pending: 0, failing: null },
  'GET /api/admin/sentence-model': aSentenceModel(),
};

/** What the browser of somebody has kept who chose this language. */
export const withLanguage = (choice: string) => ({ language: { choice } });

interface ApiFixtures {
  readonly answers: Answers;
  readonly stored: Readonly<Record<string, unknown>>;
}

/** What the server answers somebody in this role, and what their browser has kept. */
export const fixturesFor = (role: Role): ApiFixtures => {
  if (role === 'visitor')
    return { answers: { ...COMMON_ANSWERS, 'GET /api/agent/available': { agents: [] } }, stored: {} };
  return {
    answers: { ...COMMON_ANSWERS, ...accountAnswers(role), ...(role === 'admin' ? ADMIN_ANSWERS : {}) },
    stored: { session: { token: 't1', user: userOf(role) }, 'agent-migrated': { moved: true } },
  };
};
