import { z } from 'zod';

import {
  DEMO_PROVIDER,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
} from '../../../domain/chat/models/ports.ts';
import { type LlmConnection, defineLlmProvider, type LlmDeps } from '../provider.ts';
import { compose } from './compose.ts';

/** The provider of last resort: needs no variable, accepts every model id, and says what it is. */
export const demo = defineLlmProvider({
  id: DEMO_PROVIDER,
  label: 'Demo model',
  settings: z.object({}),
  defaultModel: () => 'demo',
  connect: (_, deps) => new DemoConnection(deps),
});

const DEMO_MODEL: ModelInfo = {
  id: 'demo',
  displayName: 'Demo model',
  ownedBy: 'Parley',
  isPreview: false,
  created: 0,
};

const LETTERS_PER_TOKEN = 4;
const tokens = (text: string): number => Math.ceil(text.length / LETTERS_PER_TOKEN);

/** Words with the following space; long words in pieces, as tokens do. */
const pieces = (text: string): string[] => text.match(/\S{1,12}\s*|\s+/gu) ?? [];

class DemoConnection implements LlmConnection {
  readonly #deps: LlmDeps;

  constructor(deps: LlmDeps) {
    this.#deps = deps;
  }

  async *reply(
    { messages, maxTokens, fromAdmin }: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    const { clock, demoTokenIntervalMs: demoPaceMs } = this.#deps;
    const freeUnanswered = this.#deps.freeUnanswered();
    let outputTokens = 0;
    let reason: 'stop' | 'length' = 'stop';
    const answer = compose(messages, { forAdmin: fromAdmin ?? false, freeUnanswered });
    for (const piece of pieces(answer.text)) {
      if (outputTokens + tokens(piece) > maxTokens && outputTokens > 0) {
        reason = 'length';
        break;
      }
      await clock.sleep(demoPaceMs, signal);
      if (signal.aborted) return;
      outputTokens += tokens(piece);
      yield { type: 'text', text: piece };
    }
    yield { type: 'usage', inputTokens: messages.reduce((sum, { content }) => sum + tokens(content), 0), outputTokens };
    yield { type: 'end', reason, ...(answer.found || !freeUnanswered ? {} : { isUnanswered: true }) };
  }

  list(): Promise<readonly ModelInfo[]> {
    return Promise.resolve([DEMO_MODEL]);
  }
}
