import { Eye } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { countLines, toArtifact } from '../../../src/shared/artifact.ts';
import { readChartBlock } from '../../../src/shared/chart.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { ArtifactIcon } from './artifact-icon.tsx';
import styles from './artifact-card.module.css';
import type { OpenedArtifact } from './artifact-versions.ts';
import { ChartFigure } from './chart/chart-figure.tsx';
import { useTranslations } from './texts.ts';

interface CardProps {
  readonly opened: OpenedArtifact;
  readonly finished: boolean;
  readonly onOpen: (opened: OpenedArtifact) => void;
}

/** Stands in an answer for what the answer made, and opens it beside the conversation. */
const Card = ({ opened, finished, onOpen }: CardProps) => {
  const t = useTranslations();
  const { kind, title, source } = opened.artifact;
  const name = title === '' ? t(kind) : title;
  return (
    <button type="button" className={styles['card']} data-artifact={opened.artifact.key} onClick={() => onOpen(opened)}>
      <span className={styles['icon']}>
        <ArtifactIcon kind={kind} />
      </span>
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <span className={styles['facts']}>
          {title === '' ? null : `${t(kind)} · `}
          {finished ? null : `${t('growing')} · `}
          {t('lines', { count: countLines(source) })}
        </span>
      </span>
    </button>
  );
};

/** A chart is seen where it stands; beside the conversation it has versions and its source. */
const ChartCard = (props: CardProps) => {
  const t = useTranslations();
  const { opened, finished, onOpen } = props;
  const { key, source, title } = opened.artifact;
  const chart = useMemo(() => (finished ? readChartBlock(source) : undefined), [finished, source]);
  if (!chart) return <Card {...props} />;
  const open = <IconButton size="s" label={t('openBeside')} icon={<Eye />} onClick={() => onOpen(opened)} />;
  return (
    <div data-artifact={key}>
      <ChartFigure chart={chart} name={title === '' ? t('chart') : title} actions={open} />
    </div>
  );
};

export interface ArtifactCardProps {
  readonly messageId: string;
  readonly shown: ShownCode;
  /** What is shown where the block stays code. */
  readonly plain: ReactNode;
  /** Absent where nothing can be opened: all code stays code. */
  readonly onOpen: ((opened: OpenedArtifact) => void) | undefined;
}

/** The card of a block that is an artifact. */
export const ArtifactCard = ({ messageId, shown, plain, onOpen }: ArtifactCardProps) => {
  const artifact = onOpen && toArtifact(shown.language, shown.code);
  if (!artifact) return plain;
  const Shown = artifact.kind === 'chart' ? ChartCard : Card;
  return <Shown opened={{ messageId, artifact }} finished={shown.finished} onOpen={onOpen} />;
};
