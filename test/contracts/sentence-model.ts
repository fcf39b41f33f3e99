import type { SentenceModelStore } from '../../src/domain/retrieval/sentence/ports.ts';

export const behavesLikeASentenceModelStore = (name: string, create: () => Promise<SentenceModelStore>): void => {
  describe(`${name}: what processes know of a model`, () => {
    test('it is off until it is switched on', async () => {
      const store = await create();
      expect(await store.isEnabled()).toBe(false);
      await store.setEnabled(true);
      expect(await store.isEnabled()).toBe(true);
      await store.setEnabled(false);
      expect(await store.isEnabled()).toBe(false);
    });

    test('its download and when it answered are what was last saved, each model apart', async () => {
      const store = await create();
      expect([await store.findDownload('one'), await store.lastReady('one')]).toEqual([undefined, 0]);
      const running = { received: 5, total: 1_000_000_000_000, failure: null, at: 1_795_000_000_000 };
      await store.saveDownload('one', running);
      await store.saveReady('one', running.at);
      expect([await store.findDownload('one'), await store.lastReady('one')]).toEqual([running, running.at]);
      await store.saveDownload('one', { ...running, failure: 'checksum' });
      expect(await store.findDownload('one')).toEqual({ ...running, failure: 'checksum' });
      expect([await store.findDownload('two'), await store.lastReady('two')]).toEqual([undefined, 0]);
      await store.saveDownload('one', undefined);
      await store.saveDownload('one', undefined);
      expect(await store.findDownload('one')).toBeUndefined();
    });
  });
};
