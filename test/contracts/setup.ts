import type { AdoptedProviders, SecretBox, SetupProgressStore } from '../../src/domain/admin/setup/ports.ts';

export const behavesLikeSetupProgress = (name: string, open: () => Promise<SetupProgressStore>): void => {
  describe(`${name}: the progress of the set-up`, () => {
    test('begins with nothing and is what was last saved', async () => {
      const store = await open();
      expect(await store.find()).toEqual({ purpose: null, steps: [] });
      await store.save({ purpose: 'team', steps: ['purpose', 'mail'] });
      expect(await store.find()).toEqual({ purpose: 'team', steps: ['purpose', 'mail'] });
    });
  });
};

export const behavesLikeSecretBox = (name: string, open: (key: string, previous?: string) => SecretBox): void => {
  describe(`${name}: a secret box`, () => {
    const box = open('one');

    test.each(['sk-1', '', 'größer 🥞'.repeat(50)])('opens what it sealed: %j', (text) => {
      const sealed = box.seal(text);
      expect(box.open(sealed)).toBe(text);
      if (text !== '') expect(sealed).not.toContain(text);
    });

    test('opens nothing of another key, and nothing that it did not seal', () => {
      expect(open('two').open(box.seal('sk-1'))).toBeUndefined();
      for (const other of ['', 'x', 'A'.repeat(80)]) expect(box.open(other)).toBeUndefined();
    });

    test('seals anew what a previous key sealed, and nothing else', () => {
      const rotating = open('two', 'one');
      const old = box.seal('sk-1');
      const resealed = rotating.reseal(old) ?? '';
      expect([rotating.open(old), open('two').open(resealed), box.open(resealed)]).toEqual(['sk-1', 'sk-1', undefined]);
      expect([rotating.reseal(resealed), open('two').reseal(old), rotating.reseal('x')]).toEqual([
        resealed,
        undefined,
        undefined,
      ]);
    });
  });
};

export const behavesLikeAdoptedProviders = (name: string, open: () => Promise<AdoptedProviders>): void => {
  test(`${name}: the adopted providers are none, then what was last saved`, async () => {
    const adopted = await open();
    expect(await adopted.find()).toBeUndefined();
    await adopted.save('Demo');
    await adopted.save('Groq, Ollama');
    expect(await adopted.find()).toBe('Groq, Ollama');
  });
};
