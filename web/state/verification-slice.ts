import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { signedOut } from './session-slice.ts';
import { setField } from './set-field.ts';

/** A question that the server turned away until the address is verified: its chat, and the reply it waits for. */
export interface DeferredQuestion {
  readonly chatId: string;
  readonly messageId: string;
  /** The account that asked. */
  readonly uid: string;
}

export interface VerificationState {
  readonly open: boolean;
  readonly tokenText: string;
  /**
   * Epoch milliseconds until which no mail can be requested: after one was sent, after too many.
   * Closing does not reset them.
   */
  readonly cooldownUntil: number;
  readonly lockoutUntil: number;
  readonly verified: boolean;
  /** The token of the link that opened the page, not tried yet. Memory only. */
  readonly linkToken: string | null;
  /** Where the mail's link can be followed when a sandbox sent it. */
  readonly mailUrl: string | null;
  readonly deferredQuestion: DeferredQuestion | null;
  /** Sets a new password for an account that another browser made; null where this one did. Memory only. */
  readonly claimToken: string | null;
}

const initial: VerificationState = {
  open: false,
  tokenText: '',
  cooldownUntil: 0,
  lockoutUntil: 0,
  verified: false,
  linkToken: null,
  mailUrl: null,
  deferredQuestion: null,
  claimToken: null,
};

const set = setField<VerificationState>();

export const verificationSlice = createSlice({
  name: 'verification',
  initialState: initial,
  reducers: {
    verificationOpened: (
      state,
      { payload }: PayloadAction<{ readonly mailUrl?: string | undefined } | undefined>,
    ): VerificationState => ({
      ...state,
      open: true,
      verified: false,
      mailUrl: payload?.mailUrl ?? state.mailUrl,
    }),
    verificationClosed: (state): VerificationState => ({ ...state, open: false, linkToken: null, claimToken: null }),
    tokenTyped: set('tokenText'),
    /** The page was opened by the mail's link. */
    verifyLinkOpened: (state, { payload }: PayloadAction<string>): VerificationState => ({
      ...state,
      open: true,
      verified: false,
      linkToken: payload,
    }),
    /** The link's token is being tried: it works once, so nothing may try it twice. */
    linkTokenConsumed: (state): VerificationState => ({ ...state, linkToken: null }),
    mailSent: (
      state,
      { payload }: PayloadAction<{ readonly until: number; readonly mailUrl: string | null }>,
    ): VerificationState => ({
      ...state,
      cooldownUntil: payload.until,
      mailUrl: payload.mailUrl,
    }),
    mailLocked: set('lockoutUntil'),
    verificationDone: (state, { payload }: PayloadAction<string | null | undefined>): VerificationState => ({
      ...initial,
      open: true,
      verified: true,
      deferredQuestion: state.deferredQuestion,
      claimToken: payload ?? null,
    }),
    /** A send was turned away until the address is verified. */
    questionDeferred: (state, { payload }: PayloadAction<DeferredQuestion>): VerificationState => ({
      ...state,
      open: true,
      verified: false,
      deferredQuestion: payload,
    }),
    deferredQuestionCleared: (state): VerificationState =>
      state.deferredQuestion === null ? state : { ...state, deferredQuestion: null },
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial);
  },
});

export const {
  verificationOpened,
  verificationClosed,
  tokenTyped,
  verifyLinkOpened,
  linkTokenConsumed,
  mailSent,
  mailLocked,
  verificationDone,
  questionDeferred,
  deferredQuestionCleared,
} = verificationSlice.actions;
