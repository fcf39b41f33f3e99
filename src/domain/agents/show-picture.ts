import { PictureNotShown } from './errors.ts';
import type { PictureLinks } from './picture-links.ts';
import type { Picture, Pictures } from './ports.ts';

/** Shows a foreign picture under our own address. Throws `PictureNotShown` for what we did not sign or cannot have. */
export class ShowPicture {
  private readonly links: PictureLinks;
  private readonly pictures: Pictures;

  constructor(links: PictureLinks, pictures: Pictures) {
    this.links = links;
    this.pictures = pictures;
  }

  async execute(url: string, signature: string, width: number): Promise<Picture> {
    if (!this.links.isOurs(url, signature)) throw new PictureNotShown();
    return this.pictures.picture(url, width);
  }
}
