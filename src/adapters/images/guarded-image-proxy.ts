import { ImageUnavailable, TooManyImageRequests } from '../../domain/agents/errors.ts';
import { type ProxiedImage, type ImageRequester, ImageProxy } from '../../domain/agents/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { LruCache } from '../../domain/kernel/lru-cache.ts';
import { FairSemaphore, QueueFull } from '../../platform/semaphore.ts';
import { reEncode, type TargetSize } from './re-encode.ts';

/** Fetches foreign bytes through the guard of `web-pages`. Throws for what is not allowed or not available. */
export interface Downloader {
  get(wanted: {
    readonly url: string;
    readonly accept: string;
    readonly signal: AbortSignal;
    readonly bytes: number;
    readonly longer: 'fail';
  }): Promise<{ readonly bytes: Buffer }>;
}

interface CachedImage {
  /** Null: it could not be fetched. */
  readonly image: ProxiedImage | null;
  readonly expiresAt: number;
}

const CACHE_LIMITS = {
  maxEntries: 4000,
  maxSize: 32 * 1024 * 1024,
  sizeOf: ({ image }: CachedImage) => image?.bytes.length ?? 0,
};
const DAY_SECONDS = 24 * 60 * 60;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_ICON_BYTES = 512 * 1024;
const ICON_SIDE = 64;
/** How long a failure is cached, in seconds. */
const FAILURE_TTL_SECONDS = 5 * 60;
const TIMEOUT_MS = 10_000;
/** Few fetches per account, so that one cannot delay the others. */
const FETCH_LIMITS = { permits: 24, permitsPerOwner: 8, maxQueued: 200, maxQueuedPerOwner: 200 };
const RETRY_AFTER_MS = 2000;
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const DEFAULT_ICON: ProxiedImage = {
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 24 24" fill="none" ' +
      'stroke="#7a7f87" stroke-width="1.5">' +
      '<circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="4" ry="9"/><path d="M3 12h18"/></svg>',
  ),
  type: 'image/svg+xml',
  maxAgeSeconds: 60 * 60,
};

/** Source of icons: a template with `{host}`; undefined for the site's /favicon.ico. */
const iconUrl = (template: string | undefined, host: string): string =>
  (template ?? 'https://{host}/favicon.ico').replaceAll('{host}', encodeURIComponent(host));

/**
 * Foreign images: fetched through the guard, re-encoded, cached in memory; concurrent requests for one share a fetch.
 */
export class GuardedImageProxy extends ImageProxy {
  private readonly iconTemplate: string | undefined;
  private readonly cache = new LruCache<CachedImage>(CACHE_LIMITS);
  private readonly semaphore = new FairSemaphore(FETCH_LIMITS);
  private readonly inFlight = new Map<string, Promise<ProxiedImage | null>>();

  constructor(
    private readonly downloader: Downloader,
    private readonly clock: Clock,
    iconTemplate?: string,
  ) {
    super();
    this.iconTemplate = iconTemplate;
  }

  async image(url: string, width: number, requester: ImageRequester): Promise<ProxiedImage> {
    const made = await this.getOrCreate(`${width} ${url}`, requester, () =>
      this.fetchAndReEncode(url, MAX_IMAGE_BYTES, { width }),
    );
    if (!made) throw new ImageUnavailable();
    return made;
  }

  async icon(name: string, requester: ImageRequester): Promise<ProxiedImage> {
    const host = name.toLowerCase();
    if (!HOST_NAME.test(host)) return DEFAULT_ICON;
    const address = iconUrl(this.iconTemplate, host);
    return (
      (await this.getOrCreate(`icon ${host}`, requester, () =>
        this.fetchAndReEncode(address, MAX_ICON_BYTES, { side: ICON_SIDE }),
      )) ?? DEFAULT_ICON
    );
  }

  /** From the cache, from a running fetch, or newly fetched. */
  private async getOrCreate(
    key: string,
    requester: ImageRequester,
    make: () => Promise<ProxiedImage | null>,
  ): Promise<ProxiedImage | null> {
    const cached = this.cache.get(key);
    if (cached && cached.expiresAt > this.clock.now()) return cached.image;
    const running = this.inFlight.get(key);
    if (running) return running;
    requester.admit();
    const created = this.semaphore
      .run(requester.reader, undefined, make)
      .catch((error: unknown) => {
        throw error instanceof QueueFull ? new TooManyImageRequests(RETRY_AFTER_MS) : error;
      })
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, created);
    const image = await created;
    this.cache.set(key, { image, expiresAt: this.clock.now() + (image?.maxAgeSeconds ?? FAILURE_TTL_SECONDS) * 1000 });
    return image;
  }

  private async fetchAndReEncode(url: string, bytes: number, size: TargetSize): Promise<ProxiedImage | null> {
    const signal = AbortSignal.timeout(TIMEOUT_MS); // the first requester may leave: others want it too
    const response = await this.downloader
      .get({ url, accept: 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8', signal, bytes, longer: 'fail' })
      .catch(() => undefined);
    const made = response && (await reEncode(response.bytes, size));
    return made ? { bytes: made, type: 'image/webp', maxAgeSeconds: DAY_SECONDS } : null;
  }
}
