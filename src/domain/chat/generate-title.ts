import { ownerOf, requireVerified } from './asker.ts';
import { CallMeter } from './call-meter.ts';
import { ModelFault } from './errors.ts';
import type { Asker, LanguageModels, Ledger, ModelMessage, ModelPolicy, ModelRequest } from './ports.ts';
import type { FinalStatus } from './reply.ts';
import { cleanTitle, fallbackTitle, titlePrompt } from './prompts.ts';

const TITLE_TOKENS = 64;

/** A title of at most 60 characters from the first question and reply. Charges nothing, but each call is in the ledger. Throws `ModelFault`. */
export class GenerateTitle {
  private readonly models: LanguageModels;
  private readonly policy: ModelPolicy;
  private readonly ledger: Ledger;

  constructor(models: LanguageModels, policy: ModelPolicy, ledger: Ledger) {
    this.models = models;
    this.policy = policy;
    this.ledger = ledger;
  }

  async execute(asker: Asker, messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
    requireVerified(asker);
    const question = messages.find(({ role }) => role === 'user')?.content ?? '';
    const answer = messages.find(({ role }) => role === 'assistant')?.content ?? '';
    const { primary, fallback } = await this.policy.defaults(asker);
    const request: ModelRequest = {
      model: primary,
      messages: titlePrompt(question, answer),
      temperature: 0.6,
      maxTokens: TITLE_TOKENS,
      topP: 1,
    };
    return cleanTitle(await this.askEither(request, { fallback, owner: ownerOf(asker), signal })) || fallbackTitle(question);
  }

  private async askEither(request: ModelRequest, { fallback, ...call }: Call & { fallback: string }): Promise<string> {
    try {
      return await this.ask(request, call);
    } catch (error) {
      if (!(error instanceof ModelFault) || !error.unknownModel || request.model === fallback) throw error;
      return this.ask({ ...request, model: fallback }, call);
    }
  }

  private async ask(request: ModelRequest, { owner, signal }: Call): Promise<string> {
    const meter = new CallMeter(request);
    let title = '';
    let status: FinalStatus = 'error';
    try {
      for await (const event of this.models.reply(request, signal)) {
        meter.hear(event);
        if (event.type === 'text') title += event.text;
      }
      status = signal.aborted ? 'stopped' : 'complete';
    } finally {
      await this.ledger.record([{ ...meter.counted(status), owner, purpose: 'title' }]);
    }
    return title;
  }
}

interface Call {
  readonly owner: string;
  readonly signal: AbortSignal;
}
