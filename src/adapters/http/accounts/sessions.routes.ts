import * as contract from '../../../contract/sessions.ts';
import { Reauthenticate } from '../../../domain/accounts/reauthenticate.ts';
import { EndOtherSessions, EndSession, ListSessions } from '../../../domain/accounts/sessions.ts';
import type { Mount } from '../mount.ts';
import { SUCCESS, toIso } from '../presenters.ts';
import type { Handlers } from '../handlers.ts';

export const sessionHandlers = {
  listSessions: ListSessions,
  endSession: EndSession,
  endOtherSessions: EndOtherSessions,
  reauthenticate: Reauthenticate,
};

export type SessionHandlers = Handlers<typeof sessionHandlers>;

/** The own sessions, and the proof that the person in one is still the same. */
export const sessionRoutes = (mount: Mount, handlers: SessionHandlers): void => {
  mount(contract.listSessions, async ({ principal: { user, session } }) => ({
    sessions: (await handlers.listSessions.execute(user.uid)).map(({ id, device, method, createdAt, lastUsedAt }) => ({
      id,
      device,
      method,
      createdAt: toIso(createdAt),
      lastUsedAt: toIso(lastUsedAt),
      current: id === session.id,
    })),
  }));
  mount(contract.endSession, async ({ params, principal }) => {
    await handlers.endSession.execute(principal.user.uid, params.id);
    return SUCCESS;
  });
  mount(contract.endOtherSessions, async ({ principal: { user, token } }) => {
    await handlers.endOtherSessions.execute(user.uid, token);
    return SUCCESS;
  });
  mount(contract.reauthenticate, async ({ body, principal: { user, token } }) => {
    await handlers.reauthenticate.execute(user, token, body);
    return SUCCESS;
  });
};
