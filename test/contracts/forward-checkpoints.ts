import type { ForwardCheckpoint, ForwardCheckpoints } from '../../src/domain/audit/ports.ts';
import { NOON } from '../support/builders.ts';

/** What all ForwardCheckpoints must do. */
export const behavesLikeForwardCheckpoints = (name: string, create: () => Promise<ForwardCheckpoints>): void => {
  describe(`${name}: how far the audit log was sent`, () => {
    const sent: ForwardCheckpoint = {
      sequence: 7,
      hash: 'a'.repeat(64),
      sentAt: NOON,
      failedAt: null,
      failures: 0,
      error: null,
      lost: 2,
    };

    test('begins before the first entry', async () => {
      const checkpoints = await create();
      expect(await checkpoints.find()).toEqual({
        sequence: 0,
        hash: '0'.repeat(64),
        sentAt: null,
        failedAt: null,
        failures: 0,
        error: null,
        lost: 0,
      });
    });

    test('is what was saved last', async () => {
      const checkpoints = await create();
      expect(await checkpoints.save(sent, 0)).toBe(true);
      expect(await checkpoints.find()).toEqual(sent);
      const failed = { ...sent, failures: 1, failedAt: NOON + 1, error: 'It does not answer in time' };
      expect(await checkpoints.save(failed, 7)).toBe(true);
      expect(await checkpoints.save(failed, 7)).toBe(true); // nothing changes, and it is still ours
      expect(await checkpoints.find()).toEqual(failed);
    });

    test('is not set back by a process that was overtaken', async () => {
      const checkpoints = await create();
      await checkpoints.save(sent, 0);
      expect(await checkpoints.save({ ...sent, sequence: 3 }, 0)).toBe(false);
      expect(await checkpoints.find()).toEqual(sent);
    });
  });
};
