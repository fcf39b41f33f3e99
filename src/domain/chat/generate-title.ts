import { requireVerified } from './asker.ts';
import { ModelFault } from './errors.ts';
import type { Asker, LanguageModels, ModelMessage, ModelPolicy, ModelRequest } from './ports.ts';
import { cleanTitle, fallbackTitle, titlePrompt } from './prompts.ts';

const TITLE_TOKENS = 64;

/** A title of at most 60 characters from the first question and reply. Charges nothing. Throws `ModelFault`. */
export class GenerateTitle {
  private readonly models: LanguageModels;
  private readonly policy: ModelPolicy;

  constructor(models: LanguageModels, policy: ModelPolicy) {
    this.models = models;
    this.policy = policy;
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
    return cleanTitle(await this.ask(request, fallback, signal)) || fallbackTitle(question);
  }

  private async ask(request: ModelRequest, fallback: string, signal: AbortSignal): Promise<string> {
    let title = '';
    try {
      for await (const event of this.models.reply(request, signal)) if (event.type === 'text') title += event.text;
    } catch (error) {
      if (!(error instanceof ModelFault) || !error.unknownModel || request.model === fallback) throw error;
      return this.ask({ ...request, model: fallback }, fallback, signal);
    }
    return title;
  }
}
