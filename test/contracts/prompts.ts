import { CommandTaken } from '../../src/domain/prompts/errors.ts';
import type { PromptStore } from '../../src/domain/prompts/ports.ts';
import { aPrompt } from '../fakes/prompts.ts';
import { NOON } from '../support/builders.ts';

interface PromptWorld {
  readonly prompts: PromptStore;
  /** Deletes an account. */
  readonly remove: (uid: string) => Promise<void>;
}

const OWN = aPrompt({ id: 'own', command: 'Über-blick', title: 'B', description: 'd', createdAt: NOON });
const OTHER = aPrompt({ id: 'other', command: '要約', title: 'A', text: '短く 🥞 {{text}}', updatedAt: NOON });
const PUBLISHED = aPrompt({ id: 'published', ownerUid: null, command: 'über-blick', title: 'C' });

/** With the accounts `ann` and `bob`. */
export const behavesLikePromptStore = (name: string, create: () => Promise<PromptWorld>): void => {
  describe(name, () => {
    const filled = async (): Promise<PromptWorld> => {
      const world = await create();
      for (const prompt of [OWN, OTHER, PUBLISHED]) await world.prompts.add(prompt);
      return world;
    };

    test('a library comes back as stored, by title; others have theirs', async () => {
      const { prompts } = await filled();
      expect(await prompts.list('ann')).toEqual([OTHER, OWN]);
      expect(await prompts.list('bob')).toEqual([]);
      expect(await prompts.list(null)).toEqual([PUBLISHED]);
      expect(await prompts.measure('ann')).toEqual({ prompts: 2, length: OWN.text.length + OTHER.text.length });
      expect(await prompts.measure('bob')).toEqual({ prompts: 0, length: 0 });
      expect(await prompts.measure(null)).toEqual({ prompts: 1, length: PUBLISHED.text.length });
    });

    test('a prompt is found in its own library only', async () => {
      const { prompts } = await filled();
      expect(await prompts.lock('ann', 'own')).toEqual(OWN);
      expect(await prompts.lock(null, 'published')).toEqual(PUBLISHED);
      for (const [library, id] of [
        ['bob', 'own'],
        [null, 'own'],
        ['ann', 'published'],
        ['ann', 'none'],
      ] as const)
        expect(await prompts.lock(library, id)).toBeUndefined();
    });

    test('a command is taken once in a library, whatever the case of its letters; accents tell apart', async () => {
      const { prompts } = await filled();
      await expect(prompts.add(aPrompt({ id: 'twice', command: 'ÜBER-BLICK' }))).rejects.toThrow(CommandTaken);
      await expect(prompts.update({ ...OTHER, command: 'über-Blick' })).rejects.toThrow(CommandTaken);
      await prompts.add(aPrompt({ id: 'plain', command: 'uber-blick' }));
      await prompts.add(aPrompt({ id: 'bobs', ownerUid: 'bob', command: 'über-blick' }));
      await prompts.update({ ...OWN, command: 'über-blick', text: 'other', revision: 2 });
      expect(await prompts.lock('ann', 'own')).toEqual({
        ...OWN,
        command: 'über-blick',
        text: 'other',
        revision: 2,
      });
    });

    test('what is removed is gone, and so is what a deleted account had', async () => {
      const { prompts, remove } = await filled();
      await prompts.remove('other');
      expect(await prompts.list('ann')).toEqual([OWN]);
      await remove('ann');
      expect(await prompts.list('ann')).toEqual([]);
      expect(await prompts.list(null)).toEqual([PUBLISHED]);
    });
  });
};
