import styles from './document-points.module.css';
import type { Layout } from './document-content.ts';
import { useTranslations } from './texts.ts';
import type { ReplyDocument } from '../../../src/shared/reply-details.ts';

const MAX_POINTS = 5;

interface PointListProps {
  readonly title: string;
  readonly points: readonly string[];
  readonly className: string | undefined;
  readonly testId: string;
  readonly layout?: Layout;
}

const PointList = ({ title, points, className, testId, layout }: PointListProps) =>
  points.length === 0 ? null : (
    <section className={className} data-layout={layout} aria-label={title} data-testid={testId}>
      <h2 className={styles['heading']}>{title}</h2>
      <ul>
        {points.slice(0, MAX_POINTS).map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
    </section>
  );

interface PointsProps {
  readonly document: ReplyDocument | null;
  readonly layout: Layout;
}

/** The main points of the answer; pull quotes in the margin of a magazine. */
export const KeyPoints = ({ document, layout }: PointsProps) => {
  const title = useTranslations()('keyPoints');
  const points = document?.keyPoints ?? [];
  return (
    <PointList title={title} points={points} className={styles['points']} testId="doc-keypoints" layout={layout} />
  );
};

/** Sentences that rest on figures, studies or sources. */
export const AcademicSummary = ({ document }: Pick<PointsProps, 'document'>) => {
  const title = useTranslations()('academicSummary');
  const points = document?.academicSummary ?? [];
  return <PointList title={title} points={points} className={styles['summary']} testId="doc-summary" />;
};
