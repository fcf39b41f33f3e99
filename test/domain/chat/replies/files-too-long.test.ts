import { ModelError } from '../../../../src/domain/chat/errors.ts';
import {
  type FileContext,
  FileContextProvider,
  type FileContextQuery,
} from '../../../../src/domain/chat/replies/ports/files.ts';
import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { textOf } from '../../../support/text-of.ts';
import { aHarness, sharedState } from '../harness.ts';

const MIN_TOKENS = 1000;

/** Files that take as many tokens as there is room for, 8000 where nobody knows it. */
class LongFiles extends FileContextProvider {
  readonly rooms: (number | undefined)[] = [];

  check = async () => ['rules.pdf'];

  canRead = async () => true;

  async load({ roomTokens }: FileContextQuery): Promise<FileContext> {
    this.rooms.push(roomTokens);
    const tokens = Math.max(MIN_TOKENS, Math.min(8000, roomTokens ?? Infinity));
    const url = `file:f1&tokens=${tokens}`;
    return {
      wholeFiles: `rules of ${tokens} tokens`,
      excerpts: '',
      tokens,
      sources: [{ id: 's1', title: 'rules.pdf', url, snippet: '' }],
      evidence: [{ url, text: 'Rules' }],
    };
  }
}

const tooLong = () => new ModelError('VALIDATION_ERROR', 'Too long');

const ask = async (models: ScriptedModels, messages: readonly string[] = []) => {
  const files = new LongFiles();
  const harness = aHarness(models, sharedState(), { attached: files });
  const history = messages.flatMap((content) => [
    { role: 'user' as const, content },
    { role: 'assistant' as const, content: 'Yes.' },
  ]);
  const question = { role: 'user' as const, content: 'What do the rules say?' };
  const events = await harness.watch(
    await harness.ask('', { target: undefined, fileIds: ['f1'], messages: [...history, question] }),
  );
  const prompts = models.requests.map((request) => request.messages);
  return { files, events, harness, prompts };
};

const sourcesIn = (events: Awaited<ReturnType<typeof ask>>['events']) =>
  events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ url }) => url) : []));

test('files that are too long for a model of unknown size are shortened at once, and nobody notices', async () => {
  const { events, prompts } = await ask(new ScriptedModels('Nothing.').next(tooLong()).next(tooLong()));
  expect(prompts.map(([system]) => system?.content.slice(0, 14))).toEqual([
    'rules of 8000 ',
    'rules of 4000 ',
    'rules of 2000 ',
  ]);
  expect(textOf(events)).toBe('Nothing.');
  expect(sourcesIn(events)).toEqual(['file:f1&tokens=2000']);
  expect(events.map(({ type }) => type)).not.toContain('step');
  expect(events.map(({ type }) => type)).not.toContain('error');
});

test('what the refusal named is the room of the next request', async () => {
  class LearningModels extends ScriptedModels {
    override async *reply(...given: Parameters<ScriptedModels['reply']>) {
      try {
        yield* super.reply(...given);
      } catch (error) {
        this.contextTokens = 4096;
        throw error;
      }
    }
  }
  const { files } = await ask(new LearningModels('Nothing.').next(tooLong()));
  expect(files.rooms).toEqual([undefined, expect.any(Number)]);
  // The room of 4096 tokens less the 1024 of the answer, and a tenth in reserve.
  expect(files.rooms[1]).toBeLessThan(0.9 * 3072);
  expect(files.rooms[1]).toBeGreaterThan(2500);
});

test('the conversation before stays whole as long as the files can take less', async () => {
  const { prompts, events } = await ask(new ScriptedModels('Nothing.').next(tooLong()), ['Hello?', 'Are you there?']);
  expect(prompts.map(({ length }) => length)).toEqual([6, 6]);
  expect(events.map(({ type }) => type)).not.toContain('step');
});

test('where even the shortest files are too long, the oldest messages go, and at last the person is told', async () => {
  const models = new ScriptedModels(tooLong());
  const { prompts, events, harness } = await ask(models, ['x'.repeat(4000), 'y'.repeat(4000)]);
  expect(prompts.at(-1)?.length).toBeLessThan(prompts[0]?.length ?? 0);
  expect(events).toContainEqual(expect.objectContaining({ type: 'error', code: 'VALIDATION_ERROR' }));
  expect(harness.allowance.used).toBe(0);
});

test('what was begun is not begun again', async () => {
  const { prompts, events } = await ask(new ScriptedModels('Half', tooLong()));
  expect(prompts).toHaveLength(1);
  expect(textOf(events)).toBe('Half');
});
