import * as accounts from './accounts.ts';
import * as agents from './agents.ts';
import * as ai from './ai.ts';
import * as apiKeys from './api-keys.ts';
import { cancelSubscription, createCheckout, customerPortal, paymentWebhook, plans, subscription, usage } from './billing.ts';
import { allChats, deleteChat, listChats, openChat, saveChat } from './chats.ts';
import * as openai from './openai.ts';
import * as signIn from './sign-in.ts';
import * as pictures from './pictures.ts';
import * as shares from './shares.ts';
import type { Route } from './route.ts';

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
  usage,
  listChats,
  openChat,
  allChats,
  saveChat,
  deleteChat,
  plans,
  createCheckout,
  subscription,
  cancelSubscription,
  customerPortal,
  paymentWebhook,
  shares.createShare,
  shares.listShares,
  shares.revokeShare,
  shares.openShare,
];
