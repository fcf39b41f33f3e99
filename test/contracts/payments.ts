import { CustomerNotFound } from '../../src/domain/billing/errors.ts';
import type { Payments } from '../../src/domain/billing/ports.ts';

export interface PaymentsFixture {
  readonly payments: Payments;
  /** The person pays on the session's page; answers the subscription's id. */
  pay(sessionId: string): Promise<string>;
  /** The next period begins. */
  renew(subscriptionId: string): Promise<void>;
  /** The provider ends a subscription, or cannot collect for it. */
  lapse(subscriptionId: string): Promise<void>;
  fail(subscriptionId: string): Promise<void>;
  /** What the provider sent so far, oldest first, as it arrived. */
  messages(): Promise<readonly { readonly body: string; readonly signature: string }[]>;
  /** Where the provider sends a customer's invoices. */
  emailOf(customerId: string): Promise<string | null | undefined>;
  /** The same body, signed at another time or with another secret. */
  forge(body: string, how: { readonly ageMs?: number; readonly secret?: string }): string;
  close(): Promise<void>;
}

/** What all providers of payments must do. */
export const behavesLikePayments = (name: string, create: () => Promise<PaymentsFixture>): void => {
  describe(`${name}: payments`, () => {
    let world: PaymentsFixture;
    let payments: Payments;
    beforeEach(async () => {
      world = await create();
      payments = world.payments;
    });
    afterEach(() => world.close());

    const order = async (tier: 'basic' | 'premium' = 'basic', attempt = 1, uid = 'ann') => ({
      uid,
      customerId: await payments.createCustomer({ uid, email: `${uid}@example.org` }),
      tier,
      attempt,
    });
    const bought = async (tier: 'basic' | 'premium' = 'basic') =>
      world.pay((await payments.createCheckout(await order(tier))).sessionId);

    test('an account has one customer, however often it is asked for', async () => {
      const [first, second, other] = [await order(), await order(), await order('basic', 1, 'bob')];
      expect(second.customerId).toBe(first.customerId);
      expect(other.customerId).not.toBe(first.customerId);
    });

    test('an unknown customer is named as the reason, and another one is made in its place', async () => {
      const asked = await order();
      const unknown = { ...asked, customerId: 'cus_of_nobody' };
      await expect(payments.createCheckout(unknown)).rejects.toThrow(CustomerNotFound);
      await expect(payments.createPortalUrl('cus_of_nobody')).rejects.toThrow(CustomerNotFound);
      const ann = { uid: 'ann', email: 'ann@example.org' };
      const next = await payments.createCustomer(ann, asked.customerId);
      expect(next).not.toBe(asked.customerId);
      expect(await payments.createCustomer(ann, asked.customerId)).toBe(next);
      expect((await payments.createCheckout({ ...asked, customerId: next, attempt: 2 })).sessionId).toMatch(/^cs_/);
    });

    test('the address of invoices changes, as often as it is asked; for an unknown customer nothing does', async () => {
      const { customerId } = await order();
      for (const email of ['new@example.org', 'new@example.org']) await payments.changeEmail(customerId, email);
      await payments.changeEmail('cus_of_nobody', 'new@example.org');
      expect(await world.emailOf(customerId)).toBe('new@example.org');
    });

    test('a checkout is not yet a subscription; once paid it is an active one of its plan', async () => {
      const asked = await order('premium');
      const { sessionId, url } = await payments.createCheckout(asked);
      expect(url).toMatch(new RegExp(`^https?://.*${sessionId}`));
      expect(await payments.listByCustomer(asked.customerId)).toEqual([]);
      const id = await world.pay(sessionId);
      const found = await payments.find(id);
      expect([undefined, 'premium']).toContain(found?.soldAs);
      expect({ ...found, soldAs: undefined }).toEqual({
        id,
        customerId: asked.customerId,
        tier: 'premium',
        state: 'active',
        cancelAtPeriodEnd: false,
        nextTier: null,
        currentPeriodEnd: expect.any(Number),
      });
      expect(await payments.listByCustomer(asked.customerId)).toEqual([found]);
    });

    test('the same order twice, one after the other or at once, is one checkout', async () => {
      const asked = await order();
      const [one, two] = await Promise.all([payments.createCheckout(asked), payments.createCheckout(asked)]);
      expect(two).toEqual(one);
      expect(await payments.createCheckout({ ...asked, attempt: 2 })).toEqual(one);
    });

    test('a checkout for another plan closes the one before', async () => {
      const basic = await payments.createCheckout(await order('basic', 1));
      const premium = await payments.createCheckout(await order('premium', 2));
      await expect(world.pay(basic.sessionId)).rejects.toThrow();
      await world.pay(premium.sessionId);
      expect((await payments.createCheckout(await order('basic', 3))).sessionId).not.toBe(basic.sessionId);
    });

    test('a checkout that was closed cannot be paid, also when closed twice; nobody’s are none', async () => {
      const asked = await order();
      const { sessionId } = await payments.createCheckout(asked);
      await payments.closeCheckouts(asked.customerId);
      await payments.closeCheckouts(asked.customerId);
      await payments.closeCheckouts('cus_of_nobody');
      await expect(world.pay(sessionId)).rejects.toThrow();
      expect((await payments.createCheckout({ ...asked, attempt: 2 })).sessionId).not.toBe(sessionId);
    });

    test('what was cancelled runs to the end of its period, also when asked for twice', async () => {
      const id = await bought();
      const before = await payments.find(id);
      await payments.cancelAtPeriodEnd(id);
      await payments.cancelAtPeriodEnd(id);
      expect(await payments.find(id)).toEqual({ ...before, cancelAtPeriodEnd: true });
    });

    test('a cancellation is taken back until the end, also when asked for twice, and never after it', async () => {
      const id = await bought();
      const before = await payments.find(id);
      await payments.cancelAtPeriodEnd(id);
      await payments.resume(id);
      await payments.resume(id);
      expect(await payments.find(id)).toEqual(before);
      await payments.cancelImmediately(id);
      await payments.resume(id);
      expect(await payments.find(id)).toMatchObject({ state: 'ended', cancelAtPeriodEnd: false });
    });

    test('a downgrade waits for the period’s end, also asked for twice, and is taken back until then', async () => {
      const id = await bought('premium');
      const before = await payments.find(id);
      await payments.scheduleDowngrade(id, 'basic');
      await payments.scheduleDowngrade(id, 'basic');
      expect(await payments.find(id)).toEqual({ ...before, nextTier: 'basic' });
      expect(await payments.listByCustomer(before?.customerId ?? '')).toEqual([{ ...before, nextTier: 'basic' }]);
      await payments.cancelDowngrade(id);
      await payments.cancelDowngrade(id);
      expect(await payments.find(id)).toEqual(before);
      await payments.scheduleDowngrade(id, 'basic');
      expect(await payments.find(id)).toEqual({ ...before, nextTier: 'basic' });
    });

    test('the next period has the lower plan, and the one after too', async () => {
      const id = await bought('premium');
      await payments.scheduleDowngrade(id, 'basic');
      await world.renew(id);
      expect(await payments.find(id)).toMatchObject({ tier: 'basic', nextTier: null, state: 'active' });
      await world.renew(id);
      expect(await payments.find(id)).toMatchObject({ tier: 'basic', nextTier: null, state: 'active' });
    });

    test('a cancellation takes the place of a downgrade, and what is cancelled takes none', async () => {
      const id = await bought('premium');
      const before = await payments.find(id);
      await payments.scheduleDowngrade(id, 'basic');
      await payments.cancelAtPeriodEnd(id);
      expect(await payments.find(id)).toEqual({ ...before, cancelAtPeriodEnd: true });
      await payments.scheduleDowngrade(id, 'basic');
      expect(await payments.find(id)).toEqual({ ...before, cancelAtPeriodEnd: true });
      await payments.resume(id);
      expect(await payments.find(id)).toEqual(before);
    });

    test('what ends at once has no next plan', async () => {
      const id = await bought('premium');
      await payments.scheduleDowngrade(id, 'basic');
      await payments.cancelImmediately(id);
      await payments.scheduleDowngrade(id, 'basic');
      expect(await payments.find(id)).toMatchObject({ state: 'ended', nextTier: null });
    });

    test('what is ended is ended, also when asked for twice', async () => {
      const id = await bought();
      await payments.cancelImmediately(id);
      await payments.cancelImmediately(id);
      expect(await payments.find(id)).toMatchObject({ state: 'ended', cancelAtPeriodEnd: false });
    });

    test('a payment that fails and a period that ends are told', async () => {
      const id = await bought();
      await world.fail(id);
      expect(await payments.find(id)).toMatchObject({ state: 'past_due' });
      await world.lapse(id);
      expect(await payments.find(id)).toMatchObject({ state: 'ended' });
    });

    test('a subscription that does not exist is none', async () => {
      expect(await payments.find('sub_of_nobody')).toBeUndefined();
      await payments.cancelImmediately('sub_of_nobody');
    });

    test('who has bought has a page to manage it', async () => {
      const asked = await order();
      await world.pay((await payments.createCheckout(asked)).sessionId);
      expect(await payments.createPortalUrl(asked.customerId)).toMatch(/^https?:\/\//);
    });

    test('signed messages name their subscription, each by an id of its own', async () => {
      const id = await bought();
      await world.fail(id);
      const events = (await world.messages()).map(({ body, signature }) => payments.parseEvent(body, signature));
      expect(events.filter(({ subscriptionId }) => subscriptionId === id).length).toBeGreaterThanOrEqual(3);
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    });

    test('a message that was changed, signed by others, signed long ago or not signed is refused', async () => {
      await bought();
      const [{ body, signature } = { body: '', signature: '' }] = await world.messages();
      payments.parseEvent(body, world.forge(body, { ageMs: 240_000 }));
      const bad = [
        '',
        'nonsense',
        't=1,v1=',
        `${signature}0`,
        world.forge(body, { ageMs: 400_000 }),
        world.forge(body, { secret: 'another secret' }),
      ];
      for (const wrong of bad) expect(() => payments.parseEvent(body, wrong)).toThrow('Invalid signature');
      expect(() => payments.parseEvent(body.replace('"', ' "'), signature)).toThrow('Invalid signature');
    });
  });
};
