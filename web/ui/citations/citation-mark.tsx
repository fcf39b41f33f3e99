import { ArrowUpRight, CircleAlert, ShieldCheck, TextSearch } from 'lucide-react';
import { useId, useRef } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { formatPublished } from '../../lib/format-published.ts';
import { toPassageAddress } from '../../lib/passage-address.ts';
import { toPageUrl } from '../../lib/web-url.ts';
import { cx } from '../cx.ts';
import { useTranslations } from '../texts.ts';
import styles from './citation-mark.module.css';
import { placeIn, splitAtPassage, type CitedSource } from './cited-source.ts';
import { SiteIcon } from './site-icon.tsx';
import { SourceLink, useSourceOrigin, useSourceTitle } from './source-link.tsx';
import { useHoverCard } from './use-hover-card.ts';

const CardText = ({ source }: { readonly source: CitedSource }) => {
  const { before, hit, after } = splitAtPassage(source);
  if (before + hit + after === '') return null;
  return (
    <span className={styles['snippet']} dir="auto">
      {before}
      {hit === '' ? null : <mark>{hit}</mark>}
      {after}
    </span>
  );
};

/** What an unsupported mark says: that its source does not, and what it says instead. */
const MissingText = ({ closest }: { readonly closest: string }) => {
  const t = useTranslations();
  return (
    <>
      <span className={styles['missing']}>
        <CircleAlert aria-hidden="true" />
        <span>{t('notInSource')}</span>
      </span>
      {closest === '' ? null : (
        <span className={styles['closest']}>
          <span className={styles['label']}>{t('closestInSource')}</span>
          <span className={styles['snippet']} dir="auto">
            {closest}
          </span>
        </span>
      )}
    </>
  );
};

/** Who judged the mark, and the way to its place in the source. */
const CardFooter = ({ source }: { readonly source: CitedSource }) => {
  const t = useTranslations();
  const place = placeIn(source);
  const isOpenable = place !== '' && (parseFileLink(source.address) ?? toPageUrl(source.address)) !== null;
  if (!isOpenable && !source.byModel) return null;
  return (
    <span className={styles['footer']}>
      {source.byModel ? (
        <span className={styles['judge']}>
          <ShieldCheck aria-hidden="true" />
          {t('checkedByModel')}
        </span>
      ) : null}
      {isOpenable ? (
        <SourceLink tabIndex={-1} className={styles['open']} address={toPassageAddress(source.address, place)}>
          <TextSearch aria-hidden="true" />
          {t('openAtPassage')}
        </SourceLink>
      ) : null}
    </span>
  );
};

/** Only spans, because it is inside a paragraph. */
const CardBody = ({ source }: { readonly source: CitedSource }) => {
  const t = useTranslations();
  const origin = useSourceOrigin()(source.address);
  const title = useSourceTitle()({ title: source.title, url: source.address });
  const day = formatPublished(source.published);
  return (
    <>
      <span className={styles['site']}>
        <SiteIcon address={source.address} icon={source.icon} />
        <span>
          {origin}
          {source.page === undefined ? '' : ` · ${t('page', { page: source.page })}`}
          {day === null ? '' : ` · ${day}`}
        </span>
      </span>
      <SourceLink tabIndex={-1} className={styles['title']} address={source.address} words={placeIn(source)}>
        {title || origin}
        {toPageUrl(source.address) === null ? null : <ArrowUpRight aria-hidden="true" className="mirrored" />}
      </SourceLink>
      {source.supported === false ? <MissingText closest={source.closest} /> : <CardText source={source} />}
      <CardFooter source={source} />
    </>
  );
};

interface CitationMarkProps {
  readonly source: CitedSource;
  /** Brings the source into sight in the list of sources. */
  readonly onJump: (number: number) => void;
}

/**
 * A mark `[n]` in a text: hover or focus shows its source, a click goes to it. On touch the first
 * tap shows, the second goes. For the Tab key it is one stop; arrows lead to the links of its card.
 */
export const CitationMark = ({ source, onJump }: CitationMarkProps) => {
  const t = useTranslations();
  const id = useId();
  const { open, setOpen, anchor, card, around: hoverHandlers } = useHoverCard();
  const touched = useRef(false);
  const isUnsupported = source.supported === false;
  const press = (): void => {
    if (touched.current && !open) {
      setOpen(true);
      return;
    }
    setOpen(false);
    onJump(source.number);
  };
  return (
    <span className={styles['place']} {...hoverHandlers}>
      <button
        ref={anchor}
        type="button"
        className={cx(styles['mark'], isUnsupported && styles['quiet'])}
        aria-label={t(isUnsupported ? 'sourceMissing' : 'sourceTitled', { number: source.number, title: source.title })}
        aria-describedby={open ? id : undefined}
        aria-keyshortcuts="ArrowDown"
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === 'touch';
        }}
        onClick={press}
      >
        {source.number}
        {isUnsupported ? <CircleAlert aria-hidden="true" /> : null}
      </button>
      {open ? (
        <span
          ref={card}
          id={id}
          role="group"
          aria-label={t('source', { number: source.number })}
          popover="manual"
          className={styles['card']}
        >
          <CardBody source={source} />
        </span>
      ) : null}
    </span>
  );
};
