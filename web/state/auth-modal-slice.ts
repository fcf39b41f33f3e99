import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { sessionExpired, sessionSynced, signedOut, tokenSet } from './session-slice.ts';
import { authModalSet } from './ui-slice.ts';
import { setField } from './set-field.ts';

export type AuthMode = 'login' | 'register' | 'phone';
/**
 * What the dialog shows: the ways in, the request for a reset mail, the new password of a reset link, the second step,
 * or that an admin has to approve the account.
 */
export type AuthPanel = 'enter' | 'forgot' | 'reset' | 'second-factor' | 'waiting';

/**
 * How long no account can be made from here; `until` is epoch milliseconds, so that reopening the
 * dialog starts nothing over.
 */
export interface Cooldown {
  readonly ms: number;
  readonly reason: string;
  readonly until: number;
}

/** The mailed link that opened the page: sets a new address, or gives the account back to the former one. */
export interface EmailLink {
  /** Its parameter. */
  readonly kind: 'email' | 'restore';
  readonly token: string;
}

/** The first step of a sign-in was right, and the account asks for a second one. */
export interface SecondFactorChallenge {
  /** Proves the first step, once. Memory only. */
  readonly challenge: string;
  readonly methods: readonly string[];
}

export interface AuthModalState {
  readonly mode: AuthMode;
  readonly panel: AuthPanel;
  /** The one-time token of a reset link. Memory only. */
  readonly resetToken: string | null;
  /** The token of the invitation that opened the page. Memory only. */
  readonly invitation: string | null;
  /** Whether a mail will tell what an admin decided. */
  readonly approvalByMail: boolean;
  /** Memory only. */
  readonly emailLink: EmailLink | null;
  readonly secondFactor: SecondFactorChallenge | null;
  /** Nothing but setting up a second factor is allowed. */
  readonly secondFactorRequired: boolean;
  readonly emailFormOpen: boolean;
  readonly phoneStep: 1 | 2;
  readonly captchaRequired: boolean;
  readonly captchaToken: string | null;
  readonly cooldown: Cooldown | null;
}

const initial: AuthModalState = {
  mode: 'login',
  panel: 'enter',
  resetToken: null,
  invitation: null,
  approvalByMail: false,
  emailLink: null,
  secondFactor: null,
  secondFactorRequired: false,
  emailFormOpen: false,
  phoneStep: 1,
  captchaRequired: false,
  captchaToken: null,
  cooldown: null,
};

const opened = (state: AuthModalState): AuthModalState => ({
  ...state,
  mode: 'login',
  panel: 'enter',
  resetToken: null,
  secondFactor: null,
  emailFormOpen: false,
  phoneStep: 1,
  captchaToken: null,
});

const signedInAnew = (state: AuthModalState): AuthModalState => ({
  ...state,
  secondFactorRequired: false,
  invitation: null,
});

const set = setField<AuthModalState>();

export const authModalSlice = createSlice({
  name: 'authModal',
  initialState: initial,
  reducers: {
    /**
     * Choosing the phone folds the email form away; the captcha's box goes with its form, and its proof with the box.
     */
    modeSet: (state, { payload }: PayloadAction<AuthMode>): AuthModalState => ({
      ...state,
      mode: payload,
      panel: 'enter',
      phoneStep: 1,
      captchaToken: null,
      emailFormOpen: payload === 'phone' ? false : state.emailFormOpen,
    }),
    emailFormSet: (state, { payload }: PayloadAction<boolean>): AuthModalState => ({
      ...state,
      emailFormOpen: payload,
      captchaToken: null,
    }),
    phoneStepSet: set('phoneStep'),
    panelSet: (state, { payload }: PayloadAction<AuthPanel>): AuthModalState => ({
      ...state,
      panel: payload,
      ...(payload === 'reset' ? {} : { resetToken: null }),
      secondFactor: null,
    }),
    /** The server wants proof of a person; whatever proof there was is spent. */
    captchaRequested: (state): AuthModalState => ({ ...state, captchaRequired: true, captchaToken: null }),
    captchaTokenSet: set('captchaToken'),
    cooldownSet: set('cooldown'),
    challengeSet: (state, { payload }: PayloadAction<SecondFactorChallenge>): AuthModalState => ({
      ...state,
      panel: 'second-factor',
      secondFactor: payload,
      resetToken: null,
    }),
    secondFactorRequiredSet: set('secondFactorRequired'),
    emailLinkSet: set('emailLink'),
    /** The page was opened by an invitation. */
    invitationOpened: (state, { payload }: PayloadAction<string>): AuthModalState => ({
      ...state,
      mode: 'register',
      invitation: payload,
    }),
    approvalPending: (state, { payload }: PayloadAction<boolean>): AuthModalState => ({
      ...state,
      panel: 'waiting',
      approvalByMail: payload,
    }),
    /** The page was opened by a reset link. */
    resetLinkOpened: (state, { payload }: PayloadAction<string>): AuthModalState => ({
      ...state,
      mode: 'login',
      panel: 'reset',
      resetToken: payload,
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(authModalSet, (state, { payload }): AuthModalState => (payload ? opened(state) : state))
      // The dialog opens in login mode; an open reset link stays.
      .addCase(sessionExpired, (state): AuthModalState => (state.panel === 'reset' ? state : opened(state)))
      // Of another session nothing is known yet, and an invitation has served.
      .addCase(tokenSet, signedInAnew)
      .addCase(sessionSynced, signedInAnew)
      .addCase(signedOut, () => initial);
  },
});

export const {
  modeSet,
  emailFormSet,
  phoneStepSet,
  panelSet,
  captchaRequested,
  captchaTokenSet,
  cooldownSet,
  challengeSet,
  secondFactorRequiredSet,
  emailLinkSet,
  invitationOpened,
  approvalPending,
  resetLinkOpened,
} = authModalSlice.actions;
