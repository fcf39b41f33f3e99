import { PictureNotShown } from './errors.ts';
import type { AskedPicture, PictureLinks, SignedTarget } from './picture-links.ts';
import type { PictureRates } from './picture-rates.ts';
import type { Picture, PictureRequester, Pictures } from './ports.ts';

export interface ShowTools {
  readonly links: PictureLinks;
  readonly pictures: Pictures;
  readonly rates: PictureRates;
}

/** Shows foreign pictures and icons of sites under our own addresses: only those that we signed, and not too many. */
export class ShowPicture {
  private readonly tools: ShowTools;

  constructor(tools: ShowTools) {
    this.tools = tools;
  }

  /** Throws `PictureNotShown` for what we did not sign or cannot have, `TooManyPictures`. */
  async picture(asked: AskedPicture, width: number, address: string): Promise<Picture> {
    this.tools.rates.requested(address);
    const signed = this.tools.links.readPicture(asked);
    if (!signed) throw new PictureNotShown();
    return this.tools.pictures.picture(signed.target, width, this.requester(signed, address));
  }

  /** A globe when the site has none. Throws `PictureNotShown` for an id that we did not sign, `TooManyPictures`. */
  async icon(id: string, address: string): Promise<Picture> {
    this.tools.rates.requested(address);
    const signed = this.tools.links.readIcon(id);
    if (!signed) throw new PictureNotShown();
    return this.tools.pictures.icon(signed.target, this.requester(signed, address));
  }

  private requester({ reader }: SignedTarget, address: string): PictureRequester {
    return { reader, admit: () => this.tools.rates.fetched(address, reader) };
  }
}
