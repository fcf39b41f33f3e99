import * as contract from '../../contract/sign-in.ts';
import { NoChallenge } from '../../domain/accounts/errors.ts';
import type { SignInWithIdentity } from '../../domain/accounts/identity-sign-in.ts';
import type { SendPhoneCode, VerifyPhoneCode } from '../../domain/accounts/phone-sign-in.ts';
import type { Captcha, IdentityPopup } from '../../domain/accounts/ports.ts';
import type { ReadLink } from '../../domain/accounts/read-link.ts';
import type { ForgotPassword, ResetPassword } from '../../domain/accounts/reset-password.ts';
import type { SendVerification } from '../../domain/accounts/send-verification.ts';
import type { LogOutEverywhere } from '../../domain/accounts/sessions.ts';
import type { VerifyEmail } from '../../domain/accounts/verify-email.ts';
import type { ReadOverride } from '../../domain/admin/override.ts';
import { IDENTITY_START } from './identity-pages.ts';
import type { Mount } from './mount.ts';
import { done, iso, presentSignedIn } from './present.ts';
import { SANDBOX_PATH } from './sandbox-pages.ts';

export interface SignInUses {
  readonly readOverride: ReadOverride;
  readonly logOutEverywhere: LogOutEverywhere;
  readonly verifyEmail: VerifyEmail;
  readonly readLink: ReadLink;
  readonly sendVerification: SendVerification;
  readonly forgotPassword: ForgotPassword;
  readonly resetPassword: ResetPassword;
  readonly sendPhoneCode: SendPhoneCode;
  readonly verifyPhoneCode: VerifyPhoneCode;
  readonly signInWithIdentity: SignInWithIdentity;
  readonly popup: IdentityPopup;
  readonly captcha: Captcha;
  readonly captchaAlways: boolean;
  /** A sandbox holds mails back: their links stand in the answers too. */
  readonly showsLinks: boolean;
  /** Some mails or codes are shown on the sandbox page instead of being sent. */
  readonly hasOutbox: boolean;
}

/** Everything around signing in besides email and password. */
export const signInRoutes = (mount: Mount, use: SignInUses): void => {
  mount(contract.signInOptions, async () => ({
    google: { startUrl: use.popup.kind === 'none' ? null : IDENTITY_START },
    captcha: { ...use.captcha.shown, always: use.captchaAlways },
    outboxUrl: use.hasOutbox ? SANDBOX_PATH : null,
  }));
  mount(contract.captchaChallenge, async () => {
    const challenge = use.captcha.challenge();
    if (!challenge) throw new NoChallenge();
    return { provider: 'builtin' as const, ...challenge, expiresAt: iso(challenge.expiresAt) };
  });
  mount(contract.firebaseExchange, async ({ body }) =>
    presentSignedIn(use, await use.signInWithIdentity.execute(body.firebaseToken)),
  );
  mount(contract.sendSms, async ({ body, address }) => {
    const devCode = await use.sendPhoneCode.execute({ ...body, address });
    return { ...done, ...(devCode === undefined ? {} : { devCode }) };
  });
  mount(contract.verifySms, async ({ body: { otp, ...phone } }) =>
    presentSignedIn(use, await use.verifyPhoneCode.execute({ phone, code: otp })),
  );
  mount(contract.logoutEverywhere, async ({ principal }) => {
    await use.logOutEverywhere.execute(principal.user.uid);
    return done;
  });
  linkRoutes(mount, use);
};

const linkRoutes = (mount: Mount, use: SignInUses): void => {
  mount(contract.readLink, async ({ body }) => use.readLink.execute(body.token, body.purpose));
  mount(contract.verifyEmail, async ({ body }) => {
    const verified = await use.verifyEmail.execute(body.token);
    return { ...(await presentSignedIn(use, verified)), resetToken: verified.resetToken };
  });
  mount(contract.resendVerification, async ({ principal }) => {
    const link = await use.sendVerification.again(principal.user);
    return { ...done, ...(use.showsLinks ? { verificationUrl: link } : {}) };
  });
  mount(contract.forgotPassword, async ({ body, address }) => {
    await use.forgotPassword.execute({ ...body, address });
    return done;
  });
  mount(contract.resetPassword, async ({ body }) => presentSignedIn(use, await use.resetPassword.execute(body)));
};
