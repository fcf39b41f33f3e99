import { closingProof, deleteAccount, exportAccount, importChats, keepInstruction, readInstruction } from './account-data.ts';
import * as accounts from './accounts.ts';
import {
  readAgents, readFileTtl, readFreemium, readRateLimits, readStorageLimits, readVision, saveAgents, saveFileTtl, saveFreemium, saveRateLimits,
  saveStorageLimits, saveVision,
} from './admin-config.ts';
import {
  debugLogs, deleteUser, exportDebugLogs, grantTier, listUsers, overview, readHealth, resumeUser, setUserLimits, suspendUser, testConnection,
} from './admin-people.ts';
import * as agents from './agents.ts';
import * as ai from './ai.ts';
import * as apiKeys from './api-keys.ts';
import { cancelSubscription, createCheckout, customerPortal, paymentWebhook, plans, subscription, usage } from './billing.ts';
import { allChats, deleteChat, listChats, openChat, saveChat } from './chats.ts';
import { configVersions, undoConfig } from './config-history.ts';
import { deleteFile, deleteNoFile, listFiles, processImage, readFile, reEmbedFile, reEmbedNoFile, uploadFile, uploadToChat, whyThisAnswer } from './files.ts';
import { discoverModels, readModelConfig, saveModelConfig } from './models.ts';
import * as openai from './openai.ts';
import { tempOverride } from './override.ts';
import * as signIn from './sign-in.ts';
import * as pictures from './pictures.ts';
import * as shares from './shares.ts';
import type { Route } from './route.ts';
import { theme } from './theme.ts';

/** Every call of the product: what the OpenAPI page shows and what the tests of rights and bad input go through. */
export const ROUTES: readonly Route[] = [
  ...Object.values(accounts),
  ...Object.values(signIn),
  ...Object.values(ai),
  agents.askAgent,
  agents.agentStatus,
  agents.agentsAvailable,
  agents.orchestratedSearch,
  agents.relatedQuestions,
  ...Object.values(apiKeys),
  ...Object.values(openai),
  ...Object.values(pictures),
  whyThisAnswer,
  theme,
  usage,
  listChats,
  openChat,
  allChats,
  saveChat,
  deleteChat,
  uploadToChat,
  readFile,
  processImage,
  listFiles,
  uploadFile,
  deleteFile,
  deleteNoFile,
  reEmbedFile,
  reEmbedNoFile,
  plans,
  createCheckout,
  subscription,
  cancelSubscription,
  customerPortal,
  paymentWebhook,
  discoverModels,
  readModelConfig,
  saveModelConfig,
  tempOverride,
  readRateLimits,
  saveRateLimits,
  readAgents,
  saveAgents,
  readFreemium,
  saveFreemium,
  readVision,
  saveVision,
  readStorageLimits,
  saveStorageLimits,
  readFileTtl,
  saveFileTtl,
  configVersions,
  undoConfig,
  listUsers, setUserLimits, suspendUser, resumeUser, grantTier, deleteUser,
  debugLogs, exportDebugLogs, overview, readHealth, testConnection,
  exportAccount, closingProof, deleteAccount, importChats, readInstruction, keepInstruction,
  shares.createShare,
  shares.listShares,
  shares.revokeShare,
  shares.openShare,
];
