export interface PendingMessageState {
  /** Pending message: text that waits for sign-in; in memory only (docs/adr/0036). */
  readonly pendingMessage: string | null;
  /** Whose text it is; null for a visitor's, which is sent in the account that they sign in to. */
  readonly pendingOwner: string | null;
  /** Texts of expired sessions by uid, while another user is signed in. Memory only. */
  readonly stashedMessages: Readonly<Record<string, string>>;
}

export const NO_PENDING_MESSAGE: PendingMessageState = {
  pendingMessage: null,
  pendingOwner: null,
  stashedMessages: {},
};

/** Stashes a pending message of an account. */
const stashPendingMessage = <State extends PendingMessageState>(state: State): State => {
  const { pendingMessage, pendingOwner, stashedMessages } = state;
  if (pendingMessage === null || pendingOwner === null) return state;
  return {
    ...state,
    pendingMessage: null,
    pendingOwner: null,
    stashedMessages: { ...stashedMessages, [pendingOwner]: pendingMessage },
  };
};

/** The last text wins. */
export const setPendingMessage = <State extends PendingMessageState>(
  state: State,
  text: string,
  owner: string | null,
): State => ({
  ...(state.pendingOwner === owner ? state : stashPendingMessage(state)),
  pendingMessage: text,
  pendingOwner: owner,
});

/** A user gets the pending message of a visitor and their own, not those of other users. */
export const restorePendingMessage = <State extends PendingMessageState>(state: State, uid: string): State => {
  const here = state.pendingOwner === uid ? state : stashPendingMessage(state);
  const own = here.stashedMessages[uid];
  if (own === undefined || here.pendingMessage !== null) return here;
  const others = Object.fromEntries(Object.entries(here.stashedMessages).filter(([owner]) => owner !== uid));
  return { ...here, pendingMessage: own, pendingOwner: uid, stashedMessages: others };
};
