import { createSlice, type Action, type PayloadAction, type Reducer } from '@reduxjs/toolkit';

import type { Message } from '../../src/contract/common.ts';
import { NO_DETAILS } from '../../src/shared/reply-details.ts';
import { localDay } from '../lib/local-day.ts';
import { newId } from '../lib/ids.ts';
import { storedCount, storedText, storedTime } from '../lib/stored-values.ts';
import { mergeTrials } from './merge-trials.ts';
import { signedOut } from './session-slice.ts';

/** `seal`: by it the server knows its answer again (docs/adr/0036). */
export type TrialMessage = Message & { readonly seal?: string };

export interface TrialState {
  readonly messages: readonly TrialMessage[];
  /** Messages sent on `lastResetDate`; for display only, the server has its own counter (docs/adr/0037). */
  readonly messagesUsed: number;
  readonly sessionId: string;
  readonly lastResetDate: string;
  /** When the last counted message was sent: the server's day of it tells when there are messages again. */
  readonly lastUsedAt: string | null;
  /** Moves on with each change: of two tabs that have the same number neither has seen what the other wrote. */
  readonly revision: number;
}

const fresh = (): TrialState => ({
  messages: [],
  messagesUsed: 0,
  sessionId: newId(),
  lastResetDate: localDay(new Date()),
  lastUsedAt: null,
  revision: 0,
});

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'role' in value &&
  'content' in value &&
  typeof value.content === 'string' &&
  (value.role === 'user' || value.role === 'assistant');

/** Stored before this version knew all that a reply has. */
const withDetails = (message: Message): Message =>
  message.details ? { ...message, details: { ...NO_DETAILS, ...message.details } } : message;

/** The trial as it was left; the counter starts at 0 when the stored date is not `today`. */
export const restoreTrial = (stored: Readonly<Record<string, unknown>>, today: string): TrialState => {
  const messages = stored['messages'];
  const day = storedText(stored, 'lastResetDate');
  return {
    messages: Array.isArray(messages) ? messages.filter(isMessage).map(withDetails) : [],
    messagesUsed: day === today ? storedCount(stored, 'messagesUsed') : 0,
    sessionId: storedText(stored, 'sessionId') ?? newId(),
    lastResetDate: today,
    lastUsedAt: storedTime(stored, 'lastUsedAt'),
    revision: storedCount(stored, 'revision'),
  };
};

const restartOn = (state: TrialState, day: string): TrialState =>
  state.lastResetDate === day ? state : { ...state, messagesUsed: 0, lastResetDate: day };

const isSame = (a: TrialState, b: TrialState): boolean =>
  JSON.stringify({ ...a, revision: 0 }) === JSON.stringify({ ...b, revision: 0 });

/** What another tab wrote without having seen what this one did; written anew where something is missing there. */
const addMissing = (state: TrialState, other: TrialState): TrialState => {
  if (isSame(state, other)) return state;
  const merged = mergeTrials(restartOn(state, other.lastResetDate), other);
  return isSame(merged, other) ? other : { ...merged, revision: state.revision + 1 };
};

export const trialSlice = createSlice({
  name: 'trial',
  initialState: fresh,
  reducers: {
    /** A send starts: the question and its empty reply are there and the counter has moved (docs/adr/0037). */
    trialSent: (
      state,
      {
        payload,
      }: PayloadAction<{
        readonly question: Message;
        readonly reply: Message;
        readonly today: string;
        readonly counted?: boolean;
      }>,
    ): TrialState => ({
      ...state,
      messages: [...state.messages, payload.question, payload.reply],
      messagesUsed:
        (state.lastResetDate === payload.today ? state.messagesUsed : 0) + (payload.counted === false ? 0 : 1),
      lastResetDate: payload.today,
      lastUsedAt: payload.counted === false ? state.lastUsedAt : payload.question.timestamp,
    }),
    trialReplyChanged: (state, { payload }: PayloadAction<Partial<Message> & { readonly id: string }>): TrialState => ({
      ...state,
      messages: state.messages.map((message) => (message.id === payload.id ? { ...message, ...payload } : message)),
    }),
    trialTurnRemoved: (state, { payload }: PayloadAction<readonly string[]>): TrialState => ({
      ...state,
      messages: state.messages.filter(({ id }) => !payload.includes(id)),
    }),
    /** No text came and the limit was not the reason: the message was not spent. */
    trialMessageRefunded: (state): TrialState => ({ ...state, messagesUsed: Math.max(0, state.messagesUsed - 1) }),
    trialExhausted: (
      state,
      { payload }: PayloadAction<{ readonly limit: number; readonly today: string }>,
    ): TrialState => ({
      ...state,
      messagesUsed: Math.max(payload.limit, state.messagesUsed),
      lastResetDate: payload.today,
    }),
    /** New Chat, or the messages have moved into a chat: the counter stays (docs/adr/0037). */
    trialCleared: (state): TrialState => ({ ...state, messages: [] }),
    /** The trial as another tab stored it. It is of the later of the two days. */
    trialSynced: (state, { payload }: PayloadAction<Readonly<Record<string, unknown>>>): TrialState => {
      const day = storedText(payload, 'lastResetDate') ?? '';
      const other = restoreTrial(payload, day > state.lastResetDate ? day : state.lastResetDate);
      return other.revision > state.revision || payload['revision'] === undefined ? other : addMissing(state, other);
    },
    /** The counter belongs to a day; the first look on another day starts at 0. */
    trialDayChecked: (state, { payload: today }: PayloadAction<string>): TrialState => restartOn(state, today),
  },
  extraReducers: (builder) => {
    // The day that was looked up stays: a change of it afterwards would store again what signing out has just emptied.
    builder.addCase(signedOut, ({ lastResetDate }) => ({ ...fresh(), lastResetDate }));
  },
});

const isSync = (action: Action): boolean => trialSlice.actions.trialSynced.match(action);

export const trialReducer: Reducer<TrialState> = (state, action): TrialState => {
  const next = trialSlice.reducer(state, action);
  return state === undefined || next === state || isSync(action) ? next : { ...next, revision: next.revision + 1 };
};

export const {
  trialSent,
  trialReplyChanged,
  trialTurnRemoved,
  trialMessageRefunded,
  trialExhausted,
  trialCleared,
  trialSynced,
  trialDayChecked,
} = trialSlice.actions;

/** Who asks, where nobody is signed in. */
export const trialHeaders = ({ sessionId }: TrialState): Record<string, string> => ({ 'X-Session-ID': sessionId });

const hasTrial = (state: unknown): state is { readonly trial: TrialState } =>
  typeof state === 'object' && state !== null && 'trial' in state;

/** The same for any store with a trial slice. */
export const selectTrialHeaders = (state: unknown): Record<string, string> =>
  hasTrial(state) ? trialHeaders(state.trial) : {};
