import { FollowModelServer } from '../../../src/domain/admin/setup/follow-model-server.ts';
import { type ModelServer, ModelServers } from '../../../src/domain/admin/setup/ports.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { InMemoryModelServer } from '../../fakes/setup.ts';

const server = (model: string): ModelServer => ({ provider: 'openai', baseUrl: null, apiKey: 'sk-1', model });

/** A store whose reads end when the test says so. */
class SlowModelServer extends InMemoryModelServer {
  readonly reads: (() => void)[] = [];

  override async find(): Promise<ModelServer | undefined> {
    const found = await super.find();
    await new Promise<void>((resolve) => void this.reads.push(resolve));
    return found;
  }
}

class RecordingModelServers extends ModelServers {
  readonly kinds = [];
  readonly variables = [];
  readonly defaultModel = 'm';
  readonly used: (string | undefined)[] = [];

  labels = () => [];
  isDemo = () => false;
  list = async () => [];

  use(next: ModelServer | undefined): void {
    this.used.push(next?.model);
  }
}

test('a slow reading never brings a server back that was replaced meanwhile', async () => {
  const [servers, store] = [new RecordingModelServers(), new SlowModelServer()];
  const follow = new FollowModelServer(servers, store, new FixedClock(), () => undefined);
  await store.save(server('old'));
  const slow = follow.update();
  await Promise.resolve();
  await store.save(server('new'));
  const updated = follow.update();
  for (let turn = 0; turn < 20; turn += 1) {
    store.reads.splice(0).forEach((end) => end());
    await Promise.resolve();
  }
  await Promise.all([slow, updated]);
  expect(servers.used.at(-1)).toBe('new');
});
