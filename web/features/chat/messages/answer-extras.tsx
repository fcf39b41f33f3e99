import { ArrowUpRight, CornerDownRight } from 'lucide-react';
import { memo, useMemo, useState } from 'react';

import type { RelatedQuestion, Source } from '../../../../src/contract/common.ts';
import { parseFileLink } from '../../../lib/file-link.ts';
import { toWebUrl } from '../../../lib/web-url.ts';
import { foldSources } from '../../../ui/citations/fold-sources.ts';
import { SiteIcon } from '../../../ui/citations/site-icon.tsx';
import { SourceLink, useSourceOrigin, useSourceTitle } from '../../../ui/citations/source-link.tsx';
import { cx } from '../../../ui/cx.ts';
import styles from './answer-extras.module.css';
import { useTranslations } from '../texts.ts';

const SourceCard = ({ source, number }: { readonly source: Source; readonly number: number }) => {
  const { url, icon, snippet } = source;
  const origin = useSourceOrigin()(url);
  const title = useSourceTitle()(source);
  return (
    <li data-source={number}>
      <SourceLink address={url} words={snippet} className={styles['source']} title={title}>
        <span className={styles['site']}>
          <SiteIcon address={url} icon={icon} />
          <span className={styles['host']}>{origin}</span>
          <span className={styles['number']}>{number}</span>
        </span>
        <span className={styles['title']} dir="auto">
          {title || origin}
        </span>
      </SourceLink>
    </li>
  );
};

const isLinked = ({ url }: Source): boolean => toWebUrl(url) !== null || parseFileLink(url) !== null;

interface SourcesStripProps {
  readonly sources: readonly Source[];
  /** The answer, whose marks name the sources. */
  readonly text: string;
}

/** Where an answer comes from, in one row that scrolls by itself. Of many sources those that are cited come first. */
export const SourcesStrip = memo(({ sources, text }: SourcesStripProps) => {
  const t = useTranslations();
  const { shown, folded } = useMemo(() => foldSources(sources, text), [sources, text]);
  const [isUnfolded, setUnfolded] = useState(false);
  if (sources.length === 0) return null;
  const listed = isUnfolded ? [...shown, ...folded] : shown;
  return (
    <ol className={styles['sources']} aria-label={t('sources')} tabIndex={0}>
      {listed.map(({ source, number }) =>
        isLinked(source) ? <SourceCard key={source.id || number} source={source} number={number} /> : null,
      )}
      {folded.length === 0 || isUnfolded ? null : (
        <li>
          <button type="button" dir="auto" className={styles['more']} onClick={() => setUnfolded(true)}>
            {t('moreSources', { count: folded.length })}
          </button>
        </li>
      )}
    </ol>
  );
});
SourcesStrip.displayName = 'SourcesStrip';

interface RelatedProps {
  readonly questions: readonly RelatedQuestion[];
  readonly disabled: boolean;
  readonly onAsk: (text: string) => void;
}

/** Questions that lead on; a click asks. */
export const RelatedQuestions = ({ questions, disabled, onAsk }: RelatedProps) => {
  const t = useTranslations();
  if (questions.length === 0) return null;
  return (
    <section className={styles['related']} aria-label={t('relatedQuestions')} data-testid="related-questions">
      <h3 className={styles['heading']}>{t('related')}</h3>
      <ul>
        {questions.map(({ id, text }) => (
          <li key={id}>
            <button type="button" disabled={disabled} className={styles['question']} onClick={() => onAsk(text)}>
              <CornerDownRight aria-hidden="true" className="mirrored" />
              <span dir="auto">{text}</span>
              <ArrowUpRight aria-hidden="true" className={cx(styles['go'], 'mirrored')} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
