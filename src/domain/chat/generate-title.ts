import { AskAside } from './ask-aside.ts';
import type { Asides, Asker, LanguageModels, Ledger, ModelMessage, ModelPolicy } from './ports.ts';
import { cleanTitle, fallbackTitle, titlePrompt } from './prompts.ts';

const TITLE_TOKENS = 64;

/** A title of at most 60 characters from the first question and reply. Charges nothing, but each call is in the ledger. Throws `ModelFault`. */
export class GenerateTitle {
  private readonly asides: Asides;

  constructor(models: LanguageModels, policy: ModelPolicy, ledger: Ledger) {
    this.asides = new AskAside(models, policy, ledger);
  }

  async execute(asker: Asker, messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
    const question = messages.find(({ role }) => role === 'user')?.content ?? '';
    const answer = messages.find(({ role }) => role === 'assistant')?.content ?? '';
    const aside = { purpose: 'title', messages: titlePrompt(question, answer), maxTokens: TITLE_TOKENS } as const;
    let title = '';
    for await (const text of this.asides.ask(asker, aside, signal)) title += text;
    return cleanTitle(title) || fallbackTitle(question);
  }
}
