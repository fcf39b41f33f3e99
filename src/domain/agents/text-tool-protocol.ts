import type { ModelMessage, ModelTool, ToolCall } from '../chat/models/ports.ts';

/** Delimiters of a tool call in text. */
export const TOOL_FENCE = { open: '```tool', close: '```' } as const;

/** Describes the text protocol to a model without native tool calls. */
const protocolPrompt = (tools: readonly ModelTool[]): string =>
  [
    'You can use tools. To call one, write nothing but a block of this form, once for each call:',
    `${TOOL_FENCE.open}\n{"tool": "name", "arguments": {}}\n${TOOL_FENCE.close}`,
    'Stop after the blocks; the results come in the next message. When you need no tool, answer without any such ' +
      'block.',
    'The tools:',
    ...tools.map(
      ({ name, description, parameters }) => `- ${name}: ${description} Arguments: ${JSON.stringify(parameters)}`,
    ),
  ].join('\n');

/** Blocks that are not JSON are ignored. */
export const parseToolCalls = (blocks: readonly string[], firstId: number): ToolCall[] =>
  blocks.flatMap((block, index) => {
    const call = parseToolCall(block);
    return call ? [{ id: `text-${firstId + index}`, ...call }] : [];
  });

const parseToolCall = (block: string): Omit<ToolCall, 'id'> | undefined => {
  try {
    const value: unknown = JSON.parse(block.trim());
    if (typeof value !== 'object' || value === null || !('tool' in value) || typeof value.tool !== 'string')
      return undefined;
    return { name: value.tool, arguments: JSON.stringify('arguments' in value ? value.arguments : {}) };
  } catch {
    return undefined;
  }
};

/** The conversation in the text protocol: calls become blocks, results become user messages. */
export const toTextProtocol = (messages: readonly ModelMessage[], tools: readonly ModelTool[]): ModelMessage[] => {
  const plain = messages.map(toTextMessage);
  if (tools.length === 0) return plain;
  const [first, ...rest] = plain;
  const rules = protocolPrompt(tools);
  if (first?.role !== 'system') return [{ role: 'system', content: rules }, ...plain];
  return [{ role: 'system', content: `${first.content}\n\n${rules}` }, ...rest];
};

const toTextMessage = (message: ModelMessage): ModelMessage => {
  if (message.role === 'tool')
    return { role: 'user', content: `Result of tool call ${message.callId}:\n${message.content}` };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  const blocks = message.toolCalls.map(
    ({ name, arguments: callArguments }) =>
      `${TOOL_FENCE.open}\n{"tool": ${JSON.stringify(name)}, "arguments": ${callArguments || '{}'}}\n` +
      `${TOOL_FENCE.close}`,
  );
  return { role: 'assistant', content: [message.content, ...blocks].filter(Boolean).join('\n') };
};
