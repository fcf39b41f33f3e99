import type { AgentEvent } from '../chat/ports.ts';
import { asData } from '../kernel/data-text.ts';
import type { CodeRunner } from './ports.ts';
import { begun, type Step, told } from './step.ts';
import { textOf, type Tool, type ToolRun } from './tool.ts';

const CODE = 20_000;
const OUTPUT = 4000;

/** Running JavaScript apart from everything; the code and what it printed are shown as a step. */
export class CodeTool implements Tool {
  readonly spec = {
    name: 'run_javascript',
    description:
      'Runs JavaScript without network, files or libraries. Answers what was printed and the value of the last expression.',
    parameters: {
      type: 'object',
      properties: { code: { type: 'string', description: 'The JavaScript to run' } },
      required: ['code'],
      additionalProperties: false,
    },
  };
  private readonly runner: CodeRunner;

  constructor(runner: CodeRunner) {
    this.runner = runner;
  }

  begin({ id, input }: ToolRun): Step {
    const { code } = input;
    return { ...begun(id, 'code', 'Running JavaScript'), code: typeof code === 'string' ? code.slice(0, CODE) : null };
  }

  async *run({ input, signal }: ToolRun, step: Step): AsyncGenerator<AgentEvent, string> {
    const { output, error } = await this.runner.run(textOf(input, 'code').slice(0, CODE), signal);
    const said = [output, error === undefined ? '' : `Error: ${error}`].filter(Boolean).join('\n') || '(no output)';
    yield told({ ...step, state: error === undefined ? 'done' : 'failed', output: said.slice(0, OUTPUT) });
    return asData('run_javascript', said, OUTPUT);
  }
}
