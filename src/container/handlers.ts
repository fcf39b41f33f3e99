import type { Container } from 'inversify';

import { CaptchaConnection } from '../adapters/captcha/provider.ts';
import type { AdminConfigHandlers } from '../adapters/http/admin/admin-config.routes.ts';
import type { FileHandlers } from '../adapters/http/files/files.routes.ts';
import type { ModelHandlers } from '../adapters/http/chat/models.routes.ts';
import type { BillingHandlers } from '../adapters/http/billing/billing.routes.ts';
import { Uploads } from '../adapters/http/files/uploads.ts';
import type { ServerDeps } from '../adapters/http/server.ts';
import type { ShareHandlers } from '../adapters/http/chat/shares.routes.ts';
import { ClaimFirstAdmin } from '../domain/accounts/first-admin.ts';
import { SignInWithIdentity } from '../domain/accounts/sign-in-with-identity.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, GetApiKey } from '../domain/accounts/manage-api-key.ts';
import { SendPhoneCode, SignInWithPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import { Captcha, IdentityPopup, Site } from '../domain/accounts/ports.ts';
import { GetLinkOwner } from '../domain/accounts/get-link-owner.ts';
import { Register } from '../domain/accounts/register.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOut, LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { GetOverride, SetOverride } from '../domain/admin/admin-override.ts';
import { GetConfig } from '../domain/admin/get-config.ts';
import { AgentAccess } from '../domain/agents/agent-access.ts';
import { ImageUrlSigner } from '../domain/agents/image-proxy/image-url-signer.ts';
import { GenerateRelatedQuestions } from '../domain/agents/generate-related-questions.ts';
import { ShowImage } from '../domain/agents/image-proxy/show-image.ts';
import { SynthesiseResults } from '../domain/agents/synthesise-results.ts';
import { ApplyPaymentEvent } from '../domain/billing/apply-payment-event.ts';
import { CancelSubscription } from '../domain/billing/cancel-subscription.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { OpenPortal } from '../domain/billing/open-portal.ts';
import { ListPlans } from '../domain/billing/plans.ts';
import { GetSubscription } from '../domain/billing/get-subscription.ts';
import { GetUsage } from '../domain/billing/get-usage.ts';
import { StartCheckout } from '../domain/billing/start-checkout.ts';
import { CreateCompletion } from '../domain/chat/replies/create-completion.ts';
import { FollowReply } from '../domain/chat/replies/follow-reply.ts';
import { GenerateTitle } from '../domain/chat/replies/generate-title.ts';
import { LanguageModels } from '../domain/chat/conversations/ports.ts';
import { DeleteChat, ListChats, OpenChat } from '../domain/chat/conversations/open-chat.ts';
import { MergeChat } from '../domain/chat/conversations/merge-chat.ts';
import { GetChatUsage } from '../domain/chat/conversations/get-chat-usage.ts';
import { StartReply } from '../domain/chat/replies/start-reply.ts';
import { StopReply } from '../domain/chat/replies/stop-reply.ts';
import { DescribeImage } from '../domain/files/describe-image.ts';
import { GetFileLimits } from '../domain/files/get-file-limits.ts';
import { UploadFile } from '../domain/files/upload-file.ts';
import { DeleteFile, ListFiles, GetFile, ReembedFile } from '../domain/files/manage-files.ts';
import { GetFileText } from '../domain/files/get-file-text.ts';
import { Clock, Outbox, Secrets } from '../domain/kernel/ports.ts';
import { ListShares, OpenShare, RevokeShare } from '../domain/shares/manage-shares.ts';
import { ShareChat } from '../domain/shares/share-chat.ts';
import { GetTrialConfig } from '../domain/trial/get-trial-config.ts';
import { ExplainAnswer } from '../domain/retrieval/explain-answer.ts';
import { ConnectedPayments } from './billing.module.ts';
import { userAdminHandlers } from './user-admin-handlers.ts';
import { AppContext } from './app-context.ts';
import { outboxKinds } from './adapter-selection.ts';

/** What admins set, and what there is to choose of it. */
const adminHandlers = (
  container: Container,
): AdminConfigHandlers & ModelHandlers & { readonly getOverride: GetOverride } => ({
  getConfig: container.get(GetConfig),
  changeConfig: container.get(ChangeConfig),
  getOverride: container.get(GetOverride),
  setOverride: container.get(SetOverride),
  discoverModels: container.get(DiscoverModels),
});

/** Files of people. */
const fileHandlers = (container: Container): FileHandlers => ({
  uploadFile: container.get(UploadFile),
  listFiles: container.get(ListFiles),
  getFile: container.get(GetFile),
  getFileText: container.get(GetFileText),
  deleteFile: container.get(DeleteFile),
  reembedFile: container.get(ReembedFile),
  describeImage: container.get(DescribeImage),
  uploads: container.get(Uploads),
});

const billingHandlers = (container: Container): BillingHandlers => ({
  listPlans: container.get(ListPlans),
  startCheckout: container.get(StartCheckout),
  getSubscription: container.get(GetSubscription),
  cancelSubscription: container.get(CancelSubscription),
  openPortal: container.get(OpenPortal),
  applyPaymentEvent: container.get(ApplyPaymentEvent),
});

/** The use cases that the public port offers. */
export const serverHandlers = (container: Container): ServerDeps['handlers'] => ({
  register: container.get(Register),
  logIn: container.get(LogIn),
  logOut: container.get(LogOut),
  claimFirstAdmin: container.get(ClaimFirstAdmin),
  logOutEverywhere: container.get(LogOutEverywhere),
  verifyEmail: container.get(VerifyEmail),
  getLinkOwner: container.get(GetLinkOwner),
  sendVerification: container.get(SendVerification),
  forgotPassword: container.get(ForgotPassword),
  resetPassword: container.get(ResetPassword),
  sendPhoneCode: container.get(SendPhoneCode),
  signInWithPhoneCode: container.get(SignInWithPhoneCode),
  signInWithIdentity: container.get(SignInWithIdentity),
  popup: container.get(IdentityPopup),
  captcha: container.get(Captcha),
  captchaAlways: container.get(AppContext).config.CAPTCHA_ALWAYS === 'true',
  showsLinks: container.get(AppContext).adapters.mail.provider.isSandbox,
  hasOutbox: outboxKinds(container.get(AppContext).adapters).length > 0,
  showsSandboxBar: showsSandboxBar(container.get(AppContext)),
  listChats: container.get(ListChats),
  openChat: container.get(OpenChat),
  mergeChat: container.get(MergeChat),
  deleteChat: container.get(DeleteChat),
  startReply: container.get(StartReply),
  followReply: container.get(FollowReply),
  stopReply: container.get(StopReply),
  generateTitle: container.get(GenerateTitle),
  getUsage: container.get(GetUsage),
  getFileLimits: container.get(GetFileLimits),
  getChatUsage: container.get(GetChatUsage),
  getTrialConfig: container.get(GetTrialConfig),
  getApiKey: container.get(GetApiKey),
  createApiKey: container.get(CreateApiKey),
  deleteApiKey: container.get(DeleteApiKey),
  apiBaseUrl: () => `${container.get(AppContext).urls.app}/v1`,
  createCompletion: container.get(CreateCompletion),
  models: container.get(LanguageModels),
  ...billingHandlers(container),
  showImage: container.get(ShowImage),
  skins: container.get(AppContext).skins,
  linksFor: (account) => container.get(ImageUrlSigner).urlsFor(account),
  ...shareHandlers(container),
  agentAccess: container.get(AgentAccess),
  synthesiseResults: container.get(SynthesiseResults),
  generateRelatedQuestions: container.get(GenerateRelatedQuestions),
  ...adminHandlers(container),
  ...fileHandlers(container),
  ...userAdminHandlers(container),
  explainAnswer: container.get(ExplainAnswer),
  demoModel: container.get(AppContext).llm.active.some(({ id }) => id === 'demo'),
});

const shareHandlers = (container: Container): Omit<ShareHandlers, 'linksFor'> => ({
  shareChat: container.get(ShareChat),
  listShares: container.get(ListShares),
  revokeShare: container.get(RevokeShare),
  openShare: container.get(OpenShare),
  shareUrl: (token) => `${container.get(AppContext).urls.app}/share/${token}`,
});

/** Only with `SANDBOX=on` do sandboxes serve people who cannot know it. */
const showsSandboxBar = ({ config }: AppContext): boolean => config.SANDBOX === 'on';

const sandboxOutbox = ({ adapters, payments }: AppContext, outbox: Outbox): ServerDeps['outbox'] => {
  const kinds = [...outboxKinds(adapters), ...(payments.isSandbox ? (['checkout', 'event'] as const) : [])];
  const others = [adapters.mail, adapters.sms, adapters.identity].map(({ provider }) => provider);
  const masksPeople = [...others, payments].some(({ id, isSandbox }) => !isSandbox && id !== 'off');
  return kinds.length === 0 ? undefined : { outbox, kinds, masksPeople };
};

/** The pages beside the API: the sign-in popup, and while sandboxes serve their outbox and the place to pay. */
export const serverPages = (
  container: Container,
): Pick<ServerDeps, 'identity' | 'outbox' | 'showsSandboxBar' | 'captchaHosts' | 'sandboxPayments'> => {
  const context = container.get(AppContext);
  const { checkoutPage: till } = container.get(ConnectedPayments);
  return {
    identity: {
      popup: container.get(IdentityPopup),
      secrets: container.get(Secrets),
      clock: container.get(Clock),
      site: container.get(Site),
    },
    outbox: sandboxOutbox(context, container.get(Outbox)),
    showsSandboxBar: showsSandboxBar(context),
    sandboxPayments: till,
    captchaHosts: container.get(CaptchaConnection).hosts,
  };
};
