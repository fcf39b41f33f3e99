import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

import type { ConfigConflict } from '../../src/contract/config-history.ts';
import type { SettingsName, VisibleDocuments } from '../../src/shared/settings/documents.ts';
import { sessionExpired, signedOut } from './session-slice.ts';
import type { ToastNote } from './toast-slice.ts';
import { setField } from './set-field.ts';

export const ADMIN_TABS = [
  'overview',
  'providers',
  'rate-limits',
  'model-access',
  'model-config',
  'features',
  'agents',
  'freemium',
  'file-storage',
  'debug-logs',
  'audit',
  'shares',
  'users',
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** The type of each configuration. */
export type Configs = VisibleDocuments;

/** Unsaved changes with their base, so that another admin's save in between is noticed. */
export interface Draft<T> {
  readonly base: T;
  readonly version: number;
  readonly value: T;
}

export type Drafts = { readonly [N in SettingsName]?: Draft<Configs[N]> | undefined };

export interface Conflict {
  readonly name: SettingsName;
  readonly details: ConfigConflict;
}

export interface AdminState {
  readonly tab: AdminTab;
  /** Chosen while something is not saved: first the person says what becomes of it. */
  readonly nextTab: AdminTab | null;
  readonly drafts: Drafts;
  readonly reason: string;
  /** A save was tried without a reason. */
  readonly reasonMissing: boolean;
  /** Another admin saved first. */
  readonly conflict: Conflict | null;
  /** What did not work at the last save: our words, and the server's where they help. */
  readonly failure: { readonly text: string; readonly detail: string | null } | null;
  readonly toast: ToastNote | null;
}

const initial: AdminState = {
  tab: 'rate-limits',
  nextTab: null,
  drafts: {},
  reason: '',
  reasonMissing: false,
  conflict: null,
  failure: null,
  toast: null,
};

const set = setField<AdminState>();

export const hasUnsaved = ({ drafts }: AdminState): boolean =>
  Object.values(drafts).some((draft) => draft !== undefined);

/** Another tab: the reason and the errors are those of the one before. */
const showTab = ({ toast }: AdminState, tab: AdminTab): AdminState => ({ ...initial, toast, tab });

export const adminSlice = createSlice({
  name: 'admin',
  initialState: initial,
  reducers: {
    /** The panel closes and discards unsaved changes, after its confirmation. */
    adminLeft: (state): AdminState => ({ ...initial, tab: state.tab }),
    tabChosen: (state, { payload }: PayloadAction<AdminTab>): AdminState => {
      if (payload === state.tab) return state;
      return hasUnsaved(state) ? { ...state, nextTab: payload } : showTab(state, payload);
    },
    /** Stays at the tab with the unsaved changes. */
    tabKept: (state): AdminState => ({ ...state, nextTab: null }),
    /** Discards the unsaved changes, if any are left, and shows the tab that was chosen. */
    tabLeft: (state): AdminState => showTab(state, state.nextTab ?? state.tab),
    draftsChanged: (state, { payload }: PayloadAction<Drafts>): AdminState => ({
      ...state,
      drafts: { ...state.drafts, ...payload },
      failure: null,
    }),
    draftsDiscarded: (state, { payload }: PayloadAction<readonly SettingsName[]>): AdminState => ({
      ...state,
      drafts: { ...state.drafts, ...Object.fromEntries(payload.map((name) => [name, undefined])) },
      conflict: state.conflict && payload.includes(state.conflict.name) ? null : state.conflict,
      failure: null,
      reasonMissing: false,
    }),
    reasonSet: (state, { payload }: PayloadAction<string>): AdminState => ({
      ...state,
      reason: payload,
      reasonMissing: state.reasonMissing && payload.trim() === '',
    }),
    reasonRequired: (state): AdminState => ({ ...state, reasonMissing: true }),
    conflictReceived: set('conflict'),
    saveFailed: set('failure'),
    adminToast: {
      reducer: (state, { payload }: PayloadAction<ToastNote>): AdminState => ({ ...state, toast: payload }),
      prepare: (kind: ToastNote['kind'], text: string) => ({ payload: { id: nanoid(), kind, text } }),
    },
    adminToastDismissed: (state): AdminState => ({ ...state, toast: null }),
  },
  extraReducers: (builder) => {
    builder.addCase(signedOut, () => initial).addCase(sessionExpired, () => initial);
  },
});

export const {
  adminLeft,
  tabChosen,
  tabKept,
  tabLeft,
  draftsChanged,
  draftsDiscarded,
  reasonSet,
  reasonRequired,
  conflictReceived,
  saveFailed,
  adminToast,
  adminToastDismissed,
} = adminSlice.actions;
