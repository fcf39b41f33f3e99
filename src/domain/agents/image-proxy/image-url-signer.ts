import type { Clock, Secrets } from '../../kernel/ports.ts';

const IMAGE_PATH = '/api/image';
const ICON_PATH = '/api/site-icon';
/** An address holds from one to two of these, so that it stays the same for a while and browsers may keep the picture. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const SIGNATURE_LENGTH = 32;
const READER_ID_LENGTH = 16;

/** Our own addresses of foreign pictures, for what one account (or one share) is shown. */
export interface SignedImageUrls {
  image(url: string): string;
  /** Of the site that `url` belongs to; undefined for what is no address of the web. */
  icon(url: string): string | undefined;
}

/** What was signed: the target, for whom, and until when. */
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
 * Addresses under which this server shows foreign pictures and icons of sites. They are signed, so that it fetches only
 * what it handed out itself with a reply, for at most two weeks; nothing that is written in a text can make one.
 */
export class ImageUrlSigner {
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(secrets: Secrets, clock: Clock) {
    this.secrets = secrets;
    this.clock = clock;
  }

  /** The addresses for one account or share. The same ones each time, until their period is over. */
  urlsFor(account: string): SignedImageUrls {
    const until = (Math.floor(this.clock.now() / PERIOD_MS) + 2).toString(36);
    const reader = this.secrets.fingerprint(`reader ${account}`).slice(0, READER_ID_LENGTH);
    const icons = new Map<string, string>();
    const createIconUrl = (host: string): string => {
      const url = this.iconUrl(host, reader, until);
      icons.set(host, url);
      return url;
    };
    return {
      image: (url) => {
        const signature = this.sign('picture', { target: url, reader, until });
        return `${IMAGE_PATH}?u=${encodeURIComponent(url)}&r=${reader}&e=${until}&s=${signature}`;
      },
      icon: (url) => {
        const host = hostnameOf(url);
        return host === undefined ? undefined : (icons.get(host) ?? createIconUrl(host));
      },
    };
  }

  /** The picture that an address means; undefined when we did not sign it, or not lately. */
  verifyImage({ url, ...query }: SignedImageQuery): SignedTarget | undefined {
    return this.verify('picture', { ...query, target: url });
  }

  /** The host that an icon's id means; undefined when we did not sign it, or not lately. */
  verifyIcon(id: string): SignedTarget | undefined {
    const [host = '', reader = '', until = '', signature = '', ...more] = id.split('.');
    const target = Buffer.from(host, 'base64url').toString('utf8');
    return more.length > 0 ? undefined : this.verify('icon', { target, reader, until, signature });
  }

  private iconUrl(host: string, reader: string, until: string): string {
    const name = Buffer.from(host, 'utf8').toString('base64url');
    return `${ICON_PATH}?id=${[name, reader, until, this.sign('icon', { target: host, reader, until })].join('.')}`;
  }

  private verify(kind: 'picture' | 'icon', { signature, ...signed }: SignedParameters): SignedTarget | undefined {
    const right = this.secrets.matches(signature, this.secrets.digest(this.sign(kind, signed)));
    const ends = Number.parseInt(signed.until, 36) * PERIOD_MS;
    return right && this.clock.now() < ends ? { target: signed.target, reader: signed.reader } : undefined;
  }

  private sign(kind: 'picture' | 'icon', { target, reader, until }: Omit<SignedParameters, 'signature'>): string {
    return this.secrets.fingerprint(`${kind} ${reader} ${until} ${target}`).slice(0, SIGNATURE_LENGTH);
  }
}
