import { EmbeddingModels, type TextEmbedder } from '../../../src/domain/retrieval/ports.ts';
import { FixedEmbeddingModels, WordEmbedder } from '../../fakes/retrieval.ts';
import { anEmbeddingWorld } from '../../support/embedding-world.ts';
import { until } from '../chat/harness.ts';

/** Models that take each other's place at any time. */
class SwitchedModels extends EmbeddingModels {
  private isDecided = true;

  constructor(public current: TextEmbedder) {
    super();
  }

  override get target(): string | undefined {
    return this.isDecided ? super.target : undefined;
  }

  decide(isDecided: boolean): void {
    this.isDecided = isDecided;
  }

  find(): undefined {
    return undefined;
  }
}

const live = new AbortController().signal;

test('a file whose model is replaced meanwhile has vectors of one model, named by its collection', async () => {
  const { traces, aProcess, chunks, vectors, jobs, documents } = await anEmbeddingWorld();
  const [first, second] = [new WordEmbedder('first'), new WordEmbedder('second')];
  const models = new SwitchedModels(first);
  documents.write(
    'f1.txt',
    ...Array.from({ length: 90 }, (_, at) => `# Part ${at}\n\n${'The pump is old. '.repeat(70)}`),
  );
  first.before = async () => void (models.current = second);
  await traces.enqueue('ann', 'f1');
  await aProcess('p1', models).runNext(live);
  expect(first.asked.length).toBeGreaterThan(1);
  expect(second.asked).toEqual([]);
  expect(vectors.rows.all()).toHaveLength(chunks.rows.all().length);
  expect(await jobs.listCollections({ ownerId: 'ann', fileIds: ['f1'] })).toEqual([first.collection]);
});

test('files are embedded again as soon as another model is decided on, and not before', async () => {
  const { traces, aProcess, jobs, clock } = await anEmbeddingWorld();
  const [first, second] = [new WordEmbedder('first'), new WordEmbedder('second')];
  const models = new SwitchedModels(first);
  const stop = new AbortController();
  const scope = { ownerId: 'ann', fileIds: ['f1'] };
  const collection = async () => (await jobs.listCollections(scope))[0]?.version;
  const naps = async (count: number) => {
    for (let nap = 0; nap < count; nap += 1) {
      await until(() => clock.sleeping > 0);
      await clock.advance(1000);
    }
  };
  await traces.enqueue('ann', 'f1');
  const running = aProcess('p1', models).execute(stop.signal);
  await naps(1);
  expect(await collection()).toBe(first.collection.version);
  models.decide(false);
  models.current = second;
  await naps(3);
  expect(await collection()).toBe(first.collection.version);
  models.decide(true);
  await naps(3);
  expect(await collection()).toBe(second.collection.version);
  stop.abort();
  await running;
});

test('files are embedded again in a store that takes the place of another', async () => {
  const { traces, aProcess, vectors, clock } = await anEmbeddingWorld();
  const embeddings = new FixedEmbeddingModels(new WordEmbedder());
  const vectorsAfterStartIn = async (store: string) => {
    const stop = new AbortController();
    const running = aProcess('p1', embeddings, store).execute(stop.signal);
    for (let nap = 0; nap < 3; nap += 1) {
      await until(() => clock.sleeping > 0);
      await clock.advance(1000);
    }
    stop.abort();
    await running;
    return vectors.rows.all().length;
  };
  await traces.enqueue('ann', 'f1');
  const all = await vectorsAfterStartIn('here');
  expect(all).toBeGreaterThan(0);
  await vectors.removeFile('ann', 'f1');
  expect(await vectorsAfterStartIn('here')).toBe(0); // nobody looks into the store
  expect(await vectorsAfterStartIn('there')).toBe(all);
});
