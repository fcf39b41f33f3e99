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
};

export type SecondFactorHandlers = Handlers<typeof secondFactorHandlers>;

export const secondFactorRoutes = (mount: Mount, handlers: SecondFactorHandlers): void => {
  mount(contract.completeSignIn, async ({ body, address }) =>
    presentSignedIn(handlers, await handlers.completeSignIn.execute({ ...body, address })),
  );
  mount(contract.getSecondFactors, async ({ principal }) => {
    const { totpSince, recoveryCodesLeft } = await handlers.getSecondFactors.execute(principal.user.uid);
    return { totpSince: totpSince === null ? null : toIso(totpSince), recoveryCodesLeft };
  });
  mount(contract.proposeTotp, async ({ principal }) => handlers.proposeAuthenticatorApp.execute(principal.user));
  mount(contract.confirmTotp, async ({ body: { code }, principal: { user, token }, address }) => ({
    recoveryCodes: [...(await handlers.confirmAuthenticatorApp.execute(user, { code, token, address }))],
  }));
  mount(contract.removeTotp, async ({ principal }) => {
    await handlers.removeAuthenticatorApp.execute(principal.user.uid);
    return SUCCESS;
  });
  mount(contract.renewRecoveryCodes, async ({ principal }) => ({
    recoveryCodes: [...(await handlers.renewRecoveryCodes.execute(principal.user.uid))],
  }));
};
