import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { FilePlace } from '../lib/own-file.ts';
import { sessionLost, signedOut } from './session-slice.ts';

/** Files on a page of the file manager. */
export const PAGE_SIZE = 20;

export interface FilesState {
  readonly managerOpen: boolean;
  readonly page: number;
  readonly search: string;
  readonly tag: string;
  /** The file that is looked at. */
  readonly preview: FilePlace | null;
  /** The reply whose passages are explained, by its reply id. */
  readonly explained: string | null;
}

const initial: FilesState = { managerOpen: false, page: 1, search: '', tag: '', preview: null, explained: null };

export const filesSlice = createSlice({
  name: 'files',
  initialState: initial,
  reducers: {
    fileManagerSet: (state, { payload }: PayloadAction<boolean>): FilesState => ({
      ...initial,
      preview: state.preview,
      managerOpen: payload,
    }),
    filesSearched: (state, { payload }: PayloadAction<string>) => ({ ...state, search: payload, page: 1 }),
    filesTagged: (state, { payload }: PayloadAction<string>) => ({ ...state, tag: payload, page: 1 }),
    filesPaged: (state, { payload }: PayloadAction<number>) => ({ ...state, page: payload }),
    filePreviewed: (state, { payload }: PayloadAction<FilePlace | null>) => ({ ...state, preview: payload }),
    replyExplained: (state, { payload }: PayloadAction<string | null>) => ({ ...state, explained: payload }),
  },
  extraReducers: (builder) => {
    builder
      // A preview waits for the same address to be opened by whoever signs in; nobody else's file can be shown.
      .addCase(sessionLost, ({ preview }) => ({ ...initial, preview }))
      .addCase(signedOut, () => initial);
  },
});

export const { fileManagerSet, filesSearched, filesTagged, filesPaged, filePreviewed, replyExplained } =
  filesSlice.actions;
