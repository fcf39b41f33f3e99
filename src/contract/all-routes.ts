import * as accountData from './account-data.ts';
import * as accounts from './accounts.ts';
import { SETTINGS_ROUTES } from './admin-config.ts';
import * as adminUsers from './admin-users.ts';
import * as agents from './agents.ts';
import * as ai from './ai.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as chats from './chats.ts';
import * as configHistory from './config-history.ts';
import * as debugLogs from './debug-logs.ts';
import * as emailChange from './email-change.ts';
import * as groups from './groups.ts';
import * as files from './files.ts';
import * as images from './images.ts';
import * as knowledge from './knowledge.ts';
import * as mcp from './mcp.ts';
import * as models from './models.ts';
import * as operations from './operations.ts';
import * as openai from './openai.ts';
import * as override from './override.ts';
import * as prompts from './prompts.ts';
import * as registration from './registration.ts';
import * as providers from './providers.ts';
import * as retrieval from './retrieval.ts';
import { isRoute, type Route } from './route.ts';
import * as sentenceModel from './sentence-model.ts';
import * as sessions from './sessions.ts';
import * as setup from './setup.ts';
import * as sharedTools from './shared-tools.ts';
import * as shares from './shares.ts';
import * as secondFactor from './second-factor.ts';
import * as signIn from './sign-in.ts';
import * as theme from './theme.ts';
import * as toolCalls from './tool-calls.ts';
import * as tools from './tools.ts';

const MODULES = [
  accounts,
  secondFactor,
  signIn,
  sessions,
  emailChange,
  registration,
  ai,
  agents,
  apiKeys,
  openai,
  mcp,
  images,
  files,
  retrieval,
  knowledge,
  theme,
  chats,
  billing,
  models,
  override,
  configHistory,
  adminUsers,
  groups,
  operations,
  audit,
  debugLogs,
  accountData,
  shares,
  setup,
  providers,
  sentenceModel,
  tools,
  sharedTools,
  toolCalls,
  prompts,
];

/**
 * Every route that a module of the contract exports: what the OpenAPI page shows and what the tests of rights and bad
 * input go through.
 */
export const ROUTES: readonly Route[] = [
  ...MODULES.flatMap((module) => Object.values<unknown>(module).filter(isRoute)),
  // `models.ts` has its own route for reading the model configuration.
  ...SETTINGS_ROUTES.flatMap(({ name, read, save }) => (name === 'model-config' ? [save] : [read, save])),
];
