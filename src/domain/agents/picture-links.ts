import type { Secrets } from '../kernel/ports.ts';

const PATH = '/api/image';

/** Addresses under which this server shows foreign pictures. They are signed, so that it fetches only what it handed out. */
export class PictureLinks {
  private readonly secrets: Secrets;

  constructor(secrets: Secrets) {
    this.secrets = secrets;
  }

  /** Our own address of the picture at `url`; the same one each time, so that browsers may keep it. */
  preview(url: string): string {
    return `${PATH}?u=${encodeURIComponent(url)}&s=${this.sign(url)}`;
  }

  /** Whether we signed this address. */
  isOurs(url: string, signature: string): boolean {
    return this.secrets.matches(signature, this.secrets.digest(this.sign(url)));
  }

  private sign(url: string): string {
    return this.secrets.fingerprint(`picture ${url}`).slice(0, 32);
  }
}
