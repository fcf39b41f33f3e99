import { z } from 'zod';

/*
 * The calls as the specification names them, for a client that knows nothing else: what it sends, and what it reads.
 * Fields that Parley adds are missing here on purpose.
 */

const s = z.string();
const n = z.number();
const yes = z.boolean();
const tier = z.enum(['free', 'basic', 'premium']);
const success = z.object({ success: z.literal(true) });
const tiers = <T extends z.ZodType>(of: T) => z.object({ free: of, basic: of, premium: of });

const user = z.object({
  ...{ uid: s, email: s.nullable(), phoneNumber: s.nullable(), name: s, authMode: z.enum(['email', 'phone']) },
  ...{ subscription: tier, tier, emailVerified: yes, isAdmin: yes, createdAt: s },
  override: z.object({ enabled: z.literal(true), overrideType: s, expiresAt: s }).nullable(),
});
const messageMode = z.object({ isAgent: yes, agentType: s.nullable() });
const message = z.object({
  ...{ id: s, role: z.enum(['user', 'assistant']), content: s, timestamp: s },
  ...{ fileIds: z.array(s).optional(), cached: yes.optional(), messageMode: messageMode.optional() },
});
const source = z.object({ id: s, title: s, url: s, snippet: s });
const image = z.object({ url: s, alt: s, caption: s, source: s });
const relatedQuestion = z.object({ id: s, text: s, category: z.enum(['comparison', 'deeper', 'practical', 'other']) });
const chat = z.object({
  ...{ id: s, title: s, messages: z.array(message), createdAt: s, updatedAt: s, lastUpdated: s, gptType: s },
  ...{ sources: z.array(source), images: z.array(image), relatedQuestions: z.array(relatedQuestion) },
});
const file = z.object({
  ...{ id: s, name: s, size: n, type: s, description: s, tags: z.array(s), embedded: yes, createdAt: s },
  ...{ embeddingStatus: z.enum(['completed', 'pending', 'failed', 'disabled']), chunkCount: n, accessCount: n },
});

const signedIn = z.object({ token: s, user });
const phone = { phoneNumber: s, countryCode: s };
const turns = z.array(z.object({ role: s, content: s }));
const adminOverride = z.object({ enabled: yes, overrideType: s });
const asked = { chatId: s, messageId: s, fileId: s, fileIds: z.array(s), stream: yes, adminOverride };
const completion = z.object({ choices: z.array(z.object({ message: z.object({ role: s, content: s }) })) });
const use = z.object({ used: n, limit: n });
const note = { lastUpdated: s.nullable(), updatedBy: s.nullable(), version: n };
const reason = s;

const modelTiers = tiers(
  z.object({
    models: z.array(z.object({ id: s, displayName: s, isPrimary: yes, messageLimit: n, unlimited: yes })),
  }),
);
const rateLimits = {
  subscriptions: tiers(
    z.object({
      lifetime: z.object({ totalMessages: n, modelLimits: z.record(s, n) }),
      models: z.object({ primary: s, fallback: s }),
    }),
  ),
  features: z.object({
    ...{ enableLifetimeLimits: yes, enableDailyLimits: yes, enableGracePeriod: yes, graceMessages: n },
    ...{ enableModelFallback: yes, logLimitHits: yes },
  }),
};
const storageTier = z.object({ maxFileSizeMB: n, maxTotalStorageMB: n, maxFiles: n });
const storageLimits = z.object({ tiers: tiers(storageTier), maxFilesPerMessage: n });
const chatFiles = z.object({ ttlSeconds: n, ttlHours: n, ttlDays: n });
const freemium = z.object({
  ...{ freemiumUnauth: yes, freemiumAgentAccess: yes, freemiumMaxMessages: n },
  ...{ freemiumPrimaryModel: s, freemiumFallbackModel: s },
});
const vision = z.object({ enabled: yes, model: s, rateLimits: tiers(z.object({ daily: n, monthly: n })) });
const agentModel = z.object({ model: s, displayName: s, description: s });
const agents = z.object({
  ...{ agentModeEnabled: yes, premiumOnly: yes, defaultAgentType: s, availableAgentTypes: z.array(s) },
  maxAgentRequests: z.object({ free: n, basic: n, premium: n }),
  modelConfig: z.object({
    ...{ auto_agent: agentModel, reasoning_agent: agentModel, research_agent: agentModel, code_agent: agentModel },
  }),
});
const userRow = z.object({
  ...{ uid: s, name: s, email: s.nullable(), phoneNumber: s.nullable(), subscription: tier, tier, authMode: s },
  ...{ firebaseUid: s.nullable(), createdAt: s, isAdmin: yes, usage: z.object({ daily: n, moonshotDaily: n }) },
  customLimits: z
    .object({ dailyMessages: n.nullable(), moonshotDaily: n.nullable(), setBy: s, setAt: s, reason: s })
    .nullable(),
});

