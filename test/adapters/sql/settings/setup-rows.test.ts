import {
  SqlAdoptedProviders,
  SqlConnectedModelServer,
  SqlSetupProgress,
} from '../../../../src/adapters/sql/settings/setup-rows.ts';
import { SettingsTable } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import {
  behavesLikeAdoptedProviders,
  behavesLikeConnectedModelServer,
  behavesLikeSetupProgress,
} from '../../../contracts/setup.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { ReversingSecretBox } from '../../../fakes/setup.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  const openTable = async () => new SettingsTable(await open(), new FixedClock());

  behavesLikeConnectedModelServer('SQL', async () => {
    return new SqlConnectedModelServer(await openTable(), new ReversingSecretBox());
  });
  behavesLikeAdoptedProviders('SQL', async () => new SqlAdoptedProviders(await openTable()));
  behavesLikeSetupProgress('SQL', async () => new SqlSetupProgress(await openTable()));

  test('a key that was stored with another APP_SECRET means no server', async () => {
    const table = await openTable();
    const server = { provider: 'openai', baseUrl: null, apiKey: 'sk-1', model: 'm' };
    await new SqlConnectedModelServer(table, new ReversingSecretBox('old')).save(server);
    expect(await new SqlConnectedModelServer(table, new ReversingSecretBox('new')).find()).toBeUndefined();
  });
});
