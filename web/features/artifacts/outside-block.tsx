import { Eye } from 'lucide-react';
import { use, useMemo, type ReactNode } from 'react';

import { type Artifact, toArtifact } from '../../../src/shared/artifact.ts';
import type { ArtifactBlock } from '../../../src/shared/artifact-reader.ts';
import type { ArtifactEdit } from '../../../src/shared/edit-run.ts';
import { CHART_LANGUAGE } from '../../../src/shared/chart.ts';
import { type OutsideBlock as OutsideBlockKind, outsideOf } from '../../../src/shared/outside-chat.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { ArtifactAnswersContext, type OpenedArtifact } from './artifact-answers.ts';
import { ArtifactIcon } from './artifact-icon.tsx';
import { readBlock } from './artifact-versions.ts';
import { ChartFigure } from './chart/chart-figure.tsx';
import styles from './outside-block.module.css';
import { useTranslations } from './texts.ts';

interface ChangesProps {
  readonly artifact: Artifact | undefined;
  readonly edit: ArtifactEdit;
  readonly isFailed: boolean;
  readonly onOpen: (() => void) | undefined;
}

const Changes = ({ artifact, edit, isFailed, onOpen }: ChangesProps) => {
  const t = useTranslations();
  const name = artifact ? artifact.title || t(artifact.kind) : edit.id || t('artifact');
  const line = (
    <>
      <ArtifactIcon kind={artifact?.kind ?? 'markdown'} />
      <span dir="auto">{t(isFailed ? 'changesNotApplied' : 'changesTo', { name })}</span>
    </>
  );
  if (!onOpen || isFailed) return <p className={styles['changes']}>{line}</p>;
  return (
    <button type="button" className={styles['changes']} onClick={onOpen}>
      {line}
    </button>
  );
};

/** One line for what an answer changed; a document on paper has below it what the changes made. */
const Changed = ({ isGrowing, isPrinted, ...of }: Omit<ChangesProps, 'isFailed'> & OutsideState) => {
  const isFailed = of.edit.failure !== null && !isGrowing;
  const made = isFailed || isGrowing || isPrinted ? undefined : of.artifact;
  return (
    <>
      <Changes {...of} isFailed={isFailed} />
      {made ? (
        <pre className={styles['text']} dir="ltr">
          {made.source}
        </pre>
      ) : null}
    </>
  );
};

interface OutsideState {
  readonly isGrowing: boolean;
  readonly isPrinted: boolean;
}

const Growing = () => {
  const t = useTranslations();
  return (
    <p className={styles['changes']}>
      <ArtifactIcon kind="chart" />
      {t('chart')} · {t('growing')}
    </p>
  );
};

export interface OutsideBlockProps {
  readonly messageId: string;
  readonly shown: ShownCode;
  /** What is shown where the block stays code. */
  readonly plain: ReactNode;
  /** Absent where nothing can be opened. */
  readonly onOpen?: ((opened: OpenedArtifact) => void) | undefined;
  /** Of a conversation on paper, which has its artifacts at the end; nothing in it can be used. */
  readonly isPrinted?: boolean;
}

interface DrawnProps extends Pick<OutsideBlockProps, 'isPrinted'> {
  readonly drawn: Extract<OutsideBlockKind, { readonly as: 'chart' }>;
  readonly onOpen: (() => void) | undefined;
}

const Drawn = ({ drawn: { artifact, chart }, onOpen, isPrinted = false }: DrawnProps) => {
  const t = useTranslations();
  return (
    <ChartFigure
      chart={chart}
      name={chart.title || artifact.title || t('chart')}
      isStill={isPrinted}
      actions={onOpen ? <IconButton size="s" label={t('openBeside')} icon={<Eye />} onClick={onOpen} /> : null}
    />
  );
};

const toOpen = (
  { messageId, onOpen }: Pick<OutsideBlockProps, 'messageId' | 'onOpen'>,
  { artifact, edit }: Pick<ArtifactBlock, 'artifact' | 'edit'>,
): (() => void) | undefined =>
  onOpen && artifact ? () => onOpen({ messageId, id: artifact.id, artifact: edit ? null : artifact }) : undefined;

/** A block of code of an answer that is read outside of the conversation: as a document, or on paper. */
export const OutsideBlock = (props: OutsideBlockProps) => {
  const { messageId, shown, plain, isPrinted = false } = props;
  const context = use(ArtifactAnswersContext);
  const isGrowing = messageId === context.growingId;
  const block = readBlock(messageId, shown, context) ?? {
    artifact: toArtifact(shown.language, shown.code),
    edit: null,
  };
  const { artifact, edit } = block;
  const outside = useMemo(() => outsideOf({ artifact, edit }), [artifact, edit]);
  const onOpen = toOpen(props, block);
  if (outside?.as === 'changes') return <Changed {...outside} {...{ onOpen, isGrowing, isPrinted }} />;
  if (outside) return <Drawn drawn={outside} onOpen={onOpen} isPrinted={isPrinted} />;
  return !shown.finished && shown.language.toLowerCase() === CHART_LANGUAGE ? <Growing /> : plain;
};
