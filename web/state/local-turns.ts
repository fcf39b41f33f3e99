import type { PayloadAction } from '@reduxjs/toolkit';

import type { Message } from '../../src/contract/common.ts';
import { without } from './without.ts';

/** The limit that refused a question; null for unknown values. */
export interface LimitInfo {
  readonly rule: string | null;
  readonly limit: number | null;
  readonly used: number | null;
  /** ISO time; null if the limit never resets. */
  readonly resetsAt: string | null;
  /** Given to this person by an admin or a group: no plan changes it. */
  readonly custom?: boolean;
}

export interface TurnNote {
  readonly text: string;
  /** The text for somebody to whom a higher plan can be offered, where it is another. */
  readonly upgradeText?: string | undefined;
  /** The server's words; shown in the reader's language instead of the text, if the page knows them. */
  readonly advice?: string | null | undefined;
  readonly limit?: LimitInfo | null | undefined;
  /** Only the line was lost: the server may still be answering, so a retry looks there first. */
  readonly lost: boolean;
}

export interface LocalTurnsState {
  /** Turns that the server's copy does not have yet: being answered, or refused. */
  readonly localTurns: Readonly<Record<string, readonly Message[]>>;
  /** What to say under a turn of this page that failed, by message id. */
  readonly notes: Readonly<Record<string, TurnNote>>;
}

interface TurnsChange {
  readonly chatId: string;
  readonly turns: readonly Message[];
}

const withTurns = <State extends LocalTurnsState>(state: State, { chatId, turns }: TurnsChange): State => ({
  ...state,
  localTurns: turns.length > 0 ? { ...state.localTurns, [chatId]: turns } : without(state.localTurns, chatId),
});

/** Reducers of the turns that only this page knows. */
export const localTurnReducers = <State extends LocalTurnsState>() => ({
  /** Adds turns to those that only this page knows; one with the same id takes the older one's place. */
  turnsAdded: (state: State, { payload }: PayloadAction<TurnsChange>): State => {
    const ids = new Set(payload.turns.map(({ id }) => id));
    const others = (state.localTurns[payload.chatId] ?? []).filter(({ id }) => !ids.has(id));
    return withTurns(state, { ...payload, turns: [...others, ...payload.turns] });
  },
  turnChanged: (
    state: State,
    {
      payload: { chatId, ...change },
    }: PayloadAction<Partial<Message> & { readonly chatId: string; readonly id: string }>,
  ): State =>
    withTurns(state, {
      chatId,
      turns: (state.localTurns[chatId] ?? []).map((turn) => (turn.id === change.id ? { ...turn, ...change } : turn)),
    }),
  turnNoteSet: (
    state: State,
    { payload: { id, note } }: PayloadAction<{ readonly id: string; readonly note: TurnNote | null }>,
  ): State => ({ ...state, notes: note ? { ...state.notes, [id]: note } : without(state.notes, id) }),
  /** The server's copy has them now, or they were discarded. */
  turnsRemoved: (
    state: State,
    { payload: { chatId, ids } }: PayloadAction<{ readonly chatId: string; readonly ids: readonly string[] }>,
  ): State =>
    withTurns(state, { chatId, turns: (state.localTurns[chatId] ?? []).filter(({ id }) => !ids.includes(id)) }),
});
