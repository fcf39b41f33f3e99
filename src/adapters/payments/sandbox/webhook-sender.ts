import { backoffMs } from '../../../domain/kernel/backoff.ts';
import { vendorFetch } from '../../../platform/vendor-fetch.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import type { SandboxStore, SandboxEvent } from './store.ts';
import { sign } from './signature.ts';

export const SIGNATURE_HEADER = 'Parley-Signature';
const WEBHOOK_PATH = '/api/stripe/webhook';
const MAX_ATTEMPTS = 4;
const BACKOFF = { baseMs: 500 };
const TIMEOUT_MS = 10_000;

type WebhookDeps = Pick<PaymentDeps, 'clock' | 'ids' | 'secrets' | 'outbox' | 'addresses'>;

/** The signing key, derived from the server's secret. */
export const signingSecret = ({ secrets }: Pick<WebhookDeps, 'secrets'>): string =>
  secrets.fingerprint('sandbox payment events');

/** Sends events like a real provider: signed, over HTTP, with a few retries each. */
export class WebhookSender {
  constructor(
    private readonly store: SandboxStore,
    private readonly deps: WebhookDeps,
  ) {}

  /** Records an event and sends it; returns once it was accepted or given up. `subject` is what it belongs to. */
  async emit(type: string, recordId: string, subscription: string | null): Promise<void> {
    const event = {
      id: `evt_sandbox_${this.deps.ids.next()}`,
      type,
      created: Math.floor(this.deps.clock.now() / 1000),
      subscription,
    };
    await this.store.events.add(event.id, recordId, event);
    await this.send(event);
  }

  async send(event: SandboxEvent): Promise<void> {
    const { clock, ids, outbox } = this.deps;
    const body = JSON.stringify(event);
    await outbox.add({
      id: ids.next(),
      kind: 'event',
      recipient: WEBHOOK_PATH,
      subject: event.type,
      body,
      html: null,
      at: clock.now(),
    });
    for (let attempt = 1; !(await this.deliver(body)) && attempt < MAX_ATTEMPTS; attempt += 1)
      await clock.sleep(backoffMs(BACKOFF, attempt));
  }

  private async deliver(body: string): Promise<boolean> {
    const { addresses, clock } = this.deps;
    const headers = {
      'Content-Type': 'application/json',
      [SIGNATURE_HEADER]: sign(body, clock.now(), signingSecret(this.deps)),
    };
    try {
      const url = addresses.internal + WEBHOOK_PATH;
      return (await vendorFetch(url, TIMEOUT_MS, { method: 'POST', headers, body })).ok;
    } catch {
      return false;
    }
  }
}
