import type { Container } from 'inversify';

import type { AdminConfigUses } from '../adapters/http/admin-config.routes.ts';
import type { FileUses } from '../adapters/http/files.routes.ts';
import type { ModelUses } from '../adapters/http/models.routes.ts';
import type { BillingUses } from '../adapters/http/billing.routes.ts';
import { Uploads } from '../adapters/http/uploads.ts';
import type { ServerParts } from '../adapters/http/server.ts';
import type { ShareUses } from '../adapters/http/shares.routes.ts';
import { ClaimFirstAdmin } from '../domain/accounts/first-admin.ts';
import { SignInWithIdentity } from '../domain/accounts/identity-sign-in.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, ReadApiKey } from '../domain/accounts/manage-api-key.ts';
import { SendPhoneCode, VerifyPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import { Captcha, IdentityPopup, Site } from '../domain/accounts/ports.ts';
import { ReadLink } from '../domain/accounts/read-link.ts';
import { Register } from '../domain/accounts/register.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOut, LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ReadOverride, SwitchOverride } from '../domain/admin/override.ts';
import { ReadConfig } from '../domain/admin/read-config.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { PictureLinks } from '../domain/agents/picture-links.ts';
import { RelatedQuestions } from '../domain/agents/related-questions.ts';
import { ShowPicture } from '../domain/agents/show-picture.ts';
import { Synthesise } from '../domain/agents/synthesise.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { CancelSubscription } from '../domain/billing/cancel-subscription.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { ReadPlans } from '../domain/billing/plans.ts';
import { ReadSubscription } from '../domain/billing/read-subscription.ts';
import { ReadUsage } from '../domain/billing/read-usage.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { Complete } from '../domain/chat/complete.ts';
import { FollowReply } from '../domain/chat/follow-reply.ts';
import { GenerateTitle } from '../domain/chat/generate-title.ts';
import { LanguageModels } from '../domain/chat/ports.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/read-chats.ts';
import { SaveChat } from '../domain/chat/save-chat.ts';
import { ReadChatUse } from '../domain/chat/read-chat-use.ts';
import { StartReply } from '../domain/chat/start-reply.ts';
import { StopReply } from '../domain/chat/stop-reply.ts';
import { DescribeImage } from '../domain/files/describe-image.ts';
import { FileLimits } from '../domain/files/file-limits.ts';
import { KeepFile } from '../domain/files/keep-file.ts';
import { DeleteFile, ListFiles, ReadFile, ReEmbed } from '../domain/files/manage-files.ts';
import { ReadText } from '../domain/files/read-text.ts';
import { Clock, Outbox, Secrets } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { ReadTrialConfig } from '../domain/trial/read-trial-config.ts';
import { WhyThisAnswer } from '../domain/retrieval/why-this-answer.ts';
import { ConnectedPayments } from './billing.module.ts';
import { Connections } from './connections.ts';
import { peopleUses } from './people-uses.ts';
import { Parts } from './parts.ts';
import { outboxKinds } from './sign-in-choice.ts';

/** What admins set, and what there is to choose of it. */
const adminUses = (container: Container): AdminConfigUses & ModelUses & { readonly readOverride: ReadOverride } => ({
  readConfig: container.get(ReadConfig),
  changeConfig: container.get(ChangeConfig),
  readOverride: container.get(ReadOverride),
  switchOverride: container.get(SwitchOverride),
  discoverModels: container.get(DiscoverModels),
});

/** Files of people. */
const fileUses = (container: Container): FileUses => ({
  keepFile: container.get(KeepFile),
  listFiles: container.get(ListFiles),
  readFile: container.get(ReadFile),
  readText: container.get(ReadText),
  deleteFile: container.get(DeleteFile),
  reEmbed: container.get(ReEmbed),
  describeImage: container.get(DescribeImage),
  uploads: container.get(Uploads),
});

const billingUses = (container: Container): BillingUses => ({
  readPlans: container.get(ReadPlans),
  startCheckout: container.get(StartCheckout),
  readSubscription: container.get(ReadSubscription),
  cancelSubscription: container.get(CancelSubscription),
  openPortal: container.get(OpenPortal),
  applyPaymentEvent: container.get(ApplyPaymentEvent),
});

/** The use cases that the public port offers. */
export const serverUses = (container: Container): ServerParts['uses'] => ({
  register: container.get(Register),
  logIn: container.get(LogIn),
  logOut: container.get(LogOut),
  claimFirstAdmin: container.get(ClaimFirstAdmin),
  logOutEverywhere: container.get(LogOutEverywhere),
  verifyEmail: container.get(VerifyEmail),
  readLink: container.get(ReadLink),
  sendVerification: container.get(SendVerification),
  forgotPassword: container.get(ForgotPassword),
  resetPassword: container.get(ResetPassword),
  sendPhoneCode: container.get(SendPhoneCode),
  verifyPhoneCode: container.get(VerifyPhoneCode),
  signInWithIdentity: container.get(SignInWithIdentity),
  popup: container.get(IdentityPopup),
  captcha: container.get(Captcha),
  captchaAlways: container.get(Parts).config.CAPTCHA_ALWAYS === 'true',
  showsLinks: container.get(Parts).signIn.mail.provider.isSandbox,
  hasOutbox: outboxKinds(container.get(Parts).signIn).length > 0,
  showsSandboxBar: showsSandboxBar(container.get(Parts)),
  listChats: container.get(ListChats),
  openChat: container.get(OpenChat),
  saveChat: container.get(SaveChat),
  deleteChat: container.get(DeleteChat),
  startReply: container.get(StartReply),
  followReply: container.get(FollowReply),
  stopReply: container.get(StopReply),
  generateTitle: container.get(GenerateTitle),
  readUsage: container.get(ReadUsage),
  fileLimits: container.get(FileLimits),
  readChatUse: container.get(ReadChatUse),
  readTrialConfig: container.get(ReadTrialConfig),
  readApiKey: container.get(ReadApiKey),
  createApiKey: container.get(CreateApiKey),
  deleteApiKey: container.get(DeleteApiKey),
  apiBaseUrl: () => `${container.get(Parts).addresses.app}/v1`,
  complete: container.get(Complete),
  models: container.get(LanguageModels),
  ...billingUses(container),
  showPicture: container.get(ShowPicture),
  skins: container.get(Parts).skins,
  linksFor: (account) => container.get(PictureLinks).for(account),
  ...shareUses(container),
  agentAccess: container.get(AgentAccess),
  synthesise: container.get(Synthesise),
  relatedQuestions: container.get(RelatedQuestions),
  ...adminUses(container),
  ...fileUses(container),
  ...peopleUses(container),
  whyThisAnswer: container.get(WhyThisAnswer),
  demoModel: container.get(Parts).llm.active.some(({ id }) => id === 'demo'),
});

const shareUses = (container: Container): Omit<ShareUses, 'linksFor'> => ({
  shareChat: container.get(ShareChat),
  listShares: container.get(ListShares),
  revokeShare: container.get(RevokeShare),
  openShare: container.get(OpenShare),
  shareUrl: (token) => `${container.get(Parts).addresses.app}/share/${token}`,
});

/** Only with `SANDBOX=on` do sandboxes serve people who cannot know it. */
const showsSandboxBar = ({ config }: Parts): boolean => config.SANDBOX === 'on';

const sandboxOutbox = ({ signIn, payments }: Parts, outbox: Outbox): ServerParts['outbox'] => {
  const kinds = [...outboxKinds(signIn), ...(payments.isSandbox ? (['checkout', 'event'] as const) : [])];
  const others = [signIn.mail, signIn.sms, signIn.identity].map(({ provider }) => provider);
  const masksPeople = [...others, payments].some(({ id, isSandbox }) => !isSandbox && id !== 'off');
  return kinds.length === 0 ? undefined : { outbox, kinds, masksPeople };
};

/** The pages beside the API: the sign-in popup, and while sandboxes serve their outbox and the place to pay. */
export const ownPages = (
  container: Container,
): Pick<ServerParts, 'identity' | 'outbox' | 'showsSandboxBar' | 'captchaHosts' | 'sandboxPayments'> => {
  const parts = container.get(Parts);
  const { till } = container.get(ConnectedPayments);
  return {
    identity: {
      popup: container.get(IdentityPopup),
      secrets: container.get(Secrets),
      clock: container.get(Clock),
      site: container.get(Site),
    },
    outbox: sandboxOutbox(parts, container.get(Outbox)),
    showsSandboxBar: showsSandboxBar(parts),
    sandboxPayments: till,
    captchaHosts: container.get(Connections).captcha.hosts,
  };
};
