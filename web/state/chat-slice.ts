import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

import type { Message, User } from '../../src/contract/common.ts';
import { AGENT_TYPES, type AgentType } from '../../src/shared/agent-types.ts';
import { storedChoice, storedFlag, storedText } from '../lib/stored-values.ts';
import { agentChoiceReducers, type AgentChoiceState, chosenMode } from './agent-choice.ts';
import { placeOpened } from './chat-place.ts';
import { localTurnReducers, type LocalTurnsState } from './local-turns.ts';
import { sessionExpired, signedOut, userRefreshed, userSet } from './session-slice.ts';
import { setField } from './set-field.ts';
import { without } from './without.ts';

export const isAgentType = (value: string): value is AgentType => AGENT_TYPES.some((type) => type === value);

/** The draft of the chat that does not exist yet. */
export const NEW_CHAT_DRAFT = 'new';

/** Under this key is the id of the question whose text is the draft of a chat again, because its fate is not known. */
export const askedDraftKey = (chat: string): string => `${chat} asked`;

export interface ChatState extends AgentChoiceState, LocalTurnsState {
  /** Null = the next message begins a new chat. */
  readonly currentChatId: string | null;
  readonly currentPersonality: string;
  readonly currentModel: string;
  /** An admin's choice that goes with plain sends instead of the chosen model; memory only. */
  readonly legacyModel: string | null;
  readonly isStreaming: boolean;
  /** A set, as a list because the store is serializable. */
  readonly generatingTitles: readonly string[];
  /** Agent mode was switched on for this person once; what they choose after that stays. */
  readonly agentAutoMoved: boolean;
  /**
   * Unsent texts by chat id, by `NEW_CHAT_DRAFT`, or by another key, the last changed at the end. In memory;
   * session/persist-draft.ts carries them over a reload.
   */
  readonly drafts: Readonly<Record<string, string>>;
  /** What an address put into the box of a new chat. As long as it stands there unchanged, nothing else sends it. */
  readonly linkedText: string | null;
  /** The leaf of the version that the reader looks at, by chat id; the server's own choice where there is none. */
  readonly selectedLeafIds: Readonly<Record<string, string>>;
  /** Chats begun on this page that the server does not know yet: asking for them would only give 404. */
  readonly newChats: readonly string[];
}

/** Stands for the model of the plan until another one is chosen. */
export const DEFAULT_MODEL = 'moonshotai/kimi-k2-instruct';

const initial: ChatState = {
  currentChatId: null,
  currentPersonality: 'default',
  currentModel: DEFAULT_MODEL,
  legacyModel: null,
  isStreaming: false,
  generatingTitles: [],
  agentMode: false,
  agentType: 'auto_agent',
  chosenMode: null,
  agentAutoMoved: false,
  drafts: {},
  linkedText: null,
  selectedLeafIds: {},
  localTurns: {},
  notes: {},
  newChats: [],
};

/**
 * The chat choices as they were stored under `chat-storage`, and the flag of the one-time move under `agent-migrated`.
 */
export const restoreChat = (
  stored: Readonly<Record<string, unknown>>,
  moved: Readonly<Record<string, unknown>> = {},
): ChatState => ({
  ...initial,
  currentChatId: storedText(stored, 'currentChatId'),
  currentPersonality: storedText(stored, 'currentPersonality') ?? initial.currentPersonality,
  currentModel: storedText(stored, 'currentModel') ?? initial.currentModel,
  agentMode: storedFlag(stored, 'agentMode', initial.agentMode),
  agentType: storedChoice(stored, 'agentType', AGENT_TYPES, initial.agentType),
  agentAutoMoved: storedFlag(moved, 'moved', initial.agentAutoMoved),
});

/** The content of `chat-storage`. A chat that the server does not know is not stored. */
export const persistedChat = ({ currentChatId, newChats, currentPersonality, currentModel, ...agents }: ChatState) => ({
  currentChatId: currentChatId !== null && newChats.includes(currentChatId) ? null : currentChatId,
  currentPersonality,
  currentModel,
  ...chosenMode(agents),
});

/** The content of `agent-migrated`. */
export const persistedAgentMigration = ({ agentAutoMoved }: ChatState) => ({ moved: agentAutoMoved });

/** Paid plans and admins have several models, whatever their groups list. */
export const hasManyModels = ({ tier, isAdmin }: User): boolean => tier !== 'free' || isAdmin;

/** Who may choose a model; groups may list several. */
export const canChooseModel = (user: User): boolean => hasManyModels(user) || user.inGroups;

/** A model that was chosen on a plan that is over would only be refused. */
const resetModelForPlan = (state: ChatState, { payload }: PayloadAction<User>): ChatState =>
  canChooseModel(payload) ? state : { ...state, currentModel: initial.currentModel, legacyModel: null };

/** Of a link, not of the person whose session is over. */
const keptLink = ({ drafts, linkedText }: ChatState): Partial<ChatState> =>
  linkedText !== null && drafts[NEW_CHAT_DRAFT] === linkedText
    ? { linkedText, drafts: { [NEW_CHAT_DRAFT]: linkedText } }
    : {};

const set = setField<ChatState>();

