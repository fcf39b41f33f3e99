import { Eye } from 'lucide-react';
import { use, type ReactNode, useMemo } from 'react';

import { type Artifact, countLines, toArtifact } from '../../../src/shared/artifact.ts';
import type { ArtifactEdit } from '../../../src/shared/edit-run.ts';
import { readChartBlock } from '../../../src/shared/chart.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ShownCode } from '../../ui/markdown/code-card-context.ts';
import { Disclosure } from '../../ui/display/disclosure.tsx';
import { type ArtifactAnswers, ArtifactAnswersContext, type OpenedArtifact } from './artifact-answers.ts';
import { ArtifactIcon } from './artifact-icon.tsx';
import styles from './artifact-card.module.css';
import { readBlock } from './artifact-versions.ts';
import { ChartFigure } from './chart/chart-figure.tsx';
import { useTranslations } from './texts.ts';

interface CardProps {
  /** The person changed it after the answer. */
  readonly isChangedByHand: boolean;
  readonly messageId: string;
  /** Undefined: of an edit that has not named it yet. */
  readonly artifact: Artifact | undefined;
  /** Null: the whole text. */
  readonly edit: ArtifactEdit | null;
  readonly finished: boolean;
  readonly onOpen: (opened: OpenedArtifact) => void;
}

const useFacts = ({ artifact, edit, finished, isChangedByHand }: Omit<CardProps, 'messageId' | 'onOpen'>): string => {
  const t = useTranslations();
  return [
    artifact && artifact.title !== '' ? t(artifact.kind) : null,
    finished ? null : t('growing'),
    edit && edit.changes > 0 ? t('changeCount', { count: edit.changes }) : null,
    artifact ? t('lines', { count: countLines(artifact.source) }) : null,
    isChangedByHand ? t('byHand') : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ');
};

const useName = (artifact: Artifact | undefined): string => {
  const t = useTranslations();
  return artifact?.title || t(artifact?.kind ?? 'artifact');
};

const toOpened = ({ messageId, edit }: Pick<CardProps, 'messageId' | 'edit'>, artifact: Artifact): OpenedArtifact => ({
  messageId,
  id: artifact.id,
  artifact: edit ? null : artifact,
});

/** Stands in an answer for what the answer made or changed, and opens it beside the conversation. */
const Card = ({ messageId, artifact, edit, finished, isChangedByHand, onOpen }: CardProps) => {
  const name = useName(artifact);
  const facts = useFacts({ artifact, edit, finished, isChangedByHand });
  return (
    <button
      type="button"
      className={styles['card']}
      data-artifact={artifact?.id}
      disabled={!artifact}
      onClick={() => artifact && onOpen(toOpened({ messageId, edit }, artifact))}
    >
      <span className={styles['icon']}>
        <ArtifactIcon kind={artifact?.kind ?? 'markdown'} />
      </span>
      <span className={styles['words']}>
        <span className={styles['name']} dir="auto" data-card-title={artifact?.title ? '' : undefined}>
          {name}
        </span>
        <span className={styles['facts']}>{facts}</span>
      </span>
    </button>
  );
};

/** A chart is seen where it stands; beside the conversation it has versions and its source. */
const ChartCard = (props: CardProps & { readonly artifact: Artifact }) => {
  const t = useTranslations();
  const { artifact, finished, onOpen } = props;
  const { id, source } = artifact;
  const name = useName(artifact);
  const chart = useMemo(() => (finished ? readChartBlock(source) : undefined), [finished, source]);
  if (!chart) return <Card {...props} />;
  const onClick = () => onOpen(toOpened(props, artifact));
  return (
    <div data-artifact={id}>
      <ChartFigure
        chart={chart}
        name={chart.title || name}
        actions={<IconButton size="s" label={t('openBeside')} icon={<Eye />} onClick={onClick} />}
      />
    </div>
  );
};

const FAILURES = {
  missing: 'missing',
  ambiguous: 'ambiguous',
  'too-long': 'too-long',
  unknown: 'unknown',
  unfinished: 'unfinished',
} as const;

interface FailedProps {
  readonly artifact: Artifact | undefined;
  readonly failure: NonNullable<ArtifactEdit['failure']>;
  readonly onAsk: ((text: string) => unknown) | undefined;
  /** What was written. */
  readonly plain: ReactNode;
}

/** Stands for an edit that changed nothing: why, and what helps. */
const Failed = ({ artifact, failure, onAsk, plain }: FailedProps) => {
  const t = useTranslations();
  const name = artifact ? artifact.title || t(artifact.kind) : null;
  const asksWhole = onAsk && name !== null;
  return (
    <div className={styles['failed']} data-artifact="">
      <Notice
        tone="warning"
        action={
          asksWhole ? (
            <Button size="s" onClick={() => onAsk(t('wholeText', { name }))}>
              {t('askWhole')}
            </Button>
          ) : null
        }
      >
        {name === null ? t('changeOfNothing') : t('changeFailed', { name })} {t(FAILURES[failure])}
      </Notice>
      <Disclosure className={styles['written']} summary={t('whatWasWritten')}>
        {plain}
      </Disclosure>
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

const hasOwnVersion = ({ answers }: ArtifactAnswers, messageId: string, artifact?: Artifact): boolean =>
  answers.find((answer) => answer.id === messageId)?.own?.some(({ artifactId }) => artifactId === artifact?.id) ===
  true;

const ShownArtifact = ({ messageId, shown, plain, onOpen }: ArtifactCardProps & Pick<CardProps, 'onOpen'>) => {
  const context = use(ArtifactAnswersContext);
  const { artifact, edit } = readBlock(messageId, shown, context) ?? {
    artifact: toArtifact(shown.language, shown.code),
    edit: null,
  };
  const isGrowing = messageId === context.growingId;
  if (edit?.failure && !isGrowing)
    return <Failed artifact={artifact} failure={edit.failure} onAsk={context.onAsk} plain={plain} />;
  if (!artifact && !(isGrowing && edit)) return plain;
  const isChangedByHand = hasOwnVersion(context, messageId, artifact);
  const card = { messageId, edit, finished: shown.finished, isChangedByHand, onOpen };
  return artifact?.kind === 'chart' ? (
    <ChartCard {...card} artifact={artifact} />
  ) : (
    <Card {...card} artifact={artifact} />
  );
};

/** The card of a block that is an artifact, or an edit of one. */
export const ArtifactCard = ({ onOpen, ...props }: ArtifactCardProps) =>
  onOpen ? <ShownArtifact {...props} onOpen={onOpen} /> : props.plain;
