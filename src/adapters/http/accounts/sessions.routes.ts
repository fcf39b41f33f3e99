import * as emailChange from '../../../contract/email-change.ts';
import * as contract from '../../../contract/sessions.ts';
import { AskEmailChange, ConfirmEmailChange, UndoEmailChange } from '../../../domain/accounts/change-email.ts';
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
  askEmailChange: AskEmailChange,
  confirmEmailChange: ConfirmEmailChange,
  undoEmailChange: UndoEmailChange,
};

export type SessionHandlers = Handlers<typeof sessionHandlers>;

/** The own sessions, the proof that the person in one is still the same, and the address of the account. */
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
  mount(contract.reauthenticate, async ({ body, principal: { user, token }, address }) => {
    await handlers.reauthenticate.execute(user, token, { ...body, address });
    return SUCCESS;
  });
  mount(emailChange.askEmailChange, async ({ body, principal: { user, token, session } }) => {
    await handlers.askEmailChange.execute(user, { ...body, token, isRecent: session.isRecent });
    return SUCCESS;
  });
  mount(emailChange.confirmEmailChange, async ({ body }) => handlers.confirmEmailChange.execute(body.token));
  mount(emailChange.undoEmailChange, async ({ body }) => handlers.undoEmailChange.execute(body.token));
};
