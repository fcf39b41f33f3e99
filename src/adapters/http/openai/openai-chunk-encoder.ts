import type { ModelEvent, ToolCall } from '../../../domain/chat/models/ports.ts';
import type { OpenAiError } from './openai-errors.ts';

/** Fields that all chunks of one completion share. */
export interface CompletionHead {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
}

export const FINISH_REASONS = {
  stop: 'stop',
  length: 'length',
  filtered: 'content_filter',
  'tool-calls': 'tool_calls',
} as const;

export const toToolCall = ({ id, name, arguments: given, providerData }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
  ...(providerData && { extra_content: providerData }),
});

export const toUsage = (inputTokens: number, outputTokens: number) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const DONE_FRAME = 'data: [DONE]\n\n';

/** An error after the stream has started; clients throw it. */
export const encodeErrorChunk = (error: OpenAiError): string => `data: ${JSON.stringify({ error })}\n\n`;

/** Encodes the events of one completion as `chat.completion.chunk` frames. Shared fields are serialised once. */
export class CompletionChunkEncoder {
  private readonly prefix: string;
  private readonly suffix: string;
  private calls = 0;
  private usage = toUsage(0, 0);

  constructor(
    { id, created, model }: CompletionHead,
    private readonly withUsage: boolean,
  ) {
    this.prefix =
      'data: ' +
      `${JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1)}` +
      `,"choices":`;
    this.suffix = withUsage ? ',"usage":null}\n\n' : '}\n\n';
  }

  /** The first chunk: the role. */
  first(): string {
    return this.chunk('{"role":"assistant","content":"","refusal":null}', 'null');
  }

  encode(event: ModelEvent): string {
    switch (event.type) {
      case 'text':
        return this.chunk(`{"content":${JSON.stringify(event.text)}}`, 'null');
      // No field of OpenAI's: DeepSeek's, which most clients read.
      case 'thinking':
        return this.chunk(`{"reasoning_content":${JSON.stringify(event.text)}}`, 'null');
      case 'tool-call': {
        const call = JSON.stringify({ index: this.calls, ...toToolCall(event) });
        this.calls += 1;
        return this.chunk(`{"tool_calls":[${call}]}`, 'null');
      }
      case 'retry':
        return '';
      case 'usage':
        this.usage = toUsage(event.inputTokens, event.outputTokens);
        return '';
      case 'end':
        return this.chunk('{}', `"${FINISH_REASONS[event.reason]}"`) + this.last();
    }
  }

  private last(): string {
    if (!this.withUsage) return DONE_FRAME;
    return `${this.prefix}[],"usage":${JSON.stringify(this.usage)}}\n\n${DONE_FRAME}`;
  }

  private chunk(delta: string, finish: string): string {
    return `${this.prefix}[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${this.suffix}`;
  }
}
