import { z } from 'zod';

import type { AnalyticsEvent } from '../../domain/kernel/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';
import { analyticsProvider, type AnalyticsConnection, type AnalyticsDeps } from './provider.ts';

/** Flush interval in milliseconds. */
const FLUSH_INTERVAL_MS = 5000;
const BATCH_SIZE = 100;
/** Maximum buffer; further events are dropped, so an unreachable service costs no memory. */
const MAX_QUEUED = 1000;
const SEND_TIMEOUT_MS = 4000;

interface PostHogEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Sends batches. Events that cannot be sent are dropped, and nothing waits for them. */
class PostHog implements AnalyticsConnection {
  readonly isEnabled = true;
  private readonly url: string;
  private readonly closing = new AbortController();
  private queue: PostHogEvent[] = [];
  private flushing: Promise<void> | undefined;

  constructor(
    host: string,
    private readonly key: string,
    private readonly deps: AnalyticsDeps,
  ) {
    this.url = `${host}/batch/`;
  }

  track({ name, ...facts }: AnalyticsEvent, person: string): void {
    if (this.closing.signal.aborted || this.queue.length >= MAX_QUEUED) return;
    const timestamp = new Date(this.deps.clock.now()).toISOString();
    // No person profiles, and no geolocation of the server's own address.
    const properties = { ...facts, $process_person_profile: false, $geoip_disable: true, $lib: 'parley' };
    this.queue.push({ event: name, distinct_id: person, timestamp, properties });
    this.flushing ??= this.flush().finally(() => {
      this.flushing = undefined;
    });
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.flushing;
  }

  private async flush(): Promise<void> {
    await this.deps.clock.sleep(FLUSH_INTERVAL_MS, this.closing.signal);
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_SIZE);
      if (!(await this.send(batch))) this.queue = []; // what waits behind a failure would fail too
    }
  }

  private async send(batch: readonly PostHogEvent[]): Promise<boolean> {
    try {
      const response = await vendorFetch(this.url, SEND_TIMEOUT_MS, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ api_key: this.key, batch }),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}

/** PostHog, cloud or self-hosted. */
export const postHog = analyticsProvider({
  id: 'posthog',
  label: 'PostHog',
  settings: z.object({
    POSTHOG_KEY: tokenField('Project key.'),
    POSTHOG_HOST: optionalField(urlField('Address of the service, if not `https://eu.i.posthog.com`.')),
  }),
  enabledBy: 'POSTHOG_KEY',
  connect: (settings, deps) =>
    new PostHog(settings.POSTHOG_HOST ?? 'https://eu.i.posthog.com', settings.POSTHOG_KEY, deps),
});
