import { type Caller, newPerson } from '../product/client.ts';
import { type StripeEvent, StripeServer } from '../vendors/stripe-server.ts';
import { startProduct } from './parley.ts';

/** What makes a product sell by this server. */
const stripeEnv = (vendor: StripeServer) => ({
  STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  STRIPE_WEBHOOK_SECRET: vendor.secret,
  STRIPE_PRICE_BASIC: 'price_b',
  STRIPE_PRICE_PREMIUM: 'price_p',
  STRIPE_API_BASE: vendor.url,
});

/** A product that sells by a small Stripe, and what people do there. */
export const startStripeProduct = async () => {
  const vendor = await new StripeServer().start();
  const product = await startProduct('sqlite::memory:', stripeEnv(vendor));
  const send = (event: StripeEvent) => vendor.deliver(event, product.url);
  /** Brings what the vendor says of it. */
  const told = async <T>(act: () => T): Promise<T> => {
    const from = vendor.events.length;
    const done = act();
    for (const event of vendor.events.slice(from)) {
      const { status } = await send(event);
      if (status !== 200) throw new Error(`${event.type} was answered with ${status}`);
    }
    return done;
  };
  const checkout = (person: Caller, tier: string) => person.post('/api/stripe/create-checkout', { tier });
  const open = async (person: Caller, tier: string): Promise<string> => {
    const { json } = await checkout(person, tier);
    return json.sessionId;
  };
  const buy = async (person: Caller, tier: string): Promise<string> => {
    const session = await open(person, tier);
    return told(() => vendor.pay(session));
  };
  return {
    vendor,
    product,
    send,
    told,
    checkout,
    open,
    buy,
    person: () => newPerson(product.url),
    /** The tier and status that the person is told. */
    standing: async (person: Caller) => {
      const { tier, status } = (await person.get('/api/stripe/subscription')).json;
      return [tier, status];
    },
    stop: async () => {
      await product.stop();
      await vendor.close();
    },
  };
};
