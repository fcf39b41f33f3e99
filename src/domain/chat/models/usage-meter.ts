import { estimateTokens, measureTokens } from '../../kernel/estimate-tokens.ts';
import type { CallUsage, ModelEvent, ModelRequest } from './ports.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';

/** Measures the usage of one provider call. */
export class UsageMeter {
  private reported: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  private outputTokens = 0;

  constructor(private readonly request: ModelRequest) {}

  record(event: ModelEvent): void {
    if (event.type === 'text') this.outputTokens += measureTokens(event.text);
    else if (event.type === 'tool-call') this.outputTokens += measureTokens(event.name + event.arguments);
    else if (event.type === 'usage') this.reported = event;
  }

  /** As reported, else an estimate; a call that failed before the first text counts as 0 tokens. */
  usage(status: FinalStatus): CallUsage {
    const { model, fileTokens = 0 } = this.request;
    const tokens = this.reported ?? this.estimate(status);
    const { inputTokens, outputTokens } = tokens;
    return {
      model,
      status,
      inputTokens,
      outputTokens,
      ...(fileTokens > 0 && { fileTokens: Math.min(fileTokens, inputTokens) }),
      estimated: tokens !== this.reported,
    };
  }

  private estimate(status: FinalStatus) {
    const isRefused = status === 'error' && this.outputTokens === 0;
    const promptTokens = this.request.messages.reduce((tokens, { content }) => tokens + measureTokens(content), 0);
    return { inputTokens: isRefused ? 0 : Math.ceil(promptTokens), outputTokens: Math.ceil(this.outputTokens) };
  }
}

/** Usage of a call whose process died: only its text is known. */
export const usageOfLostCall = (model: string, text: string): CallUsage => ({
  model,
  status: 'interrupted',
  inputTokens: 0,
  outputTokens: estimateTokens(text),
  estimated: true,
});
