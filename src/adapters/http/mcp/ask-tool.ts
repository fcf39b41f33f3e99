import { askModelTool } from '../../../contract/mcp.ts';
import { CreateCompletion } from '../../../domain/chat/replies/create-completion.ts';
import type { Handlers } from '../handlers.ts';
import { CallStopped, defineTool, type McpCall, type RegisterTool } from './mcp-tool.ts';

export const askToolHandlers = { createCompletion: CreateCompletion };

const MAX_TOKENS = 4096;
/** Characters between two notifications. */
const PROGRESS_STEP = 200;

/** Reports each step of text, with the text of the step. */
class TextProgress {
  private reported = 0;
  text = '';

  constructor(private readonly report: McpCall['report']) {}

  async add(piece: string): Promise<void> {
    this.text += piece;
    if (this.reported > 0 && this.text.length - this.reported < PROGRESS_STEP) return;
    const message = this.text.slice(this.reported);
    this.reported = this.text.length;
    await this.report(this.reported, message);
  }
}

export const askTools = (handlers: Handlers<typeof askToolHandlers>): readonly RegisterTool[] => [
  defineTool({
    ...askModelTool,
    name: 'ask_model',
    title: 'Ask a model',
    description:
      'Asks a language model of this server one question. It counts as a message of the person’s plan and is ' +
      'stored in no chat. Progress notifications carry the text as it comes.',
    annotations: { readOnlyHint: false, openWorldHint: true },
    run: async ({ question, model: wanted }, { requester, signal, report }) => {
      const request = {
        ...{ model: wanted, maxTokens: MAX_TOKENS, temperature: 1, topP: 1 },
        messages: [{ role: 'user' as const, content: question }],
      };
      const progress = new TextProgress(report);
      let [model, end] = [wanted ?? '', ''];
      for await (const event of handlers.createCompletion.execute({ requester, request, signal })) {
        if (event.type === 'model') ({ model } = event);
        else if (event.type === 'text') await progress.add(event.text);
        else if (event.type === 'end') end = event.reason;
      }
      if (end === '') throw new CallStopped();
      return { model, answer: progress.text, complete: end !== 'length' };
    },
  }),
];
