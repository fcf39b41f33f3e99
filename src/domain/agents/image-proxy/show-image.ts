import { ImageUnavailable } from '../errors.ts';
import type { SignedImageQuery, ImageUrlSigner, SignedTarget } from './image-url-signer.ts';
import type { ImageRateLimiter } from './image-rate-limiter.ts';
import type { ProxiedImage, ImageRequester, ImageProxy, OwnImages } from '../ports.ts';

export interface ShowImageDeps {
  readonly signer: ImageUrlSigner;
  readonly images: ImageProxy;
  readonly ownImages: OwnImages;
  readonly rateLimiter: ImageRateLimiter;
}

/** Serves images and site icons of other sites, and images of the account's files, by signed URL, with a rate limit. */
export class ShowImage {
  constructor(private readonly deps: ShowImageDeps) {}

  /** Throws `ImageUnavailable`, `TooManyImageRequests`. */
  async image(query: SignedImageQuery, width: number, address: string): Promise<ProxiedImage> {
    this.deps.rateLimiter.countRequest(address);
    const signed = this.deps.signer.verifyImage(query);
    if (!signed) return this.own(query);
    return this.deps.images.image(signed.target, width, this.requester(signed, address));
  }

  private async own(query: SignedImageQuery): Promise<ProxiedImage> {
    const signed = this.deps.signer.verifyFile(query);
    const image = signed && (await this.deps.ownImages.find(signed.uid, signed.fileId));
    if (!image) throw new ImageUnavailable();
    return image;
  }

  /** A default icon when the site has none. Throws `ImageUnavailable` for a wrong signature, `TooManyImageRequests`. */
  async icon(id: string, address: string): Promise<ProxiedImage> {
    this.deps.rateLimiter.countRequest(address);
    const signed = this.deps.signer.verifyIcon(id);
    if (!signed) throw new ImageUnavailable();
    return this.deps.images.icon(signed.target, this.requester(signed, address));
  }

  private requester({ reader }: SignedTarget, address: string): ImageRequester {
    return { reader, admit: () => this.deps.rateLimiter.countFetch(address, reader) };
  }
}
