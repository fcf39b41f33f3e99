import type { Step, StepFile } from '../../shared/reply-details.ts';
import type { AgentEvent } from '../chat/replies/ports/agents.ts';
import type { UserRequester } from '../chat/replies/ports/requesters.ts';
import { toSingleLine, wrapUntrustedText } from '../kernel/untrusted-text.ts';
import type { ProgramFile, ProgramFiles, PythonResult, PythonRunner, ReadableProgramFile } from './ports.ts';
import { endStep, startStep, stepEvent } from './step.ts';
import { requireText, type Tool, type ToolRun } from './tool.ts';
import { STEP_TEXTS } from '../../shared/step-texts.ts';

const MAX_CODE_CHARACTERS = 20_000;
const MAX_OUTPUT_CHARACTERS = 6000;
const MAX_NAME_CHARACTERS = 200;

export interface PythonToolDeps {
  readonly runner: PythonRunner;
  readonly programFiles: ProgramFiles;
  /** Of the programs. */
  readonly owner: string;
  /** Undefined for a visitor, who has no files. */
  readonly requester: UserRequester | undefined;
  /** As it is now; undefined: nothing waits, so it is as it was. */
  readonly current?: (() => Promise<UserRequester>) | undefined;
  /** Of the conversation. */
  readonly files: readonly ReadableProgramFile[];
}

const describe = ({ files, requester }: PythonToolDeps): string =>
  [
    'Runs Python 3 with its standard library, without network and without other packages. ' +
      'Answers what was printed and the value of the last expression.',
    files.length === 0
      ? ''
      : 'Files of the conversation, read-only: ' +
        `${files.map(({ name }) => JSON.stringify(`/files/${name}`)).join(', ')}.`,
    requester ? 'What it writes to /out is stored for the person and shown with links: data, texts, pictures.' : '',
  ]
    .filter(Boolean)
    .join(' ');

/** Runs Python in a sandbox. Files of the conversation go in; what the program writes becomes files of the person. */
export class PythonTool implements Tool {
  readonly spec;

  constructor(private readonly deps: PythonToolDeps) {
    this.spec = {
      name: 'run_python',
      description: describe(deps),
      parameters: {
        type: 'object',
        properties: { code: { type: 'string', description: 'The Python to run' } },
        required: ['code'],
        additionalProperties: false,
      },
    };
  }

  startStep({ id, input }: ToolRun): Step {
    const { code } = input;
    return {
      ...startStep(id, 'code', STEP_TEXTS.startingPython),
      code: typeof code === 'string' ? code.slice(0, MAX_CODE_CHARACTERS) : null,
      language: 'python',
    };
  }

  async *run({ input, signal }: ToolRun, starting: Step): AsyncGenerator<AgentEvent, string> {
    const { runner, programFiles, files, owner } = this.deps;
    const requester = (await this.deps.current?.()) ?? this.deps.requester;
    const code = requireText(input, 'code').slice(0, MAX_CODE_CHARACTERS);
    const step: Step = { ...starting, label: STEP_TEXTS.runningPython };
    const given = requester && files.length > 0 ? await programFiles.read(requester, files) : [];
    const { started, result } = startProgram(runner, { code, owner, files: given }, signal);
    await started;
    yield stepEvent(step);
    const { output, error, files: written, omitted } = await result;
    const { stored, notes } = await this.store(requester, written, signal);
    if (omitted > 0) notes.push(`${omitted} more in /out had no room: at most 10 files and 10 MB.`);
    const said = [output, error === undefined ? '' : `Error: ${error}`, ...notes].filter(Boolean).join('\n');
    const text = said || '(no output)';
    const ended = stored.length === 0 ? step : { ...step, files: stored };
    yield endStep(ended, error === undefined ? 'done' : 'failed', text.slice(0, MAX_OUTPUT_CHARACTERS));
    const links = stored.map(({ name }) => `Stored and shown to the person: ${name}`);
    return wrapUntrustedText('run_python', [text, ...links].join('\n'), MAX_OUTPUT_CHARACTERS);
  }

  private async store(
    requester: UserRequester | undefined,
    files: readonly ProgramFile[],
    signal: AbortSignal,
  ): Promise<{ readonly stored: readonly StepFile[]; readonly notes: string[] }> {
    const { programFiles } = this.deps;
    const stored: StepFile[] = [];
    const notes: string[] = [];
    for (const file of files) {
      const outcome = requester ? await programFiles.store(requester, file, signal) : 'only an account has files.';
      if (typeof outcome !== 'string') stored.push(outcome);
      else notes.push(`Not stored: ${toSingleLine(file.name, MAX_NAME_CHARACTERS)}: ${outcome}`);
    }
    return { stored, notes };
  }
}

/** `started` when the program begins, or has ended without beginning. */
const startProgram = (
  runner: PythonRunner,
  program: Parameters<PythonRunner['run']>[0],
  signal: AbortSignal,
): { readonly started: Promise<void>; readonly result: Promise<PythonResult> } => {
  let onStart: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (onStart = resolve));
  const result = runner.run(program, signal, onStart);
  return { started: Promise.race([started, result.then(() => undefined)]), result };
};
