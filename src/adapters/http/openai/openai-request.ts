import type { z } from 'zod';

import type { createCompletion } from '../../../contract/openai.ts';
import type {
  ModelMessage,
  ModelRequest,
  ModelTool,
  ResponseFormat,
  ToolChoice,
} from '../../../domain/chat/models/ports.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { toStopSequences } from '../stop-sequences.ts';

export type CompletionBody = z.output<typeof createCompletion.body>;
type Message = CompletionBody['messages'][number];
type Content = Extract<Message, { role: 'tool' }>['content'];

/** The default maximum of output tokens. */
const DEFAULT_MAX_TOKENS = 4096;

const toText = (content: Content | null | undefined): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('\n');

const toModelMessage = (message: Message): ModelMessage => {
  const content = toText(message.content);
  if (message.role === 'tool') return { role: 'tool', callId: message.tool_call_id, content };
  if (message.role !== 'assistant') return { role: message.role === 'user' ? 'user' : 'system', content };
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content,
    ...(message.reasoning_content && { thoughts: message.reasoning_content }),
    toolCalls: calls.map(({ id, function: { name, arguments: callArguments }, extra_content: providerData }) => ({
      id,
      name,
      arguments: callArguments,
      ...(providerData && { providerData }),
    })),
  };
};

const toModelTool = ({
  function: { name, description, parameters, strict },
}: NonNullable<CompletionBody['tools']>[number]): ModelTool => ({
  name,
  description: description ?? '',
  parameters: parameters ?? { type: 'object', properties: {} },
  ...(typeof strict === 'boolean' && { strict }),
});

const toToolChoice = (choice: NonNullable<CompletionBody['tool_choice']>): ToolChoice =>
  typeof choice === 'string' ? choice : { name: choice.function.name };

const toResponseFormat = (format: CompletionBody['response_format']): ResponseFormat | undefined => {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'json' };
  const { name, schema, strict } = format.json_schema;
  return { type: 'schema', name, schema: schema ?? { type: 'object' }, strict: strict ?? false };
};

const toolFields = ({ tools, tool_choice: choice, parallel_tool_calls: parallel }: CompletionBody) => {
  if (!tools || tools.length === 0) {
    if (choice && choice !== 'none')
      throw new InvalidInput('tool_choice: is only allowed when tools are given', 'tool_choice');
    return {};
  }
  if (typeof choice === 'object' && choice && !tools.some((tool) => tool.function.name === choice.function.name)) {
    throw new InvalidInput(`tool_choice: there is no tool ${choice.function.name}`, 'tool_choice');
  }
  return {
    tools: tools.map(toModelTool),
    ...(choice && { toolChoice: toToolChoice(choice) }),
    ...(typeof parallel === 'boolean' && { parallelToolCalls: parallel }),
  };
};

/** The request for the chat module. Throws `InvalidInput` for inconsistent tools. */
export const toModelRequest = (body: CompletionBody): ModelRequest => {
  const stop = toStopSequences(body.stop);
  const responseFormat = toResponseFormat(body.response_format);
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  return {
    model: body.model,
    messages: body.messages.map(toModelMessage),
    temperature: body.temperature ?? 1,
    maxTokens: maxTokens ?? DEFAULT_MAX_TOKENS,
    ...(typeof maxTokens === 'number' && { limitsThoughts: true }),
    topP: body.top_p ?? 1,
    ...(stop && { stop }),
    ...(responseFormat && { responseFormat }),
    ...toolFields(body),
  };
};
