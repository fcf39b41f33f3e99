import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import type { Image, Source } from '../../../shared/reply-details.ts';

/** Our own URLs of foreign images, signed for one account or share. */
export type LinksFor = (account: string) => SignedImageUrls;

/** Images for the page: `url` is for clicks, `preview` is what the page loads by itself. */
export const withPreviews = (images: readonly Image[], links: SignedImageUrls) =>
  images.map(({ url, alt, caption, source }) => ({
    url,
    alt,
    caption,
    source,
    ...(/^https?:/i.test(url) ? { preview: links.image(url) } : {}),
  }));

/** Sources for the page, with the signed URL of their site's icon. */
export const withIcons = (sources: readonly Source[], links: SignedImageUrls) =>
  sources.map(({ id, title, url, snippet }) => {
    const icon = links.icon(url);
    return { id, title, url, snippet, ...(icon === undefined ? {} : { icon }) };
  });
