import { accountDataHandlers, accountDataRoutes, type AccountDataHandlers } from './accounts/account-data.routes.ts';
import { accountHandlers, accountRoutes, type AccountHandlers } from './accounts/accounts.routes.ts';
import { apiKeyHandlers, apiKeyRoutes, type ApiKeyHandlers } from './accounts/api-keys.routes.ts';
import { registrationHandlers, registrationRoutes, type RegistrationHandlers } from './accounts/registration.routes.ts';
import {
  secondFactorHandlers,
  secondFactorRoutes,
  type SecondFactorHandlers,
} from './accounts/second-factor.routes.ts';
import { sessionHandlers, sessionRoutes, type SessionHandlers } from './accounts/sessions.routes.ts';
import { signInHandlers, signInRoutes, type SignInHandlers } from './accounts/sign-in.routes.ts';
import { adminConfigHandlers, adminConfigRoutes, type AdminConfigHandlers } from './admin/admin-config.routes.ts';
import { adminUserHandlers, adminUserRoutes, type AdminUserHandlers } from './admin/admin-users.routes.ts';
import { auditHandlers, auditRoutes, type AuditHandlers } from './admin/audit.routes.ts';
import { groupHandlers, groupRoutes, type GroupHandlers } from './admin/groups.routes.ts';
import { operationsHandlers, operationsRoutes, type OperationsHandlers } from './admin/operations.routes.ts';
import { providerHandlers, providerRoutes, type ProviderHandlers } from './admin/providers.routes.ts';
import {
  sentenceModelHandlers,
  sentenceModelRoutes,
  type SentenceModelHandlers,
} from './admin/sentence-model.routes.ts';
import { setupHandlers, setupRoutes, type SetupHandlers } from './admin/setup.routes.ts';
import { toolServerHandlers, toolServerRoutes, type ToolServerHandlers } from './admin/tool-servers.routes.ts';
import { billingHandlers, billingRoutes, type BillingHandlers } from './billing/billing.routes.ts';
import { usageHandlers, usageRoutes, type UsageHandlers } from './billing/usage.routes.ts';
import { agentHandlers, agentRoutes, type AgentHandlers } from './chat/agents.routes.ts';
import { aiHandlers, aiRoutes, type AiHandlers } from './chat/ai.routes.ts';
import { chatHandlers, chatRoutes, type ChatHandlers } from './chat/chats.routes.ts';
import { modelHandlers, modelRoutes, type ModelHandlers } from './chat/models.routes.ts';
import { promptHandlers, promptRoutes, type PromptHandlers } from './chat/prompts.routes.ts';
import { retrievalHandlers, retrievalRoutes, type RetrievalHandlers } from './chat/retrieval.routes.ts';
import { shareHandlers, shareRoutes, type ShareHandlers } from './chat/shares.routes.ts';
import { toolHandlers, toolRoutes, type ToolHandlers } from './chat/tools.routes.ts';
import { knowledgeHandlers, knowledgeRoutes, type KnowledgeHandlers } from './files/knowledge.routes.ts';
import { fileHandlers, fileRoutes, type FileHandlers } from './files/files.routes.ts';
import { imageHandlers, imageRoutes, type ImageHandlers } from './files/images.routes.ts';
import { mcpHandlers, type McpHandlers } from './mcp/mcp.routes.ts';
import { openAiHandlers, openAiRoutes, type OpenAiHandlers } from './openai/openai.routes.ts';
import { themeHandlers, themeRoutes, type ThemeHandlers } from './pages/theme.routes.ts';
import { replyHandlers } from './streaming/reply-response.ts';
import type { Handlers } from './handlers.ts';
import type { Mount } from './mount.ts';
import type { Ids } from '../../domain/kernel/ports.ts';

/** The class behind each handler that is a use case or a port; the container resolves them. */
export const HANDLER_CLASSES = {
  ...accountHandlers,
  ...sessionHandlers,
  ...signInHandlers,
  ...registrationHandlers,
  ...secondFactorHandlers,
  ...chatHandlers,
  ...aiHandlers,
  ...agentHandlers,
  ...usageHandlers,
  ...apiKeyHandlers,
  ...openAiHandlers,
  ...mcpHandlers,
  ...billingHandlers,
  ...imageHandlers,
  ...adminConfigHandlers,
  ...modelHandlers,
  ...retrievalHandlers,
  ...fileHandlers,
  ...knowledgeHandlers,
  ...adminUserHandlers,
  ...groupHandlers,
  ...operationsHandlers,
  ...auditHandlers,
  ...accountDataHandlers,
  ...shareHandlers,
  ...replyHandlers,
  ...setupHandlers,
  ...providerHandlers,
  ...sentenceModelHandlers,
  ...themeHandlers,
  ...toolHandlers,
  ...toolServerHandlers,
  ...promptHandlers,
};

export type ApiHandlers = Handlers<typeof HANDLER_CLASSES> &
  AccountHandlers &
  SessionHandlers &
  SignInHandlers &
  RegistrationHandlers &
  SecondFactorHandlers &
  ChatHandlers &
  AiHandlers &
  AgentHandlers &
  UsageHandlers &
  ApiKeyHandlers &
  OpenAiHandlers &
  McpHandlers &
  BillingHandlers &
  ImageHandlers &
  AdminConfigHandlers &
  ModelHandlers &
  RetrievalHandlers &
  FileHandlers &
  KnowledgeHandlers &
  AdminUserHandlers &
  GroupHandlers &
  OperationsHandlers &
  AuditHandlers &
  AccountDataHandlers &
  ShareHandlers &
  SetupHandlers &
  ProviderHandlers &
  SentenceModelHandlers &
  ThemeHandlers &
  ToolHandlers &
  ToolServerHandlers &
  PromptHandlers;

/** Values that handlers need beside those classes. */
export type HandlerValues = Omit<ApiHandlers, keyof typeof HANDLER_CLASSES>;

/** Mounts every route of the contract. */
export const apiRoutes = (
  mount: Mount,
  handlers: ApiHandlers,
  ids: Ids,
  failed: (what: string, error: unknown, id?: string) => void,
): void => {
  accountRoutes(mount, handlers);
  sessionRoutes(mount, handlers);
  signInRoutes(mount, handlers);
  registrationRoutes(mount, handlers);
  secondFactorRoutes(mount, handlers);
  chatRoutes(mount, handlers);
  toolRoutes(mount, handlers);
  toolServerRoutes(mount, handlers);
  promptRoutes(mount, handlers);
  aiRoutes(mount, handlers);
  agentRoutes(mount, handlers, failed);
  usageRoutes(mount, handlers);
  apiKeyRoutes(mount, handlers);
  openAiRoutes(mount, handlers, { ids, failed, sellsPlans: handlers.sellsPlans });
  billingRoutes(mount, handlers);
  imageRoutes(mount, handlers);
  adminConfigRoutes(mount, handlers);
  modelRoutes(mount, handlers);
  retrievalRoutes(mount, handlers);
  fileRoutes(mount, handlers);
  knowledgeRoutes(mount, handlers);
  adminUserRoutes(mount, handlers);
  groupRoutes(mount, handlers);
  operationsRoutes(mount, handlers);
  auditRoutes(mount, handlers);
  accountDataRoutes(mount, handlers);
  shareRoutes(mount, handlers);
  setupRoutes(mount, handlers);
  providerRoutes(mount, handlers);
  sentenceModelRoutes(mount, handlers);
  themeRoutes(mount, handlers);
};
