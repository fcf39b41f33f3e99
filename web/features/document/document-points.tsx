import styles from './document-points.module.css';
import type { Layout } from './document-content.ts';
import { useTranslations } from './texts.ts';
import type { ReplyDocument } from '../../../src/shared/reply-details.ts';

const MAX_POINTS = 5;

interface PointsProps {
  readonly document: ReplyDocument | null;
  readonly layout: Layout;
}

/** The answer's main points; in a magazine set as pull quotes in its margin. */
export const KeyPoints = ({ document, layout }: PointsProps) => {
  const t = useTranslations();
  const points = document?.keyPoints.slice(0, MAX_POINTS) ?? [];
  if (points.length === 0) return null;
  return (
    <section className={styles['points']} data-layout={layout} aria-label={t('keyPoints')} data-testid="doc-keypoints">
      <h2 className={styles['heading']}>{t('keyPoints')}</h2>
      <ul>
        {points.map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Sentences that rest on figures, studies or sources. */
export const AcademicSummary = ({ document }: Pick<PointsProps, 'document'>) => {
  const t = useTranslations();
  const points = document?.academicSummary.slice(0, MAX_POINTS) ?? [];
  if (points.length === 0) return null;
  return (
    <section className={styles['summary']} aria-label={t('academicSummary')} data-testid="doc-summary">
      <h2 className={styles['heading']}>{t('academicSummary')}</h2>
      <ul>
        {points.map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
    </section>
  );
};
