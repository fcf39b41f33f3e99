import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import { chatRemoved } from './chat-slice.ts';
import { sessionSynced, signedOut, userSet } from './session-slice.ts';

/** The facts of a file. `content` (base64) is set for images only. */
export interface FileInfo {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly content: string | null;
  readonly visionDescription: string | null;
}

/** A file beside the text box. */
export interface Attachment extends FileInfo {
  /** The page's own name for it; `id` is empty until the server has given one. */
  readonly key: string;
  /** `describing`: stored by the server, and a vision model describes it. */
  readonly state: 'uploading' | 'describing' | 'ready' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  /** Why it failed, in words. */
  readonly error: string | null;
  /** A stored file of the account, not uploaded for this message. */
  readonly permanent: boolean;
  /** Uploaded here for a message that has not been sent: nothing else can refer to it. */
  readonly unsent: boolean;
  /** An image that a vision model was asked to describe and did not: answers cannot know what it shows. */
  readonly undescribed: boolean;
}

export interface AttachmentsState {
  /** By chat, as drafts are: nothing that was attached goes away by looking at another chat. */
  readonly lists: Readonly<Record<string, readonly Attachment[]>>;
  /** Files that went out with a message of this page, by id. */
  readonly sent: Readonly<Record<string, FileInfo>>;
  /** Whose files these are: the same person signing in again finds them, another one does not. */
  readonly ownerUid: string | null;
}

const initial: AttachmentsState = { lists: {}, sent: {}, ownerUid: null };
const NONE: readonly Attachment[] = [];

export const isPending = ({ state }: Attachment): boolean => state === 'uploading' || state === 'describing';

const toFileInfo = ({ id, name, type, size, content, visionDescription }: FileInfo): FileInfo => ({
  id,
  name,
  type,
  size,
  content,
  visionDescription,
});

/** A file of the server's, ready to be sent. */
const toReadyAttachment = (facts: FileInfo, permanent: boolean): Attachment => ({
  ...toFileInfo(facts),
  key: facts.id,
  state: 'ready',
  progress: 1,
  error: null,
  permanent,
  unsent: false,
  undescribed: false,
});

const withList = (state: AttachmentsState, chat: string, list: readonly Attachment[]): AttachmentsState => ({
  ...state,
  lists: { ...state.lists, [chat]: list },
});

const resetForOwner = (state: AttachmentsState, uid: string | null): AttachmentsState =>
  state.ownerUid === uid ? state : { ...initial, ownerUid: uid };

interface InChat {
  /** The chat's id, or the name of the new chat's draft. */
  readonly chat: string;
}

export const attachmentsSlice = createSlice({
  name: 'attachments',
  initialState: initial,
  reducers: {
    attachmentsAdded: (
      state,
      {
        payload: { chat, uid, files },
      }: PayloadAction<InChat & { readonly uid: string | null; readonly files: readonly Attachment[] }>,
    ): AttachmentsState => {
      const own = resetForOwner(state, uid);
      return withList(own, chat, [...(own.lists[chat] ?? NONE), ...files]);
    },
    /** Changes one wherever it lies: its reader may have gone to another chat meanwhile. */
    attachmentChanged: (
      state,
      { payload: { key, ...change } }: PayloadAction<Partial<Attachment> & { readonly key: string }>,
    ): AttachmentsState => ({
      ...state,
      lists: Object.fromEntries(
        Object.entries(state.lists).map(([chat, list]) => [
          chat,
          list.some((one) => one.key === key)
            ? list.map((one) => (one.key === key ? { ...one, ...change } : one))
            : list,
        ]),
      ),
    }),
    attachmentsRemoved: (
      state,
      { payload: { chat, keys } }: PayloadAction<InChat & { readonly keys: readonly string[] }>,
    ): AttachmentsState =>
      withList(
        state,
        chat,
        (state.lists[chat] ?? NONE).filter(({ key }) => !keys.includes(key)),
      ),
    /** Attaches a file that the server has: a stored one, or one attached before a reload. */
    storedFileAttached: (
      state,
      {
        payload,
      }: PayloadAction<InChat & { readonly uid: string | null; readonly file: FileInfo; readonly permanent: boolean }>,
    ): AttachmentsState => {
      const { chat, uid, file, permanent } = payload;
      const own = resetForOwner(state, uid);
      const list = own.lists[chat] ?? NONE;
      return list.some(({ id }) => id === file.id)
        ? own
        : withList(own, chat, [...list, toReadyAttachment(file, permanent)]);
    },
    /** They went out with a message; what failed or came too late stays beside the text box. */
    attachmentsSent: (
      state,
      { payload: { chat, ids } }: PayloadAction<InChat & { readonly ids: readonly string[] }>,
    ): AttachmentsState => {
      const list = state.lists[chat] ?? NONE;
      const sentFiles = list.filter(({ id }) => ids.includes(id));
      const sent = { ...state.sent, ...Object.fromEntries(sentFiles.map((one) => [one.id, toFileInfo(one)])) };
      return {
        ...withList(
          state,
          chat,
          list.filter((one) => !sentFiles.includes(one)),
        ),
        sent,
      };
    },
    /** The message did not go out after all. */
    attachmentsRestored: (
      state,
      { payload: { chat, ids } }: PayloadAction<InChat & { readonly ids: readonly string[] }>,
    ): AttachmentsState => {
      const list = state.lists[chat] ?? NONE;
      const restored = ids
        .flatMap((id) => (list.some((one) => one.id === id) ? [] : (state.sent[id] ?? [])))
        .map((facts) => toReadyAttachment(facts, false));
      return withList(state, chat, [...restored, ...list]);
    },
    /** A file is gone for good. */
    fileRemoved: (state, { payload }: PayloadAction<string>): AttachmentsState => ({
      ...state,
      lists: Object.fromEntries(
        Object.entries(state.lists).map(([chat, list]) => [chat, list.filter(({ id }) => id !== payload)]),
      ),
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(chatRemoved, (state, { payload }): AttachmentsState => withList(state, payload, NONE))
      .addCase(userSet, (state, { payload }): AttachmentsState => resetForOwner(state, payload.uid))
      .addCase(sessionSynced, (state, { payload }): AttachmentsState => resetForOwner(state, payload.user?.uid ?? null))
      .addCase(signedOut, () => initial);
  },
});

export const {
  attachmentsAdded,
  attachmentChanged,
  attachmentsRemoved,
  storedFileAttached,
  attachmentsSent,
  attachmentsRestored,
  fileRemoved,
} = attachmentsSlice.actions;

interface WithAttachments {
  readonly attachments: AttachmentsState;
}

export const selectAttachments =
  (chat: string) =>
  ({ attachments }: WithAttachments): readonly Attachment[] =>
    attachments.lists[chat] ?? NONE;

/** What the next message of a chat takes along. */
export const readyIds = (list: readonly Attachment[]): readonly string[] =>
  list.filter(({ state }) => state === 'ready').map(({ id }) => id);
