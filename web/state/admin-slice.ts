import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

import type { ConfigConflict } from '../../src/contract/config-history.ts';
import type { SettingsName, VisibleDocuments } from '../../src/shared/settings/documents.ts';
import { sessionExpired, signedOut } from './session-slice.ts';
import type { ToastNote } from './toast-slice.ts';

export const ADMIN_TABS = [
  'overview',
  'providers',
  'rate-limits',
  'model-access',
  'model-config',
  'features',
  'agents',
  'tools',
  'prompts',
  'freemium',
  'file-storage',
  'debug-logs',
  'audit',
  'shares',
  'groups',
  'sign-in',
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

/** What is edited on one tab, and why; nothing of another tab's. */
export interface TabEdits {
  readonly drafts: Drafts;
  readonly reason: string;
  /** A save was tried without a reason. */
  readonly reasonMissing: boolean;
  /** Another admin saved first. */
  readonly conflict: Conflict | null;
  /** What did not work at the last save: our words, and the server's where they help. */
  readonly failure: { readonly text: string; readonly detail: string | null } | null;
}

const NO_EDITS: TabEdits = { drafts: {}, reason: '', reasonMissing: false, conflict: null, failure: null };

export interface AdminState {
  readonly tab: AdminTab;
  readonly edits: { readonly [T in AdminTab]?: TabEdits };
  readonly toast: ToastNote | null;
}

const initial: AdminState = { tab: 'rate-limits', edits: {}, toast: null };

export const editsOf = ({ edits }: AdminState, tab: AdminTab): TabEdits => edits[tab] ?? NO_EDITS;

export const isTabUnsaved = (state: AdminState, tab: AdminTab): boolean =>
  Object.values(editsOf(state, tab).drafts).some((draft) => draft !== undefined);

export const hasUnsaved = (state: AdminState): boolean => ADMIN_TABS.some((tab) => isTabUnsaved(state, tab));

const withEdits = (state: AdminState, tab: AdminTab, change: Partial<TabEdits>): AdminState => ({
  ...state,
  edits: { ...state.edits, [tab]: { ...editsOf(state, tab), ...change } },
});

/** A change of the edits of the tab that the payload names. */
const editing =
  <P extends object>(change: (edits: TabEdits, payload: P) => Partial<TabEdits>) =>
  (state: AdminState, { payload }: PayloadAction<P & { readonly tab: AdminTab }>): AdminState =>
    withEdits(state, payload.tab, change(editsOf(state, payload.tab), payload));

export const adminSlice = createSlice({
  name: 'admin',
  initialState: initial,
  reducers: {
    /** The panel closes and discards unsaved changes, after its confirmation. */
    adminLeft: (state): AdminState => ({ ...initial, tab: state.tab }),
    /** Unsaved changes stay; of a tab without any, no reason and no error does. */
    tabChosen: (state, { payload }: PayloadAction<AdminTab>): AdminState => {
      if (payload === state.tab) return state;
      const left = isTabUnsaved(state, state.tab) ? state : withEdits(state, state.tab, NO_EDITS);
      return { ...left, tab: payload };
    },
    draftsChanged: editing<{ readonly drafts: Drafts }>((edits, { drafts }) => ({
      drafts: { ...edits.drafts, ...drafts },
      failure: null,
    })),
    draftsDiscarded: editing<{ readonly names: readonly SettingsName[] }>(({ drafts, conflict }, { names }) => ({
      drafts: { ...drafts, ...Object.fromEntries(names.map((name) => [name, undefined])) },
      conflict: conflict && names.includes(conflict.name) ? null : conflict,
      failure: null,
      reasonMissing: false,
    })),
    reasonSet: editing<{ readonly reason: string }>(({ reasonMissing }, { reason }) => ({
      reason,
      reasonMissing: reasonMissing && reason.trim() === '',
    })),
    reasonRequired: editing<object>(() => ({ reasonMissing: true })),
    conflictReceived: editing<Pick<TabEdits, 'conflict'>>((_, { conflict }) => ({ conflict })),
    saveFailed: editing<Pick<TabEdits, 'failure'>>((_, { failure }) => ({ failure })),
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
  draftsChanged,
  draftsDiscarded,
  reasonSet,
  reasonRequired,
  conflictReceived,
  saveFailed,
  adminToast,
  adminToastDismissed,
} = adminSlice.actions;
