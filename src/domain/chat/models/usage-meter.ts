import type { CallUsage, ModelEvent, ModelRequest } from './ports.ts';
import type { FinalStatus } from '../../../shared/reply-status.ts';

/** For estimates when the provider reports no usage. */
const CHARACTERS_PER_TOKEN = 4;

const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Measures the usage of one provider call. */
export class UsageMeter {
  private reported: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  private characters = 0;

  constructor(private readonly request: ModelRequest) {}

  record(event: ModelEvent): void {
    if (event.type === 'text') this.characters += event.text.length;
    else if (event.type === 'tool-call') this.characters += event.name.length + event.arguments.length;
    else if (event.type === 'usage') this.reported = event;
  }

  /** As reported, else an estimate; a call that failed before the first text counts as 0 tokens. */
  usage(status: FinalStatus): CallUsage {
    const { model, messages } = this.request;
    if (this.reported) {
      const { inputTokens, outputTokens } = this.reported;
      return { model, status, inputTokens, outputTokens, estimated: false };
    }
    const isRefused = status === 'error' && this.characters === 0;
    const promptCharacters = messages.reduce((characters, { content }) => characters + content.length, 0);
    return {
      model,
      status,
      inputTokens: isRefused ? 0 : estimateTokens(promptCharacters),
      outputTokens: estimateTokens(this.characters),
      estimated: true,
    };
  }
}

/** Usage of a call whose process died: only its text is known. */
export const usageOfLostCall = (model: string, text: string): CallUsage => ({
  model,
  status: 'interrupted',
  inputTokens: 0,
  outputTokens: estimateTokens(text.length),
  estimated: true,
});
