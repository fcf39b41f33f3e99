import { ImageOff } from 'lucide-react';
import { createContext, use, type ComponentProps, type MouseEvent } from 'react';

import { parseUrl } from '../../lib/parse-url.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import { useTranslations } from '../texts.ts';
import styles from './markdown.module.css';

const SAFE_LINK = /^(?:https?:|mailto:)/i;
const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,/i;

const isSameOrigin = (address: string): boolean =>
  address.startsWith('/') && !address.startsWith('//') && !address.startsWith('/\\');

/** Links may leave the page for the web or a letter; pictures come within the text, or are links too. */
export const sanitizeUrl = (address: string, key: string): string => {
  if (SAFE_LINK.test(address) || (key === 'src' && PICTURE_DATA.test(address)) || isSameOrigin(address)) return address;
  return address.startsWith('#') ? address : '';
};

/** Links are not nested: a picture in one is a part of its words. */
const InLinkContext = createContext(false);

interface LinkProps extends ComponentProps<'a'> {
  readonly 'data-anchor'?: string | undefined;
  readonly 'data-footnote'?: string | undefined;
}

/** The fragment belongs to the page's addresses, so a link within a text scrolls without it (docs/adr/0046). */
const goToAnchor = (event: MouseEvent<HTMLAnchorElement>): void => {
  if (!isPlainClick(event)) return;
  event.preventDefault();
  const href = event.currentTarget.getAttribute('href') ?? '';
  const links = [...document.querySelectorAll<HTMLElement>('a[data-anchor]')];
  const target = links.find(({ dataset }) => `#${encodeURIComponent(dataset['anchor'] ?? '')}` === href);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
};

const AnchorLink = ({ href, children, ...of }: LinkProps) => {
  const t = useTranslations();
  const isBack = of['data-footnote'] === 'back';
  const name = typeof children === 'string' ? children : '';
  return (
    <a
      href={href}
      data-anchor={of['data-anchor']}
      aria-label={of['data-footnote'] && t(isBack ? 'backToFootnoteReference' : 'footnote', { name })}
      onClick={goToAnchor}
    >
      {children}
    </a>
  );
};

export const Link = ({ href = '', children, ...of }: LinkProps) => {
  const content = <InLinkContext value>{children}</InLinkContext>;
  // A fragment with a slash is an address of the page: no answer leads the reader about in it.
  if (/^#(?!\/)/.test(href)) {
    return (
      <AnchorLink href={href} data-anchor={of['data-anchor']} data-footnote={of['data-footnote']}>
        {of['data-footnote'] ? children : content}
      </AnchorLink>
    );
  }
  return SAFE_LINK.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  ) : (
    <span>{children}</span>
  );
};

const getHost = (address: string): string => parseUrl(address, window.location.href)?.host ?? '';

/**
 * Showing a text loads nothing (docs/adr/0031), because a request could tell a host who reads it, or this server what
 * the conversation contains. Only embedded images are shown; all others, those of this server too, are links.
 */
export const Picture = ({ src, alt = '' }: ComponentProps<'img'>) => {
  const t = useTranslations();
  const inLink = use(InLinkContext);
  const address = typeof src === 'string' ? src : '';
  if (PICTURE_DATA.test(address)) return <img className={styles['picture']} src={address} alt={alt} loading="lazy" />;
  if (!/^https?:/i.test(address) && !isSameOrigin(address)) return <span>{alt}</span>;
  const host = getHost(address);
  if (inLink) return <span>{alt === '' ? host : alt}</span>;
  return (
    <a className={styles['picture-link']} href={address} target="_blank" rel="noopener noreferrer">
      <ImageOff aria-hidden="true" />
      <span dir="auto">{alt === '' ? t('foreignImage', { host }) : t('foreignImageNamed', { name: alt, host })}</span>
    </a>
  );
};
