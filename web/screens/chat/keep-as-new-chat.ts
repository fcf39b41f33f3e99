import type { Message } from '../../../src/contract/common.ts';
import type { SavedChat } from '../../../src/contract/chats.ts';
import { chatApi } from '../../features/chat/engine/chat-api.ts';
import { CHAT_NOT_FOUND } from '../../features/chat/engine/reply-failure.ts';
import { api } from '../../lib/api.ts';
import { newId } from '../../lib/ids.ts';
import { attachmentsAdded, attachmentsRestored, selectAttachments } from '../../state/attachments-slice.ts';
import { chatRemoved, chatSelected, draftSet, NEW_CHAT_DRAFT, selectDraft } from '../../state/chat-slice.ts';
import type { AppStore } from '../../state/store.ts';

/** A call takes 500 messages and 2 MiB. */
const MAX_MESSAGES = 200;
const MAX_CHARACTERS = 400_000;

type SavedMessages = NonNullable<SavedChat['messages']>;

/** Without its parent: of the shown path each follows the one before it. */
const toSaved = ({ id, role, content, timestamp, fileIds, messageMode }: Message): SavedMessages[number] => ({
  id,
  role,
  content,
  timestamp,
  ...(fileIds ? { fileIds: [...fileIds] } : {}),
  ...(messageMode ? { messageMode } : {}),
});

const toCalls = (messages: SavedMessages): readonly SavedMessages[] => {
  const calls: SavedMessages[] = [];
  let characters = 0;
  for (const message of messages) {
    const last = calls.at(-1);
    characters += message.content.length;
    if (last && last.length < MAX_MESSAGES && characters <= MAX_CHARACTERS) last.push(message);
    else {
      calls.push([message]);
      characters = message.content.length;
    }
  }
  return calls;
};

/** The question that was refused because the chat is gone, and what was said before it. */
const splitRefused = (messages: readonly Message[]) => {
  const refused = new Set(
    messages.flatMap(({ errorCode, id, parentId }) => (errorCode === CHAT_NOT_FOUND ? [id, parentId] : [])),
  );
  const unsent = messages.findLast(({ id, role }) => role === 'user' && refused.has(id));
  return { unsent, said: messages.filter(({ id, content }) => !refused.has(id) && content !== '') };
};

interface DeletedChat {
  readonly chatId: string;
  /** The shown path. */
  readonly messages: readonly Message[];
  /** Undefined: it had none. */
  readonly title: string | undefined;
  readonly isTemporary: boolean;
}

const moveUnsent = ({ dispatch, getState }: AppStore, from: string, to: string, unsent: Message | undefined): void => {
  const typed = [unsent?.content, selectDraft(from)(getState())].filter(Boolean).join('\n\n');
  dispatch(draftSet({ key: to, text: typed }));
  const files = selectAttachments(from)(getState());
  dispatch(attachmentsAdded({ chat: to, uid: getState().attachments.ownerUid, files }));
  dispatch(attachmentsRestored({ chat: to, ids: unsent?.fileIds ?? [] }));
};

/** Stores what is shown of a deleted chat as a new one and opens it, with what was typed or not sent in its box. */
export const keepAsNewChat = async (
  store: AppStore,
  { chatId, messages, title, isTemporary }: DeletedChat,
): Promise<boolean> => {
  const { dispatch } = store;
  const id = newId();
  const { said, unsent } = splitRefused(messages);
  const head = { id, ...(title === undefined ? {} : { title }), ...(isTemporary ? { temporary: true } : {}) };
  for (const part of toCalls(said.map(toSaved))) {
    const chat = { ...head, messages: part };
    const { error } = await dispatch(chatApi.endpoints.saveChat.initiate({ chatId: id, chat }, { track: false }));
    if (error) return false;
  }
  const isKept = said.length > 0;
  moveUnsent(store, chatId, isKept ? id : NEW_CHAT_DRAFT, unsent);
  dispatch(chatSelected(isKept ? id : null));
  dispatch(chatRemoved(chatId));
  dispatch(api.util.invalidateTags(['Chats']));
  return true;
};
