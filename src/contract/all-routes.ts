import {
  accountDeletionProof,
  deleteAccount,
  exportAccount,
  importChats,
  saveCustomInstructions,
  getCustomInstructions,
} from './account-data.ts';
import * as accounts from './accounts.ts';
import { SETTINGS_ROUTES } from './admin-config.ts';
import {
  debugLogs,
  deleteUser,
  exportDebugLogs,
  grantTier,
  listUsers,
  overview,
  getHealth,
  resumeUser,
  setUserLimits,
  suspendUser,
  testConnection,
} from './admin-users.ts';
import * as agents from './agents.ts';
import * as ai from './ai.ts';
import * as apiKeys from './api-keys.ts';
import {
  cancelSubscription,
  createCheckout,
  customerPortal,
  paymentWebhook,
  plans,
  subscription,
  usage,
} from './billing.ts';
import { allChats, deleteChat, listChats, openChat, saveChat } from './chats.ts';
import { configVersions, undoConfig } from './config-history.ts';
import {
  deleteFile,
  deleteFileWithoutId,
  listFiles,
  processImage,
  getFile,
  reEmbedFile,
  reEmbedFileWithoutId,
  uploadFile,
  uploadToChat,
  explainAnswer,
} from './files.ts';
import { discoverModels, getModelConfig } from './models.ts';
import * as openai from './openai.ts';
import { tempOverride } from './override.ts';
import * as signIn from './sign-in.ts';
import * as pictures from './images.ts';
import * as shares from './shares.ts';
import type { Route } from './route.ts';
import { theme } from './theme.ts';

/** Every call of the product: what the OpenAPI page shows and what the tests of rights and bad input go through. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accounts),
  ...Object.values(signIn),
  ...Object.values(ai),
  agents.sendAgentMessage,
  agents.agentStatus,
  agents.agentsAvailable,
  agents.orchestratedSearch,
  agents.relatedQuestions,
  ...Object.values(apiKeys),
  ...Object.values(openai),
  ...Object.values(pictures),
  explainAnswer,
  theme,
  usage,
  listChats,
  openChat,
  allChats,
  saveChat,
  deleteChat,
  uploadToChat,
  getFile,
  processImage,
  listFiles,
  uploadFile,
  deleteFile,
  deleteFileWithoutId,
  reEmbedFile,
  reEmbedFileWithoutId,
  plans,
  createCheckout,
  subscription,
  cancelSubscription,
  customerPortal,
  paymentWebhook,
  discoverModels,
  getModelConfig,
  tempOverride,
  ...SETTINGS_ROUTES.flatMap(({ name, read, save }) => (name === 'model-config' ? [save] : [read, save])),
  configVersions,
  undoConfig,
  listUsers,
  setUserLimits,
  suspendUser,
  resumeUser,
  grantTier,
  deleteUser,
  debugLogs,
  exportDebugLogs,
  overview,
  getHealth,
  testConnection,
  exportAccount,
  accountDeletionProof,
  deleteAccount,
  importChats,
  getCustomInstructions,
  saveCustomInstructions,
  shares.createShare,
  shares.listShares,
  shares.revokeShare,
  shares.openShare,
];
