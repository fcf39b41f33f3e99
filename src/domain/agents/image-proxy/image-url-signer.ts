import type { Clock, Secrets } from '../../kernel/ports.ts';

const IMAGE_PATH = '/api/image';
const ICON_PATH = '/api/site-icon';
/** A URL is valid for one to two periods and stays the same within one, so that browsers can cache the image. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const SIGNATURE_LENGTH = 32;
const USER_PREFIX = 'user:';
/** Of `reader` and `until`. With a space, a part of a signed target could be taken for one of them. */
const SIGNED_PART = /^[\da-z]+$/;
const READER_ID_LENGTH = 16;

/** Signed URLs of images for one account or share. */
export interface SignedImageUrls {
  image(url: string): string;
  /** Of an image among the account's files; undefined for a share. */
  file(fileId: string): string | undefined;
  /** Of the site of `url`; undefined when it is not a web URL. */
  icon(url: string): string | undefined;
}

type SignedKind = 'picture' | 'icon' | 'file';

interface SignedParameters {
  readonly target: string;
  readonly reader: string;
  readonly until: string;
  readonly signature: string;
}

/** A target that this server signed. `reader` is the fingerprint of the account or share it was signed for. */
export type SignedTarget = Pick<SignedParameters, 'target' | 'reader'>;

/** The query of a requested image. */
export type SignedImageQuery = Omit<SignedParameters, 'target'> & { readonly url: string };

const hostnameOf = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;

/**
 * Creates signed URLs of the image proxy. The proxy fetches only URLs that this server put into a reply in the last two
 * weeks; no text can forge one.
 */
export class ImageUrlSigner {
  constructor(
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** The URLs for one account or share; the same ones within a period. */
  urlsFor(account: string): SignedImageUrls {
    const until = (Math.floor(this.clock.now() / PERIOD_MS) + 2).toString(36);
    let fingerprint: string | undefined; // most replies have no picture
    const reader = () => (fingerprint ??= this.secrets.fingerprint(`reader ${account}`).slice(0, READER_ID_LENGTH));
    const icons = new Map<string, string>();
    const createIconUrl = (host: string): string => {
      const url = this.iconUrl(host, reader(), until);
      icons.set(host, url);
      return url;
    };
    return {
      image: (url) => this.imageUrl('picture', { target: url, reader: reader(), until }),
      file: (fileId) =>
        account.startsWith(USER_PREFIX)
          ? this.imageUrl('file', { target: `${account.slice(USER_PREFIX.length)}/${fileId}`, reader: reader(), until })
          : undefined,
      icon: (url) => {
        const host = hostnameOf(url);
        return host === undefined ? undefined : (icons.get(host) ?? createIconUrl(host));
      },
    };
  }

  /** Undefined when the signature is wrong or expired. */
  verifyImage({ url, ...query }: SignedImageQuery): SignedTarget | undefined {
    return this.verify('picture', { ...query, target: url });
  }

  /** The same, of an image among the files of an account. */
  verifyFile({ url, ...query }: SignedImageQuery): { readonly uid: string; readonly fileId: string } | undefined {
    const signed = this.verify('file', { ...query, target: url });
    const [uid = '', fileId = ''] = signed?.target.split('/') ?? [];
    return signed && { uid, fileId };
  }

  /** Undefined when the signature is wrong or expired. */
  verifyIcon(id: string): SignedTarget | undefined {
    const [host = '', reader = '', until = '', signature = '', ...more] = id.split('.');
    const target = Buffer.from(host, 'base64url').toString('utf8');
    return more.length > 0 ? undefined : this.verify('icon', { target, reader, until, signature });
  }

  private imageUrl(kind: 'picture' | 'file', signed: Omit<SignedParameters, 'signature'>): string {
    const { target, reader, until } = signed;
    return `${IMAGE_PATH}?u=${encodeURIComponent(target)}&r=${reader}&e=${until}&s=${this.sign(kind, signed)}`;
  }

  private iconUrl(host: string, reader: string, until: string): string {
    const name = Buffer.from(host, 'utf8').toString('base64url');
    return `${ICON_PATH}?id=${[name, reader, until, this.sign('icon', { target: host, reader, until })].join('.')}`;
  }

  private verify(kind: SignedKind, { signature, ...signed }: SignedParameters): SignedTarget | undefined {
    if (!SIGNED_PART.test(signed.reader) || !SIGNED_PART.test(signed.until)) return undefined;
    const right = this.secrets
      .fingerprints(signedText(kind, signed))
      .some((full) => this.secrets.matches(signature, this.secrets.digest(full.slice(0, SIGNATURE_LENGTH))));
    const ends = Number.parseInt(signed.until, 36) * PERIOD_MS;
    return right && this.clock.now() < ends ? { target: signed.target, reader: signed.reader } : undefined;
  }

  private sign(kind: SignedKind, signed: Omit<SignedParameters, 'signature'>): string {
    return this.secrets.fingerprint(signedText(kind, signed)).slice(0, SIGNATURE_LENGTH);
  }
}

const signedText = (kind: SignedKind, { target, reader, until }: Omit<SignedParameters, 'signature'>): string =>
  `${kind} ${reader} ${until} ${target}`;
