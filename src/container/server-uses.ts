import type { Container } from 'inversify';

import type { ServerParts } from '../adapters/http/server.ts';
import { ClaimFirstAdmin } from '../domain/accounts/first-admin.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, ReadApiKey } from '../domain/accounts/manage-api-key.ts';
import { Register } from '../domain/accounts/register.ts';
import { LogOut } from '../domain/accounts/sessions.ts';
import { ReadUsage } from '../domain/billing/read-usage.ts';
import { Complete } from '../domain/chat/complete.ts';
import { FollowReply } from '../domain/chat/follow-reply.ts';
import { GenerateTitle } from '../domain/chat/generate-title.ts';
import { LanguageModels } from '../domain/chat/ports.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/read-chats.ts';
import { SaveChat } from '../domain/chat/save-chat.ts';
import { StartReply } from '../domain/chat/start-reply.ts';
import { StopReply } from '../domain/chat/stop-reply.ts';
import { ReadTrialConfig } from '../domain/trial/read-trial-config.ts';
import { Parts } from './parts.ts';

/** The use cases that the public port offers. */
export const serverUses = (container: Container): ServerParts['uses'] => ({
  register: container.get(Register),
  logIn: container.get(LogIn),
  logOut: container.get(LogOut),
  claimFirstAdmin: container.get(ClaimFirstAdmin),
  listChats: container.get(ListChats),
  openChat: container.get(OpenChat),
  saveChat: container.get(SaveChat),
  deleteChat: container.get(DeleteChat),
  startReply: container.get(StartReply),
  followReply: container.get(FollowReply),
  stopReply: container.get(StopReply),
  generateTitle: container.get(GenerateTitle),
  readUsage: container.get(ReadUsage),
  readTrialConfig: container.get(ReadTrialConfig),
  readApiKey: container.get(ReadApiKey),
  createApiKey: container.get(CreateApiKey),
  deleteApiKey: container.get(DeleteApiKey),
  apiBaseUrl: `${container.get(Parts).config.APP_URL}/v1`,
  complete: container.get(Complete),
  models: container.get(LanguageModels),
  demoModel: container.get(Parts).llm.active.some(({ id }) => id === 'demo'),
});
