import type { ConnectedProvider, ConnectedProviders } from '../../src/domain/admin/providers/ports.ts';

export const aProvider = (changes: Partial<ConnectedProvider> = {}): ConnectedProvider => ({
  id: 'own-server',
  need: 'models',
  kind: 'openai-compatible',
  name: 'Own server',
  baseUrl: 'http://10.0.0.7:8000/v1',
  apiKey: 'sk-größer',
  model: 'tide',
  user: null,
  sender: null,
  ...changes,
});

export const behavesLikeConnectedProviders = (name: string, open: () => Promise<ConnectedProviders>): void => {
  describe(`${name}: the connected providers`, () => {
    const mail = aProvider({
      id: 'mail',
      need: 'mail',
      kind: 'smtp',
      user: 'ada',
      sender: 'a@example.org',
      model: null,
    });
    const keyless = aProvider({ id: 'ollama', kind: 'ollama', apiKey: null });

    test('are none, then what was saved, by id', async () => {
      const providers = await open();
      expect(await providers.list()).toEqual([]);
      for (const each of [aProvider(), mail, keyless]) await providers.save(each);
      expect(await providers.list()).toEqual(
        [mail, keyless, aProvider()].map((each) => ({ ...each, isLocked: false })),
      );
    });

    test('one is read for a change as it is stored', async () => {
      const providers = await open();
      await providers.save(aProvider());
      expect(await providers.lock('own-server')).toEqual({ ...aProvider(), isLocked: false });
      expect(await providers.lock('ollama')).toBeUndefined();
    });

    test('the same id again takes the place, and a removed one is gone', async () => {
      const providers = await open();
      for (const each of [aProvider(), keyless, aProvider({ apiKey: 'sk-2', name: 'Other' })])
        await providers.save(each);
      expect((await providers.list()).map(({ id, apiKey, name: label }) => [id, apiKey, label])).toEqual([
        ['ollama', null, 'Own server'],
        ['own-server', 'sk-2', 'Other'],
      ]);
      await providers.remove('own-server');
      await providers.remove('own-server');
      expect((await providers.list()).map(({ id }) => id)).toEqual(['ollama']);
    });
  });
};
