import type { PaymentTools } from '../tools.ts';
import type { SandboxBooks, SandboxEvent } from './books.ts';
import { sign } from './signature.ts';

export const SIGNATURE_HEADER = 'Parley-Signature';
const PATH = '/api/stripe/webhook';
const TRIES = 4;
const FIRST_PAUSE_MS = 250;
const TIMEOUT_MS = 10_000;

type Tools = Pick<PaymentTools, 'clock' | 'ids' | 'secrets' | 'outbox' | 'addresses'>;

/** The key under which the sandbox signs: nobody has it who has not the server's secret. */
export const signingSecret = ({ secrets }: Pick<Tools, 'secrets'>): string =>
  secrets.fingerprint('sandbox payment events');

/** Tells the product what happened as a real provider would: by signed messages over HTTP, a few tries each. */
export class Courier {
  private readonly books: SandboxBooks;
  private readonly tools: Tools;

  constructor(books: SandboxBooks, tools: Tools) {
    this.books = books;
    this.tools = tools;
  }

  /** Notes an event and sends it; answers once it was taken or given up. `subject` is what it belongs to. */
  async tell(type: string, subject: string, subscription: string | null): Promise<void> {
    const event = {
      id: `evt_sandbox_${this.tools.ids.next()}`,
      type,
      created: Math.floor(this.tools.clock.now() / 1000),
      subscription,
    };
    await this.books.events.add(event.id, subject, event);
    await this.send(event);
  }

  async send(event: SandboxEvent): Promise<void> {
    const { clock, ids, outbox } = this.tools;
    const body = JSON.stringify(event);
    await outbox.add({
      id: ids.next(),
      kind: 'event',
      recipient: PATH,
      subject: event.type,
      body,
      html: null,
      at: clock.now(),
    });
    for (let tries = 1; !(await this.isTaken(body)) && tries < TRIES; tries += 1)
      await clock.sleep(FIRST_PAUSE_MS * 2 ** tries);
  }

  private async isTaken(body: string): Promise<boolean> {
    const { addresses, clock } = this.tools;
    const headers = {
      'Content-Type': 'application/json',
      [SIGNATURE_HEADER]: sign(body, clock.now(), signingSecret(this.tools)),
    };
    try {
      const { ok } = await fetch(addresses.inner + PATH, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return ok;
    } catch {
      return false;
    }
  }
}