export const chatSlice = createSlice({
  name: 'chat',
  initialState: initial,
  reducers: {
    /** Opens a chat; null is the empty page of a new one. */
    chatSelected: set('currentChatId'),
    personalitySet: set('currentPersonality'),
    modelSet: set('currentModel'),
    legacyModelSet: set('legacyModel'),
    ...agentChoiceReducers<ChatState>(),
    ...localTurnReducers<ChatState>(),
    /** Switches on agent mode with `auto_agent`, once per user. */
    agentModeMigrated: (state): ChatState =>
      state.agentAutoMoved
        ? state
        : { ...state, agentMode: true, agentType: 'auto_agent', chosenMode: null, agentAutoMoved: true },
    streamingSet: (state, { payload }: PayloadAction<boolean>): ChatState =>
      state.isStreaming === payload ? state : { ...state, isStreaming: payload },
    titleStarted: (state, { payload }: PayloadAction<string>): ChatState => ({
      ...state,
      generatingTitles: [...state.generatingTitles.filter((id) => id !== payload), payload],
    }),
    titleEnded: (state, { payload }: PayloadAction<string>): ChatState => ({
      ...state,
      generatingTitles: state.generatingTitles.filter((id) => id !== payload),
    }),
    draftSet: (
      state,
      { payload: { key, text } }: PayloadAction<{ readonly key: string; readonly text: string }>,
    ): ChatState => ({
      ...state,
      drafts: { ...without(state.drafts, key), ...(text === '' ? {} : { [key]: text }) },
    }),
    linkedTextSet: set('linkedText'),
    versionSelected: (
      state,
      { payload: { chatId, leafId } }: PayloadAction<{ readonly chatId: string; readonly leafId: string }>,
    ): ChatState => ({ ...state, selectedLeafIds: { ...state.selectedLeafIds, [chatId]: leafId } }),
    chatCreated: (state, { payload }: PayloadAction<string>): ChatState => ({
      ...state,
      currentChatId: payload,
      newChats: [...state.newChats, payload],
    }),
    /** The server has stored the chat's first turn. */
    chatStored: (state, { payload }: PayloadAction<string>): ChatState =>
      state.newChats.includes(payload) ? { ...state, newChats: state.newChats.filter((id) => id !== payload) } : state,
    /** A deleted chat leaves nothing behind here. */
    chatRemoved: (state, { payload }: PayloadAction<string>): ChatState => ({
      ...state,
      drafts: Object.fromEntries(Object.entries(state.drafts).filter(([key]) => !key.startsWith(payload))),
      selectedLeafIds: without(state.selectedLeafIds, payload),
      localTurns: without(state.localTurns, payload),
      generatingTitles: state.generatingTitles.filter((id) => id !== payload),
    }),
    /** Removes the data of the previous user. */
    localChatDataCleared: (state): ChatState => ({
      ...state,
      drafts: {},
      localTurns: {},
      notes: {},
      newChats: [],
      selectedLeafIds: {},
    }),
    /** What was typed before there was a chat goes on in it. */
    draftMoved: (state, { payload: key }: PayloadAction<string>): ChatState => {
      const text = state.drafts[NEW_CHAT_DRAFT];
      return text === undefined
        ? state
        : { ...state, drafts: { ...without(state.drafts, NEW_CHAT_DRAFT), [key]: text } };
    },
    /** Every chat is gone; the agent type starts over at reasoning. */
    chatsCleared: (state): ChatState => ({
      ...state,
      currentChatId: null,
      drafts: {},
      selectedLeafIds: {},
      localTurns: {},
      notes: {},
      newChats: [],
      generatingTitles: [],
      agentType: 'reasoning_agent',
      chosenMode: null,
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(signedOut, () => initial)
      .addCase(placeOpened, (state, { payload }): ChatState => ({ ...state, currentChatId: payload.chatId }))
      .addCase(userSet, resetModelForPlan)
      .addCase(userRefreshed, resetModelForPlan)
      // The same person is expected back, and finds the agents as they left them.
      .addCase(sessionExpired, (state): ChatState => ({
        ...initial,
        ...keptLink(state),
        ...chosenMode(state),
        agentAutoMoved: state.agentAutoMoved,
      }));
  },
});

export const {
  chatSelected,
  personalitySet,
  modelSet,
  legacyModelSet,
  agentModeSet,
  agentTypeSet,
  searchDetected,
  chosenModeRestored,
  agentModeMigrated,
  streamingSet,
  titleStarted,
  titleEnded,
  draftSet,
  linkedTextSet,
  versionSelected,
  turnsAdded,
  turnChanged,
  turnNoteSet,
  turnsRemoved,
  chatCreated,
  draftMoved,
  localChatDataCleared,
  chatStored,
  chatRemoved,
  chatsCleared,
} = chatSlice.actions;

interface WithChat {
  readonly chat: ChatState;
}

const NO_TURNS: readonly Message[] = [];

export const selectDraft =
  (key: string) =>
  ({ chat }: WithChat): string =>
    chat.drafts[key] ?? '';
/** Empty where a link put the text there. */
export const selectTypedDraft =
  (key: string) =>
  ({ chat }: WithChat): string =>
    chat.drafts[key] === chat.linkedText ? '' : (chat.drafts[key] ?? '');
export const selectLocalTurns =
  (chatId: string | null) =>
  ({ chat }: WithChat): readonly Message[] =>
    chatId === null ? NO_TURNS : (chat.localTurns[chatId] ?? NO_TURNS);
