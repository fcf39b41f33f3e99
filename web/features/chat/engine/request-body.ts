import type { sendAgentMessage } from '../../../../src/contract/agents.ts';
import type { sendMessage, sendTrialMessage } from '../../../../src/contract/ai.ts';
import type { Message } from '../../../../src/contract/common.ts';
import type { Body } from '../../../../src/contract/route.ts';
import type { ChatState } from '../../../state/chat-slice.ts';
import type { FlagsState } from '../../../state/flags-slice.ts';
import type { SendMode } from '../../../state/send-mode.ts';
import type { Exchange } from './conversation-store.ts';

/** The call takes 500 turns and 2 MiB, so the newest are sent. The server has the whole conversation. */
const MAX_TURNS = 400;
const MAX_CHARACTERS = 300_000;

/** The conversation before a question, without empty turns. */
export const buildHistory = (messages: readonly Message[]): { role: Message['role']; content: string }[] => {
  const history: { role: Message['role']; content: string }[] = [];
  let characters = 0;
  for (const { role, content } of messages.slice(-MAX_TURNS).reverse()) {
    characters += content.length;
    if (characters > MAX_CHARACTERS) break;
    if (content !== '') history.push({ role, content });
  }
  return history.reverse();
};

type ModelSettings = Pick<ChatState, 'currentModel' | 'legacyModel' | 'currentPersonality'>;
type Override = Pick<FlagsState, 'adminOverrideEnabled' | 'adminOverrideType'>;

interface QuestionContext {
  readonly chatId: string;
  readonly question: Message;
  readonly replyMessageId: string;
  readonly history: readonly Message[];
  /** False if the chat could not be loaded; then the server chooses the parent of the question. */
  readonly placed: boolean;
  readonly isTemporary: boolean;
  /** The server has it, unless it was deleted meanwhile. */
  readonly isStored: boolean;
  /** Servers whose tools may be used, where that was chosen on this page. */
  readonly toolServers?: readonly string[] | undefined;
}

type Placement = Pick<
  Body<typeof sendMessage>,
  | 'chatId'
  | 'messageId'
  | 'parentId'
  | 'replyMessageId'
  | 'temporary'
  | 'mustExist'
  | 'stream'
  | 'adminOverride'
  | 'fileId'
  | 'fileIds'
  | 'toolServers'
>;

/** The question's files: `fileId` is the first (older field), `fileIds` are all. */
const buildFileFields = ({ fileIds = [] }: Message): Pick<Placement, 'fileId' | 'fileIds'> =>
  fileIds[0] === undefined ? {} : { fileId: fileIds[0], fileIds: [...fileIds] };

/** Override types that the body accepts; the others are sent as headers only. */
const BODY_OVERRIDES: readonly string[] = ['unlimited', 'premium'];

const buildPlacement = (
  { chatId, question, replyMessageId, placed, isTemporary, isStored, toolServers }: QuestionContext,
  override: Override,
): Placement => ({
  chatId,
  messageId: question.id,
  ...(placed ? { parentId: question.parentId } : {}),
  replyMessageId,
  ...(isTemporary ? { temporary: true } : {}),
  ...(isStored ? { mustExist: true } : {}),
  ...(toolServers ? { toolServers: [...toolServers] } : {}),
  stream: true,
  ...buildFileFields(question),
  ...(override.adminOverrideEnabled && BODY_OVERRIDES.includes(override.adminOverrideType)
    ? { adminOverride: { enabled: true, overrideType: override.adminOverrideType } }
    : {}),
});

interface AgentSettings extends Pick<ModelSettings, 'currentPersonality'> {
  readonly agentType: string;
  /** Requests a result that is shown as a document. */
  readonly isSearch: boolean;
}

/** The body of a question to an agent. */
export const buildAgentBody = (
  context: QuestionContext,
  agent: AgentSettings,
  override: Override,
): Body<typeof sendAgentMessage> => ({
  message: context.question.content,
  messages: buildHistory(context.history),
  agentType: agent.agentType,
  ...(agent.isSearch ? { mode: 'search' } : {}),
  personality: agent.currentPersonality,
  ...buildPlacement(context, override),
});

/** The body of a send, with the generation settings of the product. */
export const buildMessageBody = (
  context: QuestionContext,
  settings: ModelSettings & Partial<Pick<SendMode, 'isStandard'>>,
  override: Override,
): Body<typeof sendMessage> => ({
  messages: [...buildHistory(context.history), { role: 'user', content: context.question.content }],
  model: settings.legacyModel ?? settings.currentModel,
  ...buildPlacement(context, override),
  temperature: 0.6,
  max_completion_tokens: 1024,
  top_p: 1,
  stop: null,
  personality: settings.currentPersonality,
  agentMode: false,
  ...(settings.isStandard ? { search: false } : {}),
});

/** What a trial call takes: the newest 20 turns of at most 4 000 characters each. */
const MAX_TRIAL_TURNS = 20;
const MAX_TRIAL_TURN_LENGTH = 4000;

const buildTrialHistory = (messages: readonly Message[]): { role: Message['role']; content: string }[] =>
  messages
    .filter(({ content }) => content !== '')
    .slice(-MAX_TRIAL_TURNS)
    .map(({ role, content }) => ({ role, content: content.slice(0, MAX_TRIAL_TURN_LENGTH) }));

type TrialExchange = Pick<Exchange, 'question' | 'reply' | 'history'>;

/** The body of a visitor's question. Sent again with the same reply it is not charged again. */
export const buildTrialBody = ({ question, reply, history }: TrialExchange): Body<typeof sendTrialMessage> => ({
  message: question.content,
  replyMessageId: reply.id,
  conversationHistory: buildTrialHistory(history),
});

/** The body of a visitor's question to an agent. */
export const buildTrialAgentBody = (
  { question, reply, history }: TrialExchange,
  { agentType, isSearch }: Pick<AgentSettings, 'agentType' | 'isSearch'>,
): Body<typeof sendAgentMessage> => ({
  message: question.content,
  replyMessageId: reply.id,
  messages: buildTrialHistory(history),
  agentType,
  ...(isSearch ? { mode: 'search' } : {}),
  stream: true,
});

/** The steps after the answer. Research that the user chose gets no synthesis. */
export const followUpFields = ({ isExplicit }: Pick<SendMode, 'isExplicit'>) => ({
  followUps: true,
  ...(isExplicit ? {} : { synthesis: true }),
});
