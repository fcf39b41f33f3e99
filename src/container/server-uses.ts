import type { Container } from 'inversify';

import type { ServerParts } from '../adapters/http/server.ts';
import { ClaimFirstAdmin } from '../domain/accounts/first-admin.ts';
import { SignInWithIdentity } from '../domain/accounts/identity-sign-in.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { SendPhoneCode, VerifyPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import { Captcha, IdentityPopup } from '../domain/accounts/ports.ts';
import { Register } from '../domain/accounts/register.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOut, LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { FollowReply } from '../domain/chat/follow-reply.ts';
import { GenerateTitle } from '../domain/chat/generate-title.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/read-chats.ts';
import { SaveChat } from '../domain/chat/save-chat.ts';
import { StartReply } from '../domain/chat/start-reply.ts';
import { StopReply } from '../domain/chat/stop-reply.ts';
import { Clock, Outbox, Secrets } from '../domain/kernel/ports.ts';
import { ReadTrialConfig } from '../domain/trial/read-trial-config.ts';
import { Connections } from './connections.ts';
import { Parts } from './parts.ts';
import { usesOutbox } from './sign-in-choice.ts';

/** The use cases that the public port offers. */
export const serverUses = (container: Container): ServerParts['uses'] => ({
  register: container.get(Register),
  logIn: container.get(LogIn),
  logOut: container.get(LogOut),
  claimFirstAdmin: container.get(ClaimFirstAdmin),
  logOutEverywhere: container.get(LogOutEverywhere),
  verifyEmail: container.get(VerifyEmail),
  sendVerification: container.get(SendVerification),
  forgotPassword: container.get(ForgotPassword),
  resetPassword: container.get(ResetPassword),
  sendPhoneCode: container.get(SendPhoneCode),
  verifyPhoneCode: container.get(VerifyPhoneCode),
  signInWithIdentity: container.get(SignInWithIdentity),
  popup: container.get(IdentityPopup),
  captcha: container.get(Captcha),
  captchaAlways: container.get(Parts).config.CAPTCHA_ALWAYS === 'true',
  showsLinks: !container.get(Parts).config.production,
  hasOutbox: usesOutbox(container.get(Parts).signIn),
  listChats: container.get(ListChats),
  openChat: container.get(OpenChat),
  saveChat: container.get(SaveChat),
  deleteChat: container.get(DeleteChat),
  startReply: container.get(StartReply),
  followReply: container.get(FollowReply),
  stopReply: container.get(StopReply),
  generateTitle: container.get(GenerateTitle),
  readTrialConfig: container.get(ReadTrialConfig),
  demoModel: container.get(Parts).llm.active.some(({ id }) => id === 'demo'),
});

/** The pages beside the API: the sign-in popup, and the outbox while a sandbox serves. */
export const signInPages = (container: Container): Pick<ServerParts, 'identity' | 'outbox' | 'captchaHosts'> => {
  const { site, signIn } = container.get(Parts);
  return {
    identity: { popup: container.get(IdentityPopup), secrets: container.get(Secrets), clock: container.get(Clock), site },
    outbox: usesOutbox(signIn) ? container.get(Outbox) : undefined,
    captchaHosts: container.get(Connections).captcha.hosts,
  };
};
