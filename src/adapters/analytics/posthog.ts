import { z } from 'zod';

import type { AnalyticsEvent } from '../../domain/kernel/ports.ts';
import { address, optional, word } from '../../provider.ts';
import { analyticsProvider, type AnalyticsConnection, type AnalyticsTools } from './provider.ts';

/** How long events gather before they are sent, in milliseconds. */
const GATHER_MS = 5000;
const BATCH = 100;
/** What waits at most; more is dropped, so that a service that is away costs no memory. */
const MOST_WAITING = 1000;
const SEND_MS = 4000;

interface Line {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Anything that takes PostHog's batches, whose cloud included. What cannot be sent is dropped: it is told nobody twice, and nothing waits for it. */
class PostHog implements AnalyticsConnection {
  readonly listens = true;
  private readonly url: string;
  private readonly key: string;
  private readonly tools: AnalyticsTools;
  private readonly closing = new AbortController();
  private waiting: Line[] = [];
  private sending: Promise<void> | undefined;

  constructor(host: string, key: string, tools: AnalyticsTools) {
    this.url = `${host}/batch/`;
    this.key = key;
    this.tools = tools;
  }

  tell({ name, ...facts }: AnalyticsEvent, person: string): void {
    if (this.closing.signal.aborted || this.waiting.length >= MOST_WAITING) return;
    const timestamp = new Date(this.tools.clock.now()).toISOString();
    // No profile is made of a person, and the server's own address is nobody's place.
    const properties = { ...facts, $process_person_profile: false, $geoip_disable: true, $lib: 'parley' };
    this.waiting.push({ event: name, distinct_id: person, timestamp, properties });
    this.sending ??= this.sendAll().finally(() => {
      this.sending = undefined;
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.sending;
  }

  private async sendAll(): Promise<void> {
    await this.tools.clock.sleep(GATHER_MS, this.closing.signal);
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH);
      if (!(await this.send(batch))) this.waiting = []; // what waits behind a failure would fail too
    }
  }

  private async send(batch: readonly Line[]): Promise<boolean> {
    try {
      const answer = await fetch(this.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ api_key: this.key, batch }),
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_MS),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}

/** PostHog, in its cloud or one's own. */
export const postHog = analyticsProvider({
  id: 'posthog',
  label: 'PostHog',
  settings: z.object({
    POSTHOG_KEY: word('Project key.'),
    POSTHOG_HOST: optional(address('Address of the service, if not `https://eu.i.posthog.com`.')),
  }),
  switchedOnBy: 'POSTHOG_KEY',
  connect: (set, tools) => new PostHog(set.POSTHOG_HOST ?? 'https://eu.i.posthog.com', set.POSTHOG_KEY, tools),
});
