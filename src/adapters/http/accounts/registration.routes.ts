import type { z } from 'zod';

import * as contract from '../../../contract/registration.ts';
import { CheckInvitation, ManageInvitations } from '../../../domain/accounts/registration/manage-invitations.ts';
import { ManageRequests } from '../../../domain/accounts/registration/manage-requests.ts';
import type { ListedInvitation, StoredRequest } from '../../../domain/accounts/registration/ports.ts';
import { maskPhone } from '../../../domain/kernel/mask.ts';
import type { UserPrincipal } from '../authenticator.ts';
import type { Handlers } from '../handlers.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';

export const registrationHandlers = {
  checkInvitation: CheckInvitation,
  manageInvitations: ManageInvitations,
  manageRequests: ManageRequests,
};

export type RegistrationHandlers = Handlers<typeof registrationHandlers>;

type Answer<R extends { readonly reply: z.ZodType }> = z.input<R['reply']>;
type Invitation = Answer<typeof contract.listInvitations>['invitations'][number];
type Request = Answer<typeof contract.listRegistrationRequests>['requests'][number];

const presentInvitation = ({ usedBy, createdAt, expiresAt, revokedAt, ...rest }: ListedInvitation): Invitation => ({
  ...rest,
  usedBy: usedBy.map(({ at, ...use }) => ({ ...use, at: toIso(at) })),
  createdAt: toIso(createdAt),
  expiresAt: toIso(expiresAt),
  revokedAt: revokedAt === null ? null : toIso(revokedAt),
});

const wayOf = ({ identityKey, phoneNumber, provider }: StoredRequest): Request['way'] => {
  if (identityKey === null) return 'password';
  if (phoneNumber !== null) return 'phone';
  return provider === null ? 'google' : 'provider';
};

const presentRequest = (request: StoredRequest): Request => ({
  ...request,
  phoneNumber: request.phoneNumber && maskPhone(request.phoneNumber),
  way: wayOf(request),
  createdAt: toIso(request.createdAt),
  expiresAt: toIso(request.expiresAt),
  declined: request.declined && { ...request.declined, at: toIso(request.declined.at) },
});

const adminOf = ({ user: { uid, name } }: UserPrincipal) => ({ uid, name });

/** Invitations, and requests for an account. */
export const registrationRoutes = (mount: Mount, handlers: RegistrationHandlers): void => {
  const { checkInvitation, manageInvitations, manageRequests } = handlers;
  mount(contract.checkInvitation, async ({ body }) => {
    const { expiresAt, ...invitation } = await checkInvitation.execute(body.token);
    return { ...invitation, expiresAt: toIso(expiresAt) };
  });
  mount(contract.listInvitations, async ({ query }) => {
    const { invitations, total } = await manageInvitations.list(query);
    return { invitations: invitations.map(presentInvitation), total };
  });
  mount(contract.createInvitation, async ({ body, principal }) => manageInvitations.create(body, adminOf(principal)));
  mount(contract.revokeInvitation, async ({ params }) => {
    await manageInvitations.revoke(params.id);
    return SUCCESS;
  });
  mount(contract.listRegistrationRequests, async ({ query }) => {
    const { requests, ...counts } = await manageRequests.list(query);
    return { requests: requests.map(presentRequest), ...counts };
  });
  mount(contract.approveRegistration, async ({ params }) => {
    await manageRequests.approve(params.id);
    return SUCCESS;
  });
  mount(contract.declineRegistration, async ({ params, body, principal }) => {
    await manageRequests.decline(params.id, adminOf(principal), body.reason);
    return SUCCESS;
  });
};
