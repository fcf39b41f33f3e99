import type { CallCount, ModelEvent, ModelRequest } from './ports.ts';
import type { FinalStatus } from './reply.ts';

/** Roughly how many letters make a token: for calls whose provider did not count. */
const LETTERS_PER_TOKEN = 4;

const estimated = (letters: number): number => Math.ceil(letters / LETTERS_PER_TOKEN);

/** Counts what one call of a provider took in and gave out. */
export class CallMeter {
  private readonly request: ModelRequest;
  private told: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  private letters = 0;

  constructor(request: ModelRequest) {
    this.request = request;
  }

  hear(event: ModelEvent): void {
    if (event.type === 'text') this.letters += event.text.length;
    else if (event.type === 'tool-call') this.letters += event.name.length + event.arguments.length;
    else if (event.type === 'usage') this.told = event;
  }

  /** The provider's own count, else an estimate; a call that failed before its first word counts as nothing. */
  counted(status: FinalStatus): CallCount {
    const { model, messages } = this.request;
    if (this.told) {
      const { inputTokens, outputTokens } = this.told;
      return { model, status, inputTokens, outputTokens, estimated: false };
    }
    const refused = status === 'error' && this.letters === 0;
    const asked = messages.reduce((letters, { content }) => letters + content.length, 0);
    return {
      model,
      status,
      inputTokens: refused ? 0 : estimated(asked),
      outputTokens: estimated(this.letters),
      estimated: true,
    };
  }
}

/** What is left to say of a call whose process died: only what came of it is known. */
export const lostCall = (model: string, text: string): CallCount => ({
  model,
  status: 'interrupted',
  inputTokens: 0,
  outputTokens: estimated(text.length),
  estimated: true,
});
