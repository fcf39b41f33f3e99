import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The mailed link that opened the page: sets a new address, or gives the account back to the former one. */
export interface EmailLink {
  readonly kind: 'confirm' | 'restore';
  readonly token: string;
}

/** Memory only. */
export interface EmailLinkState {
  readonly link: EmailLink | null;
}

const initial: EmailLinkState = { link: null };

export const emailLinkSlice = createSlice({
  name: 'emailLink',
  initialState: initial,
  reducers: {
    emailLinkOpened: (_, { payload }: PayloadAction<EmailLink>): EmailLinkState => ({ link: payload }),
    emailLinkClosed: () => initial,
  },
});

export const { emailLinkOpened, emailLinkClosed } = emailLinkSlice.actions;
