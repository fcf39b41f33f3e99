import * as contract from '../../contract/accounts.ts';
import type { ClaimFirstAdmin } from '../../domain/accounts/first-admin.ts';
import type { LogIn } from '../../domain/accounts/log-in.ts';
import type { Register } from '../../domain/accounts/register.ts';
import type { LogOut } from '../../domain/accounts/sessions.ts';
import type { ReadOverride } from '../../domain/admin/override.ts';
import type { Mount } from './mount.ts';
import { done, presentSignedIn, presentUser } from './present.ts';

export interface AccountUses {
  readonly readOverride: ReadOverride;
  readonly register: Register;
  readonly logIn: LogIn;
  readonly logOut: LogOut;
  readonly claimFirstAdmin: ClaimFirstAdmin;
  /** A sandbox holds mails back: the link stands in the answer too. */
  readonly showsLinks: boolean;
}

export const accountRoutes = (mount: Mount, use: AccountUses): void => {
  mount(contract.login, async ({ body, address }) =>
    presentSignedIn(use, await use.logIn.execute({ ...body, address })),
  );
  mount(contract.register, async ({ body: { email, password, name, captchaToken }, address }) => {
    const registered = await use.register.execute({ email, password, name, captchaToken, address });
    const { requiresVerification, link } = registered;
    return {
      requiresEmailVerification: requiresVerification,
      ...(await presentSignedIn(use, registered)),
      ...(use.showsLinks ? { verificationUrl: link } : {}),
    };
  });
  mount(contract.logout, async ({ principal }) => {
    await use.logOut.execute(principal.token);
    return done;
  });
  mount(contract.me, async ({ principal }) => ({ user: presentUser(principal.user, principal.override) }));
  mount(contract.claimAdmin, async ({ body }) => presentSignedIn(use, await use.claimFirstAdmin.execute(body)));
};
