import type { ModelImage, ModelMessage, ModelRequest, ModelTool, ToolChoice } from '../../domain/chat/models/ports.ts';

/** The API requires a user turn first, but a shortened conversation may start with a reply. */
const OPENING_TURN = { role: 'user', content: '(The beginning of this conversation is left out.)' } as const;

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image';
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string };
    }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string | readonly Block[] };

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string | readonly Block[];
}

/** Ids may come from another provider; only these characters are allowed. */
const toToolUseId = (id: string): string => id.replace(/[^\w-]/g, '_');

/** Arguments as an object, whatever the model wrote: the API accepts nothing else. */
const toToolInput = (argumentsJson: string): unknown => {
  try {
    const input: unknown = JSON.parse(argumentsJson || '{}');
    return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { input };
  } catch {
    return { input: argumentsJson };
  }
};

const toImageBlock = ({ bytes, type }: ModelImage): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: type, data: Buffer.from(bytes).toString('base64') },
});

const withImages = (text: string, images: readonly ModelImage[]): Turn['content'] =>
  images.length === 0 ? text : [...images.map(toImageBlock), ...(text === '' ? [] : [{ type: 'text' as const, text }])];

/** Words first: they say what the images are. */
const toResult = ({ content, images = [] }: Extract<ModelMessage, { role: 'tool' }>): string | readonly Block[] =>
  images.length === 0 ? content : [{ type: 'text', text: content }, ...images.map(toImageBlock)];

const toTurn = (message: ModelMessage): Turn => {
  if (message.role === 'tool') {
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: toToolUseId(message.callId), content: toResult(message) }],
    };
  }
  const text = message.content.trimEnd();
  if (message.role !== 'assistant')
    return { role: 'user', content: withImages(text, message.role === 'user' ? (message.images ?? []) : []) };
  if (!message.toolCalls?.length) return { role: 'assistant', content: text };
  const textBlocks: Block[] = text === '' ? [] : [{ type: 'text', text }];
  const calls = message.toolCalls.map(({ id, name, arguments: argumentsJson }): Block => ({
    type: 'tool_use',
    id: toToolUseId(id),
    name,
    input: toToolInput(argumentsJson),
  }));
  return { role: 'assistant', content: [...textBlocks, ...calls] };
};

/** Results of parallel calls must be in one turn. */
const joinResults = (turns: readonly Turn[]): Turn[] => {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (
      last?.role === 'user' &&
      typeof last.content !== 'string' &&
      typeof turn.content !== 'string' &&
      turn.role === 'user'
    ) {
      joined[joined.length - 1] = { role: 'user', content: [...last.content, ...turn.content] };
    } else joined.push(turn);
  }
  return joined;
};

const toTool = ({ name, description, parameters }: ModelTool) => ({
  name,
  ...(description !== '' && { description }),
  input_schema: { type: 'object', ...parameters },
});

const TOOL_CHOICES = { auto: 'auto', none: 'none', required: 'any' } as const;

const toToolChoice = (choice: ToolChoice, parallel: boolean | undefined) => ({
  ...(typeof choice === 'string' ? { type: TOOL_CHOICES[choice] } : { type: 'tool', name: choice.name }),
  ...(parallel === false && choice !== 'none' && { disable_parallel_tool_use: true }),
});

const toolFields = ({ tools, toolChoice, parallelToolCalls }: ModelRequest) => ({
  ...(tools && { tools: tools.map(toTool) }),
  ...(tools &&
    (toolChoice !== undefined || parallelToolCalls === false) && {
      tool_choice: toToolChoice(toolChoice ?? 'auto', parallelToolCalls),
    }),
});

/** Blank turns are refused and therefore dropped; a call or a result is never blank. */
const hasContent = (message: ModelMessage): boolean =>
  message.role === 'tool' ||
  (message.role === 'user' && Boolean(message.images?.length)) ||
  message.content.trim() !== '' ||
  (message.role === 'assistant' && Boolean(message.toolCalls?.length));

/** The API caches only what is marked: here whole files, which every question of the conversation begins with. */
const withCacheMark = (system: string, prefix = 0) => {
  const [stable, rest] = [system.slice(0, prefix), system.slice(prefix)];
  if (stable.trim() === '') return system;
  const marked = { type: 'text', text: stable, cache_control: { type: 'ephemeral' } };
  return rest.trim() === '' ? [marked] : [marked, { type: 'text', text: rest }];
};

/**
 * The body of a streamed message. One sampling parameter: newer models refuse two. Blank stop sequences are refused.
 */
export const messagesBody = (request: ModelRequest) => {
  const { model, messages, temperature, topP, maxTokens, stop = [] } = request;
  const nonEmpty = messages.filter(hasContent);
  const system = nonEmpty
    .filter(({ role }) => role === 'system')
    .map(({ content }) => content)
    .join('\n\n');
  const turns = joinResults(nonEmpty.filter(({ role }) => role !== 'system').map(toTurn));
  const stops = stop.filter((text) => text.trim() !== '');
  return {
    model,
    messages: turns[0]?.role === 'user' ? turns : [OPENING_TURN, ...turns],
    max_tokens: maxTokens,
    stream: true,
    ...(system !== '' && { system: withCacheMark(system, request.stablePrefix) }),
    ...(stops.length > 0 && { stop_sequences: stops }),
    ...(topP < 1 ? { top_p: topP } : { temperature: Math.min(1, temperature) }),
    ...toolFields(request),
  };
};
