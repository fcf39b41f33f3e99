import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import { wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { CodeRunner } from './ports.ts';
import { endStep, startStep } from './step.ts';
import type { Step } from '../../shared/reply-details.ts';
import { requireText, type Tool, type ToolRun } from './tool.ts';
import { STEP_TEXTS } from '../../shared/step-texts.ts';

const MAX_CODE_CHARACTERS = 20_000;
const MAX_OUTPUT_CHARACTERS = 4000;

/** Runs JavaScript in a sandbox; code and output are shown as a step. */
export class CodeTool implements Tool {
  readonly spec = {
    name: 'run_javascript',
    description:
      'Runs JavaScript without network, files or libraries. Answers what was printed and the value of the last ' +
      'expression.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'The JavaScript to run' } },
      required: ['code'],
      additionalProperties: false,
    },
  };

  constructor(
    private readonly runner: CodeRunner,
    private readonly owner: string,
  ) {}

  startStep({ id, input }: ToolRun): Step {
    const { code } = input;
    return {
      ...startStep(id, 'code', STEP_TEXTS.runningJavaScript),
      code: typeof code === 'string' ? code.slice(0, MAX_CODE_CHARACTERS) : null,
    };
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const code = requireText(input, 'code').slice(0, MAX_CODE_CHARACTERS);
    const { output, error } = await this.runner.run({ code, owner: this.owner }, signal);
    const text = [output, error === undefined ? '' : `Error: ${error}`].filter(Boolean).join('\n') || '(no output)';
    yield endStep(step, error === undefined ? 'done' : 'failed', text.slice(0, MAX_OUTPUT_CHARACTERS));
    return wrapUntrustedText('run_javascript', text, MAX_OUTPUT_CHARACTERS);
  }
}
