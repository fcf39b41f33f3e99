import { estimateTokens, measureTokens } from '../../kernel/estimate-tokens.ts';
import type { CountedTokens } from '../errors.ts';
import type { CallUsage, ModelEvent, ModelRequest } from './ports.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';

const NO_TOKENS: CountedTokens = { inputTokens: 0, outputTokens: 0 };

/** Measures the usage of one provider call, with the attempts at it. */
export class UsageMeter {
  /** Of attempts that failed. */
  private failed = NO_TOKENS;
  private reported: CountedTokens | undefined;
  private outputTokens = 0;

  constructor(private readonly request: ModelRequest) {}

  record(event: ModelEvent): void {
    if (event.type === 'text' || event.type === 'thinking') this.outputTokens += measureTokens(event.text);
    else if (event.type === 'tool-call') this.outputTokens += measureTokens(event.name + event.arguments);
    else if (event.type === 'usage') this.reported = event;
    else if (event.type === 'retry') {
      this.failed = sumOf(this.failed, event.usage ?? this.estimate('error'));
      this.outputTokens = 0;
    }
  }

  /** As reported, else an estimate; a call that failed before the first text counts as 0 tokens. */
  usage(status: FinalStatus): CallUsage {
    const { model, fileTokens = 0 } = this.request;
    const { inputTokens, outputTokens } = sumOf(this.failed, this.reported ?? this.estimate(status));
    return {
      model,
      status,
      inputTokens,
      outputTokens,
      ...(fileTokens > 0 && { fileTokens: Math.min(fileTokens, inputTokens) }),
      estimated: this.reported === undefined,
    };
  }

  private estimate(status: FinalStatus): CountedTokens {
    const isRefused = status === 'error' && this.outputTokens === 0;
    const promptTokens = this.request.messages.reduce((tokens, { content }) => tokens + measureTokens(content), 0);
    return { inputTokens: isRefused ? 0 : Math.ceil(promptTokens), outputTokens: Math.ceil(this.outputTokens) };
  }
}

const sumOf = (one: CountedTokens, other: CountedTokens): CountedTokens => ({
  inputTokens: one.inputTokens + other.inputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
});

/** Usage of a call whose process died: only its text is known. */
export const usageOfLostCall = (model: string, text: string): CallUsage => ({
  model,
  status: 'interrupted',
  inputTokens: 0,
  outputTokens: estimateTokens(text),
  estimated: true,
});
