import {
  SqlAdoptedProviders,
  SqlConnectedModelServer,
  SqlSetupProgress,
} from '../../../../src/adapters/sql/settings/setup-rows.ts';
import { SqlSentenceModelStore } from '../../../../src/adapters/sql/settings/sentence-model-rows.ts';
import { SettingsTable } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import {
  behavesLikeAdoptedProviders,
  behavesLikeConnectedModelServer,
  behavesLikeSetupProgress,
} from '../../../contracts/setup.ts';
import { behavesLikeASentenceModelStore } from '../../../contracts/sentence-model.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { ReversingSecretBox } from '../../../fakes/setup.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

const unexpected = (what: string, error: unknown): never => {
  throw new Error(what, { cause: error });
};

describeEachDatabase(({ open }) => {
  const openTable = async () => new SettingsTable(await open(), new FixedClock());

  behavesLikeConnectedModelServer('SQL', async () => {
    return new SqlConnectedModelServer(await openTable(), new ReversingSecretBox(), unexpected);
  });
  behavesLikeAdoptedProviders('SQL', async () => new SqlAdoptedProviders(await openTable()));
  behavesLikeSetupProgress('SQL', async () => new SqlSetupProgress(await openTable()));

  behavesLikeASentenceModelStore('SQL', async () => new SqlSentenceModelStore(await openTable()));

  test('a key that was stored with another APP_SECRET means no server, which is logged once', async () => {
    const table = await openTable();
    const server = { provider: 'openai', baseUrl: null, apiKey: 'sk-1', model: 'm' };
    await new SqlConnectedModelServer(table, new ReversingSecretBox('old'), unexpected).save(server);
    const failures: unknown[] = [];
    const log = (_: string, error: unknown) => void failures.push(error);
    const connected = new SqlConnectedModelServer(table, new ReversingSecretBox('new'), log);
    expect([await connected.find(), await connected.find()]).toEqual([undefined, undefined]);
    expect(failures).toEqual([new Error('APP_SECRET has changed since its key was stored')]);
  });
});
