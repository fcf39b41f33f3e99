import type { ModelEvent, ToolCall } from '../../domain/chat/ports.ts';
import type { OpenAiError } from './openai-errors.ts';

/** What all chunks of one completion say of it. */
export interface Head {
  readonly id: string;
  /** Epoch seconds. */
  readonly created: number;
  readonly model: string;
}

export const FINISH = { stop: 'stop', length: 'length', 'tool-calls': 'tool_calls' } as const;

export const callOf = ({ id, name, arguments: given }: ToolCall) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: given },
});

export const usageOf = (inputTokens: number, outputTokens: number) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const DONE = 'data: [DONE]\n\n';

/** An error that came after the stream had begun; clients throw it. */
export const errorChunk = (error: OpenAiError): string => `data: ${JSON.stringify({ error })}\n\n`;

/** Writes the events of one completion as `chat.completion.chunk` frames. What all frames share is serialised once. */
export class Chunks {
  private readonly before: string;
  private readonly between: string;
  private readonly withUsage: boolean;
  private calls = 0;
  private usage = usageOf(0, 0);

  constructor({ id, created, model }: Head, withUsage: boolean) {
    this.before = `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model }).slice(0, -1)},"choices":`;
    this.between = withUsage ? ',"usage":null}\n\n' : '}\n\n';
    this.withUsage = withUsage;
  }

  /** The first chunk: who speaks. */
  opening(): string {
    return this.chunk('{"role":"assistant","content":"","refusal":null}', 'null');
  }

  of(event: ModelEvent): string {
    switch (event.type) {
      case 'text':
        return this.chunk(`{"content":${JSON.stringify(event.text)}}`, 'null');
      case 'tool-call': {
        const call = JSON.stringify({ index: this.calls, ...callOf(event) });
        this.calls += 1;
        return this.chunk(`{"tool_calls":[${call}]}`, 'null');
      }
      case 'usage':
        this.usage = usageOf(event.inputTokens, event.outputTokens);
        return '';
      case 'end':
        return this.chunk('{}', `"${FINISH[event.reason]}"`) + this.closing();
    }
  }

  private closing(): string {
    if (!this.withUsage) return DONE;
    return `${this.before}[],"usage":${JSON.stringify(this.usage)}}\n\n${DONE}`;
  }

  private chunk(delta: string, finish: string): string {
    return `${this.before}[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}]${this.between}`;
  }
}
