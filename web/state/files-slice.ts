import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { FileLocation } from '../lib/file-link.ts';
import { sessionExpired, signedOut } from './session-slice.ts';
import { setField } from './set-field.ts';
import { subscriptionModalSet } from './ui-slice.ts';

/** Files on a page of the file manager. */
export const FILES_PER_PAGE = 20;

export interface FilesState {
  readonly page: number;
  readonly search: string;
  readonly tag: string;
  /** The file that is looked at. */
  readonly preview: FileLocation | null;
  /** The reply whose passages are explained, by its reply id. */
  readonly explainedReplyId: string | null;
  /** The file that the plan refused, while the dialog about the plan is open for it. */
  readonly blockedFile: string | null;
}

const initial: FilesState = { page: 1, search: '', tag: '', preview: null, explainedReplyId: null, blockedFile: null };

const set = setField<FilesState>();

export const filesSlice = createSlice({
  name: 'files',
  initialState: initial,
  reducers: {
    /** The file manager begins at its first page. */
    fileListReset: (state): FilesState => ({ ...initial, preview: state.preview }),
    filesSearched: (state, { payload }: PayloadAction<string>): FilesState => ({ ...state, search: payload, page: 1 }),
    filesTagged: (state, { payload }: PayloadAction<string>): FilesState => ({ ...state, tag: payload, page: 1 }),
    filesPaged: set('page'),
    filePreviewSet: set('preview'),
    explainedReplySet: set('explainedReplyId'),
    blockedFileSet: set('blockedFile'),
  },
  extraReducers: (builder) => {
    builder
      // A preview waits for sign-in; the server shows it to its owner only.
      .addCase(sessionExpired, ({ preview }) => ({ ...initial, preview }))
      .addCase(subscriptionModalSet, (state, { payload }): FilesState =>
        payload ? state : { ...state, blockedFile: null },
      )
      .addCase(signedOut, () => initial);
  },
});

export const {
  fileListReset,
  filesSearched,
  filesTagged,
  filesPaged,
  filePreviewSet,
  explainedReplySet,
  blockedFileSet,
} = filesSlice.actions;