interface SpecifiedCall {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
}

const id = z.object({ id: s });
const empty = z.object({});

/** By method and path, as in the contract's routes. */
export const SPECIFIED = {
  'post /api/auth/login': { body: z.object({ email: s, password: s }), reply: signedIn },
  'post /api/auth/register': {
    body: z.object({ email: s, password: s, name: s, uid: s, captchaToken: s }),
    reply: signedIn.extend({ requiresEmailVerification: yes, verificationUrl: s.optional() }),
  },
  'post /api/auth/firebase-exchange': { body: z.object({ firebaseToken: s }), reply: signedIn },
  'post /api/auth/send-sms': { body: z.object(phone), reply: success.extend({ devCode: s.optional() }) },
  'post /api/auth/verify-sms': { body: z.object({ ...phone, otp: s }), reply: signedIn },
  'post /api/auth/verify-email': { body: z.object({ token: s }), reply: signedIn },
  'post /api/auth/resend-verification': { reply: success.extend({ verificationUrl: s.optional() }) },
  'get /api/auth/me': { reply: z.object({ user }) },
  'post /api/auth/logout': { reply: success },
  'post /api/auth/forgot-password': { body: z.object({ email: s }), reply: success },
  'post /api/auth/reset-password': { body: z.object({ token: s, password: s }), reply: signedIn },
  'get /api/auth/captcha': { reply: z.object({ provider: s, challenge: s, difficulty: n, expiresAt: s }) },

  'get /api/progress/chats': {
    query: z.object({ limit: n, before: s, q: s }),
    reply: z.object({
      chats: z.array(z.object({ id: s, title: s, messageCount: n, createdAt: s, lastUpdated: s, gptType: s })),
    }),
  },
  'get /api/progress/chat/:id': { params: id, reply: chat },
  'get /api/progress': { reply: z.object({ chats: z.record(s, chat) }) },
  'post /api/progress/chat': {
    body: z.object({ chatId: s, chat }),
    reply: success.extend({ chat: z.object({ id: s, title: s, updatedAt: s, lastUpdated: s }) }),
  },
  'delete /api/progress/chat/:id': { params: id, reply: success },

  'post /api/ai/groq': {
    body: z.object({
      ...{ messages: turns, model: s, temperature: n, max_completion_tokens: n, top_p: n, stop: s },
      ...{ personality: s, agentMode: yes, ...asked },
    }),
    reply: completion,
  },
  'post /api/agent/stream': {
    body: z.object({ message: s, messages: turns, agentType: s, ...asked }),
    reply: completion,
  },
  'post /api/ai/trial': { body: z.object({ message: s, conversationHistory: turns }), reply: completion },
  'post /api/search/orchestrated': {
    body: z.object({
      query: s,
      searchResults: z.array(z.object({ url: s, title: s, snippet: s, content: s })),
      sources: z.array(source),
    }),
    reply: empty,
  },
  'post /api/ai/generate-title': { body: z.object({ messages: turns }), reply: z.object({ title: s }) },
  'post /api/ai/related-questions': {
    body: z.object({ query: s, response: s, count: n }),
    reply: z.object({ questions: z.array(relatedQuestion) }),
  },
  'post /api/ai/upload': { reply: z.object({ id: s, name: s, type: s, size: n, expiresAt: s }) },
  'get /api/ai/files/:id': { params: id, reply: z.object({ id: s, name: s, type: s, size: n, content: s }) },
  'get /api/ai/replies/:id/stream': { params: id, reply: completion },
  'post /api/ai/replies/:id/stop': { params: id, reply: success },
  'get /api/ai/usage': {
    reply: z.object({
      ...{ tier, daily: use.extend({ resetsAt: s }), moonshotDaily: use, lifetime: use, agent: use },
      vision: z.object({ daily: use, monthly: use }),
    }),
  },
  'post /api/external/process-image': {
    body: z.object({ imageData: s, fileName: s, mimeType: s, analysisType: s }),
    reply: z.object({ description: s }),
  },

  'post /api/stripe/create-checkout': { body: z.object({ tier }), reply: z.object({ url: s, sessionId: s }) },
  'get /api/stripe/subscription': {
    reply: z.object({
      ...{ tier, price: n, status: s, dailyLimit: n, models: z.array(s), cancelAtPeriodEnd: yes },
      ...{ stripeSubscriptionId: s.nullable(), stripeCustomerId: s.nullable(), currentPeriodEnd: s.nullable() },
    }),
  },
  'post /api/stripe/cancel': {
    reply: success.extend({ status: s, cancelAtPeriodEnd: yes, currentPeriodEnd: s.nullable() }),
  },
  'post /api/stripe/webhook': { reply: z.object({ received: yes }) },

  'get /api/ai/discover-models': {
    reply: z.object({
      models: z.array(
        z.object({
          ...{ id: s, displayName: s, category: s, isRecommended: yes, isPreview: yes, created: n, owned_by: s },
        }),
      ),
      ...{ cached: yes, isAdmin: yes },
    }),
  },
  'get /api/ai/model-config': {
    reply: z.object({ tiers: modelTiers.partial(), ...note, updatedBy: s.nullable().optional() }),
  },
  'post /api/ai/model-config': {
    body: z.object({ tiers: modelTiers, reason, version: n }),
    reply: success.extend({ config: z.object({ tiers: modelTiers, ...note }) }),
  },
  'get /api/freemium-config': {
    reply: z.object({ freemiumEnabled: yes, maxTrialMessages: n, freemiumAgentAccess: yes }),
  },
  'get /api/agent/status': { reply: z.object({ eligible: yes, serviceAvailable: yes, tier, reason: s }) },
  'get /api/agent/available': {
    reply: z.object({
      agents: z.array(z.object({ id: s, name: s, description: s, capabilities: z.array(s), isRecommended: yes })),
    }),
  },
  'post /api/admin/temp-subscription-override': {
    body: z.object({ enabled: yes, overrideType: s }),
    reply: success.extend({
      override: z.object({ enabled: yes, overrideType: s.nullable(), expiresAt: s.nullable() }),
    }),
  },

  'get /api/files': {
    query: z.object({ page: n, limit: n, search: s, tag: s, embedded: s }),
    reply: z.object({
      files: z.array(file),
      usage: z.object({ totalFiles: n, totalSize: n }),
      pagination: z.object({ page: n, limit: n, total: n, pages: n }),
    }),
  },
  'post /api/files/upload': { reply: success.extend({ file }) },
  'delete /api/files/:id': { params: id, reply: success },
  'post /api/files/:id/re-embed': { params: id, reply: success.extend({ file }) },

  'get /api/admin/storage-limits': { reply: storageLimits },
  'put /api/admin/storage-limits': {
    body: storageLimits.extend({ reason }),
    reply: success.extend({ config: storageLimits }),
  },
  'get /api/admin/file-ttl-config': { reply: z.object({ chatFiles }) },
  'put /api/admin/file-ttl-config': { body: z.object({ chatFiles, reason }), reply: success.extend({ chatFiles }) },
  'get /api/admin/freemium-config': { reply: z.object({ config: freemium, ...note }) },
  'post /api/admin/freemium-config': {
    body: z.object({ config: freemium, reason }),
    reply: z.object({ config: freemium, ...note }),
  },
  'get /api/admin/rate-limits': { reply: z.object({ config: z.object({ ...rateLimits, ...note }) }) },
  'post /api/admin/rate-limits': {
    body: z.object({ updates: z.object(rateLimits), reason }),
    reply: z.object({ config: z.object({ ...rateLimits, ...note }) }),
  },
  'get /api/admin/vision-config': { reply: vision },
  'post /api/admin/vision-config': { body: vision.extend({ reason }), reply: success.extend({ config: vision }) },
  'get /api/admin/agent-config': {
    reply: agents.extend({ _metadata: z.object({ ...note, reason: s.nullable() }) }),
  },
  'post /api/admin/agent-config': {
    body: z.object({ config: agents, reason }),
    reply: success.extend({ config: agents }),
  },
  'get /api/admin/users': {
    query: z.object({ limit: n, offset: n, search: s, tier: s }),
    reply: z.object({
      users: z.array(userRow),
      stats: z.object({ totalUsers: n, freeUsers: n, basicUsers: n, premiumUsers: n, usersWithCustomLimits: n }),
      total: n,
    }),
  },
  'post /api/admin/user/:uid/limits': {
    params: z.object({ uid: s }),
    body: z.object({
      limits: z.object({ dailyMessages: n.nullable(), moonshotDaily: n.nullable() }).nullable(),
      reason,
    }),
    reply: success.extend({ user: userRow }),
  },
  'get /api/admin/debug-logs': {
    query: z.object({ limit: n, level: s, kind: s }),
    reply: z.object({
      logs: z.array(
        z.object({ id: s, time: s, level: s, kind: s, uid: s.nullable(), maskedEmail: s.nullable(), detail: s }),
      ),
    }),
  },
} as const satisfies Record<string, SpecifiedCall>;

/** The data of the specified stream events by name; text has none. */
export const SPECIFIED_EVENTS = {
  meta: z.object({ replyId: s, model: s, cached: yes, agentType: s.nullable(), maxIterations: n.nullable() }),
  sources: z.object({ sources: z.array(source) }),
  images: z.object({ images: z.array(image) }),
  tool_result: z.object({
    tool_name: s,
    results: z.array(z.object({ url: s, title: s, snippet: s, content: s, description: s })),
    images: z.array(image),
    media: z.array(z.unknown()),
  }),
  error: z.object({ error: s, code: s }),
} as const;
