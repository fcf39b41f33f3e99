import { connectedProviders } from '../../../../migrations/0290-connected-providers.ts';
import { SqlConnectedProviders } from '../../../../src/adapters/sql/settings/connected-providers.ts';
import { SettingsTable } from '../../../../src/adapters/sql/settings/sql-settings.ts';
import { FixedClock } from '../../../fakes/kernel.ts';
import { ReversingSecretBox } from '../../../fakes/setup.ts';
import { describeEachDatabase } from '../../../support/databases.ts';

describeEachDatabase(({ open }) => {
  test('the connected model server becomes a provider with its key, and back', async () => {
    const db = await open();
    const box = new ReversingSecretBox();
    const server = { provider: 'ollama', baseUrl: 'http://10.0.0.7:11434', model: 'tide', key: box.seal('sk-1') };
    const row = { name: 'model-server', value: JSON.stringify(server) };
    await db.connection('settings').insert(row);
    for (let run = 0; run < 2; run += 1) await connectedProviders.up(db.connection);
    const providers = await new SqlConnectedProviders(
      new SettingsTable(db, new FixedClock()),
      box,
      () => undefined,
    ).list();
    expect(providers).toMatchObject([
      { id: 'ollama', need: 'models', kind: 'ollama', apiKey: 'sk-1', model: 'tide', isLocked: false },
    ]);
    await connectedProviders.down(db.connection);
    expect(await db.connection('settings').where('name', 'like', 'provider:%')).toEqual([]);
    const restored = await db.connection('settings').where({ name: 'model-server' }).first('value');
    expect(JSON.parse(restored.value)).toEqual(server);
  });
});
