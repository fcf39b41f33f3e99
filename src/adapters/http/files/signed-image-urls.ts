import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import type { Image, Source, Step } from '../../../shared/reply-details.ts';

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

/** A step for the page, with the signed URLs of the images that its tool returned. */
export const withPartUrls = (step: Step, links: SignedImageUrls): Step => {
  if (!step.parts?.some(({ kind }) => kind === 'image')) return step;
  const parts = step.parts.map((part) => {
    const url = part.kind === 'image' && part.fileId !== undefined ? links.file(part.fileId) : undefined;
    return url === undefined ? part : { ...part, url };
  });
  return { ...step, parts };
};

/** Sources for the page, with the signed URL of their site's icon. */
export const withIcons = (sources: readonly Source[], links: SignedImageUrls) =>
  sources.map(({ id, title, url, snippet }) => {
    const icon = links.icon(url);
    return { id, title, url, snippet, ...(icon === undefined ? {} : { icon }) };
  });
