import { CryptoSecrets } from '../../src/adapters/system/ids.ts';
import { AuditTrail } from '../../src/domain/audit/audit-trail.ts';
import { AuditChain } from '../../src/domain/audit/chain.ts';
import { VerifyAudit } from '../../src/domain/audit/verify-audit.ts';
import { type ResealResult, SealedValues } from '../../src/domain/operations/ports.ts';
import { RotateSecret } from '../../src/domain/operations/rotate-secret.ts';
import { InMemoryAuditStore, TestAuditContext } from '../fakes/audit.ts';
import { FixedClock } from '../fakes/kernel.ts';

class CountedValues extends SealedValues {
  constructor(private readonly result: ResealResult) {
    super();
  }

  async resealAll(): Promise<ResealResult> {
    return this.result;
  }
}

/** An audit log of two entries that another secret sealed. */
const world = async () => {
  const store = new InMemoryAuditStore();
  const partsWith = (secret: string) => {
    const chain = new AuditChain(new CryptoSecrets(secret));
    const audit = new AuditTrail(store, chain, new TestAuditContext(), new FixedClock());
    return { audit, verify: new VerifyAudit(store, chain) };
  };
  const before = partsWith('the old secret');
  await before.audit.record({ action: 'share.create' });
  await before.audit.record({ action: 'share.revoke' });
  const now = partsWith('the new secret');
  const warnings: string[] = [];
  const rotate = (resealed: number, { isRotating = true, unreadable = 0 } = {}) =>
    new RotateSecret({
      values: new CountedValues({ resealed, unreadable }),
      audit: now.audit,
      isSealed: () => now.verify.isSealed(),
      isRotating,
      done: () => undefined,
      warn: (line) => void warnings.push(line),
      failed: (what, error) => {
        throw new Error(what, { cause: error });
      },
    }).execute(new AbortController().signal);
  return { warnings, rotate, verify: now.verify, actions: () => store.entries.map(({ action }) => action) };
};

test.each([0, 3])('after a rotation of %i values the chain verifies, and restarts record no more', async (count) => {
  const { rotate, verify, actions } = await world();
  expect((await verify.execute()).fault).toEqual({ sequence: 1, kind: 'seal' });
  await rotate(count);
  expect((await verify.execute()).fault).toBeNull();
  await rotate(0);
  expect(actions()).toEqual(['share.create', 'share.revoke', 'secret.rotate']);
});

test('without an earlier secret nothing is done, but the operator is told of values of another one', async () => {
  const { rotate, actions, warnings } = await world();
  await rotate(0, { isRotating: false });
  expect([actions().length, warnings]).toEqual([2, []]);
  await rotate(0, { isRotating: false, unreadable: 4 });
  expect([actions().length, warnings]).toEqual([
    2,
    [expect.stringMatching(/^4 values were encrypted with another APP_SECRET/)],
  ]);
});
