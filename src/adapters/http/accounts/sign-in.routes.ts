import * as contract from '../../../contract/sign-in.ts';
import { CaptchaChallengeNotFound } from '../../../domain/accounts/errors.ts';
import { type LinkedWays, ManageIdentities } from '../../../domain/accounts/manage-identities.ts';
import { SignInWithProvider } from '../../../domain/accounts/sign-in-with-provider.ts';
import { SignInWithIdentity } from '../../../domain/accounts/sign-in-with-identity.ts';
import { SendPhoneCode, SignInWithPhoneCode } from '../../../domain/accounts/phone-sign-in.ts';
import { IdentityPopup, SignInProviders } from '../../../domain/accounts/identity/ports.ts';
import { Captcha } from '../../../domain/accounts/ports.ts';
import { GetLinkOwner } from '../../../domain/accounts/get-link-owner.ts';
import { ForgotPassword, ResetPassword } from '../../../domain/accounts/reset-password.ts';
import { SendVerification } from '../../../domain/accounts/send-verification.ts';
import { LogOutEverywhere } from '../../../domain/accounts/sessions.ts';
import { VerifyEmail } from '../../../domain/accounts/verify-email.ts';
import { RegistrationPolicy } from '../../../domain/accounts/registration/registration-policy.ts';
import { VerificationPolicy } from '../../../domain/accounts/verification-policy.ts';
import { GetOverride } from '../../../domain/admin/admin-override.ts';
import { IDENTITY_START } from './identity-pages.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso, presentSignedIn } from '../presenters.ts';
import { SANDBOX_PATH } from '../pages/sandbox-outbox.ts';
import type { Handlers } from '../handlers.ts';

export const signInHandlers = {
  getOverride: GetOverride,
  verification: VerificationPolicy,
  registration: RegistrationPolicy,
  logOutEverywhere: LogOutEverywhere,
  verifyEmail: VerifyEmail,
  getLinkOwner: GetLinkOwner,
  sendVerification: SendVerification,
  forgotPassword: ForgotPassword,
  resetPassword: ResetPassword,
  sendPhoneCode: SendPhoneCode,
  signInWithPhoneCode: SignInWithPhoneCode,
  signInWithIdentity: SignInWithIdentity,
  popup: IdentityPopup,
  providers: SignInProviders,
  signInWithProvider: SignInWithProvider,
  manageIdentities: ManageIdentities,
  captcha: Captcha,
};

export interface SignInHandlers extends Handlers<typeof signInHandlers> {
  readonly captchaAlways: boolean;
  /** A provider of text messages is set up, so that signing in by phone can work. */
  readonly sendsTextMessages: boolean;
  /** With sandbox mail the links are also in the responses. */
  readonly showsLinks: () => boolean;
  /** Some mails or codes appear on the sandbox page instead of being sent. */
  readonly hasOutbox: boolean;
}

/** Sign-in besides email and password. */
export const signInRoutes = (mount: Mount, handlers: SignInHandlers): void => {
  mount(contract.signInWays, async () => ({
    google: handlers.popup.kind !== 'none' && !handlers.providers.all.some(({ id }) => id === 'google'),
    phone: handlers.sendsTextMessages,
    email: true,
    oidc: handlers.providers.all.map(({ id, label, icon }) => ({ id, label, icon })),
    registration: await handlers.registration.mode(),
    googleUrl: handlers.popup.kind === 'none' ? null : IDENTITY_START,
    captcha: { ...handlers.captcha.config, always: handlers.captchaAlways },
    outboxUrl: handlers.hasOutbox ? SANDBOX_PATH : null,
  }));
  mount(contract.captchaChallenge, async () => {
    const challenge = handlers.captcha.createChallenge();
    if (!challenge) throw new CaptchaChallengeNotFound();
    return { provider: 'builtin' as const, ...challenge, expiresAt: toIso(challenge.expiresAt) };
  });
  mount(contract.firebaseExchange, async ({ body: { firebaseToken, ...input } }) =>
    presentSignedIn(handlers, await handlers.signInWithIdentity.execute(firebaseToken, input)),
  );
  mount(contract.sendSms, async ({ body, address }) => {
    const devCode = await handlers.sendPhoneCode.execute({ ...body, address });
    return { ...SUCCESS, ...(devCode === undefined ? {} : { devCode }) };
  });
  mount(contract.verifySms, async ({ body: { otp, invitation, language, ...phone } }) =>
    presentSignedIn(handlers, await handlers.signInWithPhoneCode.execute({ phone, code: otp, invitation, language })),
  );
  mount(contract.logoutEverywhere, async ({ principal }) => {
    await handlers.logOutEverywhere.execute(principal.user.uid);
    return SUCCESS;
  });
  providerRoutes(mount, handlers);
  linkRoutes(mount, handlers);
};

const providerRoutes = (mount: Mount, { manageIdentities, ...handlers }: SignInHandlers): void => {
  const present = ({ identities, hasPassword }: LinkedWays) => ({
    identities: identities.map(({ createdAt, ...identity }) => ({ ...identity, createdAt: toIso(createdAt) })),
    hasPassword,
  });
  mount(contract.providerSession, async ({ body: { code, ...input } }) =>
    presentSignedIn(handlers, await handlers.signInWithProvider.execute(code, input)),
  );
  mount(contract.listIdentities, async ({ principal }) => present(await manageIdentities.list(principal.user)));
  mount(contract.linkIdentity, async ({ principal: { user, token }, body }) =>
    present(await manageIdentities.link(user, body.code, token)),
  );
  mount(contract.unlinkIdentity, async ({ principal, params }) =>
    present(await manageIdentities.unlink(principal.user, params.id)),
  );
};

const linkRoutes = (mount: Mount, handlers: SignInHandlers): void => {
  mount(contract.getLinkOwner, async ({ body }) => handlers.getLinkOwner.execute(body.token, body.purpose));
  mount(contract.verifyEmail, async ({ body }) => {
    const verified = await handlers.verifyEmail.execute(body.token);
    return { ...(await presentSignedIn(handlers, verified)), resetToken: verified.resetToken };
  });
  mount(contract.resendVerification, async ({ principal }) => {
    const link = await handlers.sendVerification.resend(handlers.verification.asSeen(principal.user));
    return { ...SUCCESS, ...(handlers.showsLinks() ? { verificationUrl: link } : {}) };
  });
  mount(contract.forgotPassword, async ({ body, address }) => {
    await handlers.forgotPassword.execute({ ...body, address });
    return SUCCESS;
  });
  mount(contract.resetPassword, async ({ body }) =>
    presentSignedIn(handlers, await handlers.resetPassword.execute(body)),
  );
};
