import type { Clock, Secrets } from '../kernel/ports.ts';

const PICTURE = '/api/image';
const ICON = '/api/site-icon';
/** An address holds from one to two of these, so that it stays the same for a while and browsers may keep the picture. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;
const SIGNATURE = 32;
const READER = 16;

/** Our own addresses of foreign pictures, for what one account (or one share) is shown. */
export interface ShownLinks {
  picture(url: string): string;
  /** Of the site that `url` belongs to; undefined for what is no address of the web. */
  icon(url: string): string | undefined;
}

/** What was signed: the target, for whom, and until when. */
interface Signed {
  readonly target: string;
  readonly reader: string;
  readonly until: string;
  readonly signature: string;
}

/** A target that this server signed. `reader` stands for the account it was signed for. */
export interface SignedTarget {
  readonly target: string;
  readonly reader: string;
}

/** An address of a picture as it comes back. */
export interface AskedPicture {
  readonly url: string;
  readonly reader: string;
  readonly until: string;
  readonly signature: string;
}

const hostOf = (url: string): string | undefined =>
  /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).hostname : undefined;

/**
 * Addresses under which this server shows foreign pictures and icons of sites. They are signed, so that it fetches only
 * what it handed out itself with a reply, for at most two weeks; nothing that is written in a text can make one.
 */
export class PictureLinks {
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(secrets: Secrets, clock: Clock) {
    this.secrets = secrets;
    this.clock = clock;
  }

  /** The addresses for one account or share. The same ones each time, until their period is over. */
  for(account: string): ShownLinks {
    const until = (Math.floor(this.clock.now() / PERIOD_MS) + 2).toString(36);
    const reader = this.secrets.fingerprint(`reader ${account}`).slice(0, READER);
    const icons = new Map<string, string>();
    const makeIcon = (host: string): string => {
      const made = this.icon(host, reader, until);
      icons.set(host, made);
      return made;
    };
    return {
      picture: (url) => {
        const signature = this.sign('picture', { target: url, reader, until });
        return `${PICTURE}?u=${encodeURIComponent(url)}&r=${reader}&e=${until}&s=${signature}`;
      },
      icon: (url) => {
        const host = hostOf(url);
        return host === undefined ? undefined : (icons.get(host) ?? makeIcon(host));
      },
    };
  }

  /** The picture that an address means; undefined when we did not sign it, or not lately. */
  readPicture({ url, ...asked }: AskedPicture): SignedTarget | undefined {
    return this.verified('picture', { ...asked, target: url });
  }

  /** The host that an icon's id means; undefined when we did not sign it, or not lately. */
  readIcon(id: string): SignedTarget | undefined {
    const [host = '', reader = '', until = '', signature = '', ...more] = id.split('.');
    const target = Buffer.from(host, 'base64url').toString('utf8');
    return more.length > 0 ? undefined : this.verified('icon', { target, reader, until, signature });
  }

  private icon(host: string, reader: string, until: string): string {
    const name = Buffer.from(host, 'utf8').toString('base64url');
    return `${ICON}?id=${[name, reader, until, this.sign('icon', { target: host, reader, until })].join('.')}`;
  }

  private verified(kind: 'picture' | 'icon', { signature, ...signed }: Signed): SignedTarget | undefined {
    const right = this.secrets.matches(signature, this.secrets.digest(this.sign(kind, signed)));
    const ends = Number.parseInt(signed.until, 36) * PERIOD_MS;
    return right && this.clock.now() < ends ? { target: signed.target, reader: signed.reader } : undefined;
  }

  private sign(kind: 'picture' | 'icon', { target, reader, until }: Omit<Signed, 'signature'>): string {
    return this.secrets.fingerprint(`${kind} ${reader} ${until} ${target}`).slice(0, SIGNATURE);
  }
}
