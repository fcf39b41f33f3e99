import type { CustomInstructions } from '../../src/domain/chat/replies/ports/requesters.ts';
import { NOON } from '../support/builders.ts';

/** What every store of own instructions must do. `create` answers one that knows ann and bob. */
export const behavesLikeCustomInstructions = (name: string, create: () => Promise<CustomInstructions>): void => {
  describe(`${name}: own instructions`, () => {
    test('each person has one at most, as it was written, and nobody sees another’s', async () => {
      const instructions = await create();
      expect(await instructions.find('ann')).toBeUndefined();
      await instructions.set('ann', 'Be brief.', NOON);
      await instructions.set('bob', 'Be kind.', NOON);
      const text = `Rhyme 🎵\n"always"\n${'ü'.repeat(900)}`;
      await instructions.set('ann', text, NOON + 1);
      expect([await instructions.find('ann'), await instructions.find('bob'), await instructions.find('ANN')]).toEqual([
        text,
        'Be kind.',
        undefined,
      ]);
    });

    test('is gone once removed, also twice', async () => {
      const instructions = await create();
      await instructions.set('ann', 'Be brief.', NOON);
      await instructions.set('bob', 'Be kind.', NOON);
      await instructions.remove('ann');
      await instructions.remove('ann');
      expect([await instructions.find('ann'), await instructions.find('bob')]).toEqual([undefined, 'Be kind.']);
    });
  });
};
