import { jest } from '@jest/globals';

import { ReconcileSubscriptions } from '../../../../src/domain/billing/reconcile-subscriptions.ts';
import { type RunningServer, startParley } from '../../../../src/process/start.ts';
import { type Caller, newPerson, PASSWORD } from '../../../product/client.ts';
import { describeMysql } from '../../../support/databases.ts';
import { type Product, startProduct } from '../../../support/parley.ts';
import { type StripeEvent, StripeServer } from '../../../vendors/stripe-server.ts';

jest.setTimeout(60_000);

// Two processes serve it.
describeMysql(({ migratedUrl }) => {
  describe('a product that sells by Stripe', () => {
    let vendor: StripeServer;
    let product: Product;
    let second: RunningServer;

    beforeAll(async () => {
      vendor = await new StripeServer().start();
      const env = {
        STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
        STRIPE_WEBHOOK_SECRET: vendor.secret,
        STRIPE_PRICE_BASIC: 'price_b',
        STRIPE_PRICE_PREMIUM: 'price_p',
        STRIPE_API_BASE: vendor.url,
      };
      product = await startProduct(await migratedUrl(), env);
      const { DATABASE_URL, DATA_DIR, APP_SECRET } = product.running.context.config;
      second = await startParley({
        PORT: '0',
        METRICS_PORT: '0',
        LOG_LEVEL: 'silent',
        LLM: 'demo',
        SHUTDOWN_GRACE_SECONDS: '0',
        DATABASE_URL,
        DATA_DIR,
        APP_SECRET,
        ...env,
      });
    }, 60_000);
    afterAll(async () => {
      await second.stop();
      await product.stop();
      await vendor.close();
    });

    const send = (event: StripeEvent, signature?: string) => vendor.deliver(event, product.url, signature);
    const sendNew = async (from: number) => {
      for (const event of vendor.events.slice(from)) expect((await send(event)).status).toBe(200);
    };
    const standing = async (person: Caller) => {
      const { tier, status } = (await person.get('/api/stripe/subscription')).json;
      const me = (await person.get('/api/auth/me')).json.user;
      expect(me.subscription).toBe(tier);
      return [tier, status];
    };
    const open = async (person: Caller, tier: string) =>
      (await person.post('/api/stripe/create-checkout', { tier })).json.sessionId as string;
    /** Buys, and lets the messages come through. */
    const buy = async (person: Caller, tier: string) => {
      const from = vendor.events.length;
      const id = vendor.pay(await open(person, tier));
      await sendNew(from);
      return id;
    };
    const reconcile = async () => {
      await product.database.connection('chores').delete();
      return product.running.container.get(ReconcileSubscriptions).runIfDue(new AbortController().signal);
    };

    test('who has bought nothing has the free plan, nothing to cancel and no page of invoices', async () => {
      const ann = await newPerson(product.url);
      expect((await ann.get('/api/stripe/subscription')).json).toEqual({
        tier: 'free',
        price: 0,
        status: 'none',
        dailyLimit: 30,
        models: expect.any(Array),
        stripeSubscriptionId: null,
        stripeCustomerId: null,
        cancelAtPeriodEnd: false,
        currentPeriodEnd: null,
        nextTier: null,
        granted: null,
      });
      for (const path of ['/api/stripe/cancel', '/api/stripe/portal']) {
        const { status, json } = await ann.post(path);
        expect([status, json]).toEqual([400, { error: 'No active subscription' }]);
      }
    });

    test('a plan is bought when the provider’s signed message comes, and not before', async () => {
      const ann = await newPerson(product.url);
      const from = vendor.events.length;
      const { status, json } = await ann.post('/api/stripe/create-checkout', { tier: 'basic' });
      expect([status, json]).toEqual([
        200,
        { url: expect.stringContaining('https://checkout.stripe.test/'), sessionId: expect.any(String) },
      ]);
      const id = vendor.pay(json.sessionId);
      await ann.get('/?checkout=success');
      expect(await standing(ann)).toEqual(['free', 'none']);
      const answers = await Promise.all(vendor.events.slice(from).map((event) => send(event)));
      for (const answer of answers) expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
      expect((await ann.get('/api/stripe/subscription')).json).toMatchObject({
        tier: 'basic',
        price: 4.99,
        status: 'active',
        dailyLimit: -1,
        stripeSubscriptionId: id,
      });
      expect((await ann.post('/api/stripe/portal')).json.url).toContain('https://billing.stripe.test/');
    });

    test('who was deleted in the dashboard is told to choose a plan, and can buy one again', async () => {
      const eve = await newPerson(product.url);
      const bought = await buy(eve, 'basic');
      const customer = vendor.subscriptions.get(bought)?.customer ?? '';
      const from = vendor.events.length;
      vendor.deleteCustomer(customer);
      await sendNew(from);
      const { status, json } = await eve.post('/api/stripe/portal');
      expect([status, json]).toEqual([409, { error: expect.stringContaining('Choose a plan to subscribe again') }]);
      await buy(eve, 'premium');
      expect(await standing(eve)).toEqual(['premium', 'active']);
      expect((await eve.post('/api/stripe/portal')).json.url).not.toContain(customer);
    });

    test('an account that is deleted is charged no more, whatever was under way', async () => {
      const ben = await newPerson(product.url);
      const sessionId = await open(ben, 'premium');
      const { customer = '' } = vendor.sessions.get(sessionId) ?? {};
      expect((await ben.post('/api/account/delete', { password: PASSWORD })).status).toBe(200);
      expect(() => vendor.pay(sessionId)).toThrow('not open');
      const late = vendor.addSubscription(customer, 'price_p');
      const from = vendor.events.length;
      vendor.change(late, { status: 'active' }, 'invoice.paid');
      await sendNew(from);
      expect(vendor.subscriptions.get(late)?.status).toBe('canceled');
    });

    test('only a higher plan can be bought', async () => {
      const ben = await newPerson(product.url);
      await buy(ben, 'premium');
      for (const tier of ['basic', 'premium']) {
        const { status, json } = await ben.post('/api/stripe/create-checkout', { tier });
        expect([status, json]).toEqual([
          400,
          { error: expect.stringContaining('higher'), code: 'VALIDATION_ERROR', field: 'tier' },
        ]);
      }
      for (const tier of ['free', 'gold', 1])
        expect((await ben.post('/api/stripe/create-checkout', { tier })).json.field).toBe('tier');
    });

    test('an upgrade takes the place of the plan before, which is ended with credit', async () => {
      const carl = await newPerson(product.url);
      const basic = await buy(carl, 'basic');
      const premium = await buy(carl, 'premium');
      expect(await standing(carl)).toEqual(['premium', 'active']);
      expect([vendor.subscriptions.get(basic)?.status, vendor.subscriptions.get(premium)?.status]).toEqual([
        'canceled',
        'active',
      ]);
      const ended = vendor.calls.find(({ method, path }) => method === 'DELETE' && path.endsWith(basic));
      expect(ended?.form.get('prorate')).toBe('true');
      await sendNew(0); // everything once more, oldest first
      expect(await standing(carl)).toEqual(['premium', 'active']);
    });

    test('two checkouts that were both paid leave one that costs', async () => {
      const dan = await newPerson(product.url);
      const { customer = '' } = vendor.sessions.get(await open(dan, 'basic')) ?? {};
      const ids = [vendor.addSubscription(customer, 'price_b'), vendor.addSubscription(customer, 'price_b')];
      const events = ids.map((id) =>
        vendor.emit('checkout.session.completed', { object: 'checkout.session', subscription: id }),
      );
      await Promise.all(events.map((event) => send(event)));
      expect(await standing(dan)).toEqual(['basic', 'active']);
      expect(ids.map((id) => vendor.subscriptions.get(id)?.status).toSorted()).toEqual(['active', 'canceled']);
    });

    test('a cancelled plan stays to its period’s end, then falls to free; asking again answers the same', async () => {
      const eve = await newPerson(product.url);
      const id = await buy(eve, 'basic');
      const first = await eve.post('/api/stripe/cancel');
      expect([first.status, first.json]).toEqual([
        200,
        { success: true, status: 'canceling', cancelAtPeriodEnd: true, currentPeriodEnd: expect.any(String) },
      ]);
      expect((await eve.post('/api/stripe/cancel')).json).toEqual(first.json);
      expect(await standing(eve)).toEqual(['basic', 'canceling']);
      const from = vendor.events.length;
      vendor.change(id, { status: 'canceled' }, 'customer.subscription.deleted');
      await sendNew(from);
      expect(await standing(eve)).toEqual(['free', 'canceled']);
      expect((await eve.post('/api/stripe/cancel')).status).toBe(400);
      await buy(eve, 'basic');
      expect(await standing(eve)).toEqual(['basic', 'active']);
    });

    test('a payment that fails keeps the plan until the provider ends it', async () => {
      const finn = await newPerson(product.url);
      const id = await buy(finn, 'basic');
      let from = vendor.events.length;
      vendor.change(id, { status: 'past_due' }, 'invoice.payment_failed');
      await sendNew(from);
      expect(await standing(finn)).toEqual(['basic', 'past_due']);
      from = vendor.events.length;
      vendor.change(id, { status: 'unpaid' });
      await sendNew(from);
      expect(await standing(finn)).toEqual(['free', 'past_due']);
    });

    test('messages in any order, many times and to two processes at once, end in the provider’s state', async () => {
      const gina = await newPerson(product.url);
      const from = vendor.events.length;
      const id = vendor.pay(await open(gina, 'premium'));
      vendor.change(id, { status: 'past_due' }, 'invoice.payment_failed');
      vendor.change(id, { status: 'active' }, 'invoice.paid');
      const events = vendor.events.slice(from);
      const urls = [product.url, second.url.replace('localhost', '127.0.0.1')];
      const everywhere = [...events, ...events.toReversed()].flatMap((event) =>
        urls.map((url) => vendor.deliver(event, url)),
      );
      for (const answer of await Promise.all(everywhere)) expect(answer.status).toBe(200);
      expect(await standing(gina)).toEqual(['premium', 'active']);
      vendor.change(id, { status: 'canceled' }, 'customer.subscription.deleted');
      await sendNew(vendor.events.length - 1);
      for (const event of events) expect((await send(event)).status).toBe(200);
      expect(await standing(gina)).toEqual(['free', 'canceled']);
      expect(
        await product.database.connection('payment_events').whereIn(
          'id',
          events.map((event) => event.id),
        ),
      ).toHaveLength(events.length);
    });

    test('messages that are forged, old, unsigned or changed change nothing', async () => {
      const hugo = await newPerson(product.url);
      const from = vendor.events.length;
      vendor.pay(await open(hugo, 'premium'));
      const [event = { id: '', type: '', payload: '' }] = vendor.events.slice(from);
      const old = Math.floor(Date.now() / 1000) - 600;
      for (const signature of [
        '',
        'nonsense',
        vendor.sign(event.payload, { secret: 'guess' }),
        vendor.sign(event.payload, { at: old }),
        vendor.sign(`${event.payload} `),
      ]) {
        const answer = await send(event, signature);
        expect([answer.status, await answer.json()]).toEqual([400, { error: 'Invalid signature' }]);
      }
      expect(await standing(hugo)).toEqual(['free', 'none']);
      expect((await send({ ...event, payload: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(413);
      expect((await send(event)).status).toBe(200);
      expect(await standing(hugo)).toEqual(['premium', 'active']);
    });

    test('a customer whom nobody knows, or who claims to be somebody, moves no account', async () => {
      const iris = await newPerson(product.url);
      const { uid } = (await iris.get('/api/auth/me')).json.user;
      const id = vendor.addSubscription('cus_of_nobody', 'price_p');
      for (const object of [
        { id, object: 'subscription', metadata: { uid } },
        { object: 'checkout.session', subscription: id, client_reference_id: uid, metadata: { uid } },
        { id: 'sub_that_is_none', object: 'subscription' },
      ]) {
        expect((await send(vendor.emit('customer.subscription.created', object))).status).toBe(200);
      }
      expect((await send(vendor.emit('price.created', { id: 'price_x', object: 'price' }))).status).toBe(200);
      expect(await standing(iris)).toEqual(['free', 'none']);
    });

    test('a message during which the provider cannot be asked is not lost: the next try applies it', async () => {
      const jack = await newPerson(product.url);
      const from = vendor.events.length;
      vendor.pay(await open(jack, 'basic'));
      const [event = { id: '', type: '', payload: '' }] = vendor.events.slice(from);
      vendor.enqueue(500, 500);
      expect((await send(event)).status).toBe(502);
      vendor.clearQueue();
      expect(await standing(jack)).toEqual(['free', 'none']);
      expect((await send(event)).status).toBe(200);
      expect(await standing(jack)).toEqual(['basic', 'active']);
    });

    test('messages that never came are made up for by the daily check, which one process does', async () => {
      const kate = await newPerson(product.url);
      const lost = vendor.pay(await open(kate, 'basic'));
      await product.database.connection('chores').delete();
      const runs = [product.running, second].map(({ container }) =>
        container.get(ReconcileSubscriptions).runIfDue(new AbortController().signal),
      );
      expect((await Promise.all(runs)).toSorted()).toEqual([false, true]);
      expect(await standing(kate)).toEqual(['basic', 'active']);
      vendor.change(lost, { status: 'canceled' }, 'customer.subscription.deleted');
      await reconcile();
      expect(await standing(kate)).toEqual(['free', 'canceled']);
    });

    test('a provider that does not work is told in one line, and nothing is lost', async () => {
      const leo = await newPerson(product.url);
      await buy(leo, 'basic');
      vendor.fail('POST checkout/sessions', 500, 500);
      const checkout = await leo.post('/api/stripe/create-checkout', { tier: 'premium' });
      expect([checkout.status, checkout.json]).toEqual([502, { error: 'Failed to start checkout process' }]);
      vendor.clearQueue();
      vendor.enqueue(500, 500);
      const cancel = await leo.post('/api/stripe/cancel');
      expect([cancel.status, cancel.json]).toEqual([502, { error: 'Failed to cancel subscription' }]);
      vendor.clearQueue();
      expect(await standing(leo)).toEqual(['basic', 'active']);
      expect((await leo.post('/api/stripe/create-checkout', { tier: 'premium' })).status).toBe(200);
    });
  });
});
