import type { Container } from 'inversify';

import type { ServerParts } from '../adapters/http/server.ts';
import { ClaimFirstAdmin } from '../domain/accounts/first-admin.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { Register } from '../domain/accounts/register.ts';
import { LogOut } from '../domain/accounts/sessions.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { CancelSubscription } from '../domain/billing/cancel-subscription.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { ReadPlans } from '../domain/billing/plans.ts';
import { ReadSubscription } from '../domain/billing/read-subscription.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { FollowReply } from '../domain/chat/follow-reply.ts';
import { GenerateTitle } from '../domain/chat/generate-title.ts';
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
  readTrialConfig: container.get(ReadTrialConfig),
  readPlans: container.get(ReadPlans),
  startCheckout: container.get(StartCheckout),
  readSubscription: container.get(ReadSubscription),
  cancelSubscription: container.get(CancelSubscription),
  openPortal: container.get(OpenPortal),
  applyPaymentEvent: container.get(ApplyPaymentEvent),
  demoModel: container.get(Parts).llm.active.some(({ id }) => id === 'demo'),
});
