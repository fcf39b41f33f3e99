import { PictureNotShown } from '../../domain/agents/errors.ts';
import { type Picture, type PictureRequester, Pictures } from '../../domain/agents/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { FetchSlots } from './fetch-slots.ts';
import { PictureShelf } from './picture-shelf.ts';
import { reEncode, type Size } from './re-encode.ts';

/** How foreign bytes are fetched; the guard of `web-pages` does it. Throws for whatever may not or cannot be had. */
export interface Downloads {
  get(wanted: {
    readonly url: string;
    readonly accept: string;
    readonly signal: AbortSignal;
    readonly bytes: number;
    readonly longer: 'fail';
  }): Promise<{ readonly bytes: Buffer }>;
}

const DAY = 24 * 60 * 60;
const PICTURE_BYTES = 5 * 1024 * 1024;
const ICON_BYTES = 512 * 1024;
const ICON_SIDE = 64;
/** A failure is believed for this long, in seconds. */
const FAILED = 5 * 60;
const TOTAL_MS = 10_000;
const HOST = /^(?=.{4,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

const GLOBE: Picture = {
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 24 24" fill="none" stroke="#7a7f87" stroke-width="1.5">' +
      '<circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="4" ry="9"/><path d="M3 12h18"/></svg>',
  ),
  type: 'image/svg+xml',
  keep: 60 * 60,
};

/** Where icons come from: a template with `{host}` in it; undefined for the site's own /favicon.ico. */
const iconAddress = (template: string | undefined, host: string): string =>
  (template ?? 'https://{host}/favicon.ico').replaceAll('{host}', encodeURIComponent(host));

/** Foreign pictures, fetched through the guard, made anew and kept in memory for a while; each is fetched once at a time. */
export class ProxiedPictures extends Pictures {
  private readonly downloads: Downloads;
  private readonly clock: Clock;
  private readonly iconTemplate: string | undefined;
  private readonly shelf = new PictureShelf();
  private readonly slots = new FetchSlots();
  private readonly coming = new Map<string, Promise<Picture | null>>();

  constructor(downloads: Downloads, clock: Clock, iconTemplate?: string) {
    super();
    this.downloads = downloads;
    this.clock = clock;
    this.iconTemplate = iconTemplate;
  }

  async picture(url: string, width: number, requester: PictureRequester): Promise<Picture> {
    const made = await this.made(`${width} ${url}`, requester, () => this.make(url, PICTURE_BYTES, { width }));
    if (!made) throw new PictureNotShown();
    return made;
  }

  async icon(name: string, requester: PictureRequester): Promise<Picture> {
    const host = name.toLowerCase();
    if (!HOST.test(host)) return GLOBE;
    const address = iconAddress(this.iconTemplate, host);
    return (
      (await this.made(`icon ${host}`, requester, () => this.make(address, ICON_BYTES, { side: ICON_SIDE }))) ?? GLOBE
    );
  }

  /** From memory, from whoever makes it just now, or made. */
  private async made(
    key: string,
    requester: PictureRequester,
    make: () => Promise<Picture | null>,
  ): Promise<Picture | null> {
    const kept = this.shelf.get(key, this.clock.now());
    if (kept !== undefined) return kept;
    const coming = this.coming.get(key);
    if (coming) return coming;
    requester.admit();
    const making = this.slots.run(requester.reader, make).finally(() => this.coming.delete(key));
    this.coming.set(key, making);
    const picture = await making;
    this.shelf.put(key, picture, this.clock.now() + (picture?.keep ?? FAILED) * 1000);
    return picture;
  }

  private async make(url: string, bytes: number, size: Size): Promise<Picture | null> {
    const signal = AbortSignal.timeout(TOTAL_MS); // whoever asked may leave: the next one wants it too
    const found = await this.downloads
      .get({ url, accept: 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8', signal, bytes, longer: 'fail' })
      .catch(() => undefined);
    const made = found && (await reEncode(found.bytes, size));
    return made ? { bytes: made, type: 'image/webp', keep: DAY } : null;
  }
}
