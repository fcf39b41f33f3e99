import * as contract from '../../../contract/accounts.ts';
import { ChangePassword } from '../../../domain/accounts/change-password.ts';
import { ClaimFirstAdmin } from '../../../domain/accounts/first-admin.ts';
import { LogIn } from '../../../domain/accounts/log-in.ts';
import { RenameUser } from '../../../domain/accounts/rename-user.ts';
import { UserRepository } from '../../../domain/accounts/ports.ts';
import { Register } from '../../../domain/accounts/register.ts';
import { LogOut } from '../../../domain/accounts/sessions.ts';
import { VerificationPolicy } from '../../../domain/accounts/verification-policy.ts';
import { GetOverride } from '../../../domain/admin/admin-override.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, presentSignedIn, presentUser } from '../presenters.ts';
import type { Handlers } from '../handlers.ts';

export const accountHandlers = {
  getOverride: GetOverride,
  verification: VerificationPolicy,
  register: Register,
  logIn: LogIn,
  logOut: LogOut,
  renameUser: RenameUser,
  users: UserRepository,
  changePassword: ChangePassword,
  claimFirstAdmin: ClaimFirstAdmin,
};

export interface AccountHandlers extends Handlers<typeof accountHandlers> {
  /** With sandbox mail the link is also in the response. */
  readonly showsLinks: () => boolean;
}

export const accountRoutes = (mount: Mount, handlers: AccountHandlers): void => {
  mount(contract.login, async ({ body, address }) =>
    presentSignedIn(handlers, await handlers.logIn.execute({ ...body, address })),
  );
  mount(contract.register, async ({ body: { uid: _, ...body }, address }) => {
    const registered = await handlers.register.execute({ ...body, address });
    const { requiresVerification, link } = registered;
    return {
      requiresEmailVerification: requiresVerification,
      ...(await presentSignedIn(handlers, registered)),
      ...(handlers.showsLinks() && link !== undefined ? { verificationUrl: link } : {}),
    };
  });
  mount(contract.logout, async ({ principal }) => {
    await handlers.logOut.execute(principal.token);
    return SUCCESS;
  });
  mount(contract.me, async ({ principal }) => ({
    user: presentUser(handlers.verification.asSeen(principal.user), principal.override),
  }));
  mount(contract.renameUser, async ({ body, principal }) => ({
    user: presentUser(
      handlers.verification.asSeen(await handlers.renameUser.execute(principal.user.uid, body.name)),
      principal.override,
    ),
  }));
  mount(contract.setLanguage, async ({ body: { language }, principal: { user, override } }) => {
    await handlers.users.setLanguage(user.uid, language);
    return { user: presentUser(handlers.verification.asSeen({ ...user, language }), override) };
  });
  mount(contract.changePassword, async ({ body, principal: { user, token } }) => {
    await handlers.changePassword.execute(user, { ...body, token });
    return SUCCESS;
  });
  mount(contract.claimAdmin, async ({ body }) =>
    presentSignedIn(handlers, await handlers.claimFirstAdmin.execute(body)),
  );
};
