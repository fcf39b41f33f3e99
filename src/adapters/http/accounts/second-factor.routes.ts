import * as contract from '../../../contract/second-factor.ts';
import { VerificationPolicy } from '../../../domain/accounts/verification-policy.ts';
import { CompleteSignIn } from '../../../domain/accounts/second-factor/complete-sign-in.ts';
import {
  ConfirmAuthenticatorApp,
  GetSecondFactors,
  ProposeAuthenticatorApp,
  RemoveAuthenticatorApp,
  RenewRecoveryCodes,
} from '../../../domain/accounts/second-factor/manage-second-factors.ts';
import { AddPasskey, RemovePasskey, StartPasskey } from '../../../domain/accounts/second-factor/manage-passkeys.ts';
import { SignInWithPasskey } from '../../../domain/accounts/second-factor/sign-in-with-passkey.ts';
import { GetOverride } from '../../../domain/admin/admin-override.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { presentSignedIn, SUCCESS, toIso } from '../presenters.ts';

export const secondFactorHandlers = {
  getOverride: GetOverride,
  verification: VerificationPolicy,
  completeSignIn: CompleteSignIn,
  getSecondFactors: GetSecondFactors,
  proposeAuthenticatorApp: ProposeAuthenticatorApp,
  confirmAuthenticatorApp: ConfirmAuthenticatorApp,
  removeAuthenticatorApp: RemoveAuthenticatorApp,
  renewRecoveryCodes: RenewRecoveryCodes,
  startPasskey: StartPasskey,
  addPasskey: AddPasskey,
  removePasskey: RemovePasskey,
  signInWithPasskey: SignInWithPasskey,
};

export type SecondFactorHandlers = Handlers<typeof secondFactorHandlers>;

export const secondFactorRoutes = (mount: Mount, handlers: SecondFactorHandlers): void => {
  mount(contract.completeSignIn, async ({ body, address }) =>
    presentSignedIn(handlers, await handlers.completeSignIn.execute({ ...body, address })),
  );
  mount(contract.getSecondFactors, async ({ principal }) => {
    const { totpSince, recoveryCodesLeft, passkeys } = await handlers.getSecondFactors.execute(principal.user.uid);
    return {
      totpSince: totpSince === null ? null : toIso(totpSince),
      recoveryCodesLeft,
      passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: toIso(createdAt),
        lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
      })),
    };
  });
  mount(contract.proposeTotp, async ({ principal }) => handlers.proposeAuthenticatorApp.execute(principal.user));
  mount(contract.confirmTotp, async ({ body: { code }, principal: { user, token }, address }) => ({
    recoveryCodes: copy(await handlers.confirmAuthenticatorApp.execute(user, { code, token, address })),
  }));
  mount(contract.removeTotp, async ({ principal }) => {
    await handlers.removeAuthenticatorApp.execute(principal.user.uid);
    return SUCCESS;
  });
  mount(contract.renewRecoveryCodes, async ({ principal }) => ({
    recoveryCodes: [...(await handlers.renewRecoveryCodes.execute(principal.user.uid))],
  }));
  passkeyRoutes(mount, handlers);
};

const copy = (codes: readonly string[] | null): string[] | null => codes && [...codes];

const passkeyRoutes = (mount: Mount, handlers: SecondFactorHandlers): void => {
  mount(contract.startPasskey, async ({ principal }) => ({
    options: await handlers.startPasskey.execute(principal.user),
  }));
  mount(contract.addPasskey, async ({ body, principal: { user, token } }) => ({
    recoveryCodes: copy(await handlers.addPasskey.execute(user, { ...body, token })),
  }));
  mount(contract.removePasskey, async ({ params: { id }, principal }) => {
    await handlers.removePasskey.execute(principal.user.uid, id);
    return SUCCESS;
  });
  mount(contract.startPasskeySignIn, async () => ({ options: await handlers.signInWithPasskey.createOptions() }));
  mount(contract.signInWithPasskey, async ({ body: { answer }, address }) =>
    presentSignedIn(handlers, await handlers.signInWithPasskey.execute(answer, address)),
  );
};
