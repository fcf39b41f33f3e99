import { ChevronLeft, ChevronRight, Download, Printer, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { ARTIFACT_RULES, type Artifact } from '../../../src/shared/artifact.ts';
import type { FrameTheme } from '../../frame/frame-protocol.ts';
import { readChartBlock, toChartTable, toCsv } from '../../../src/shared/chart.ts';
import { downloadText, toFileName } from '../../lib/download.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ArtifactChanges } from './artifact-changes.tsx';
import styles from './artifact-panel.module.css';
import { ArtifactPreview } from './artifact-preview.tsx';
import { ArtifactText } from './artifact-text.tsx';
import type { ArtifactSource, OpenedArtifact } from './artifact-answers.ts';
import { findVersions } from './artifact-versions.ts';
import { useTranslations } from './texts.ts';

export interface ArtifactPanelProps {
  readonly opened: OpenedArtifact;
  /** The answers of the shown conversation, oldest first. */
  readonly answers: readonly ArtifactSource[];
  /** The answer that is being written; null for none. */
  readonly growingId: string | null;
  readonly theme: FrameTheme;
  readonly onClose: () => void;
  /** Puts a text where the person writes; absent where nobody can ask. */
  readonly onQuote?: ((text: string) => void) | undefined;
}

type View = 'preview' | 'source' | 'changes';

/** Beside the conversation there is room for it from here on; below, it takes the whole screen. */
const WIDE = '(min-width: 1024px)';

/** Prints the panel and nothing else; the stylesheet knows by the mark. */
const printArtifact = (): void => {
  const { dataset } = document.documentElement;
  dataset['printing'] = 'artifact';
  window.addEventListener('afterprint', () => delete dataset['printing'], { once: true });
  window.print();
};

/** Of a chart its data, as CSV. */
const download = (artifact: Artifact, name: string): void => {
  const chart = artifact.kind === 'chart' ? readChartBlock(artifact.source) : undefined;
  if (chart) return downloadText(toFileName(name, 'csv'), 'text/csv', toCsv(toChartTable(chart)));
  const { extension, mediaType } = ARTIFACT_RULES[artifact.kind];
  downloadText(toFileName(name, extension), mediaType, artifact.source);
};

interface VersionsProps {
  readonly index: number;
  readonly count: number;
  readonly onStep: (step: number) => void;
}

const Versions = ({ index, count, onStep }: VersionsProps) => {
  const t = useTranslations();
  if (count < 2) return null;
  return (
    <span className={styles['versions']} role="group" aria-label={t('versions')}>
      <IconButton
        size="s"
        label={t('previousVersion')}
        icon={<ChevronLeft className="mirrored" />}
        disabled={index === 0}
        onClick={() => onStep(-1)}
      />
      <span aria-label={t('versionOf', { index: index + 1, count })}>
        {index + 1}/{count}
      </span>
      <IconButton
        size="s"
        label={t('nextVersion')}
        icon={<ChevronRight className="mirrored" />}
        disabled={index === count - 1}
        onClick={() => onStep(1)}
      />
    </span>
  );
};

interface ViewsProps {
  readonly views: readonly View[];
  readonly view: View;
  readonly onView: (view: View) => void;
}

const Views = ({ views, view, onView }: ViewsProps) => {
  const t = useTranslations();
  return (
    <span className={styles['views']} role="group" aria-label={t('view')}>
      {views.map((each) => (
        <button key={each} type="button" aria-pressed={each === view} onClick={() => onView(each)}>
          {t(each)}
        </button>
      ))}
    </span>
  );
};

/** The version that is looked at: that of the opened answer, or, where that is the newest, whatever is the newest. */
const useVersion = ({ opened, answers, growingId }: Pick<ArtifactPanelProps, 'opened' | 'answers' | 'growingId'>) => {
  const versions = findVersions(opened, answers, growingId);
  const newest = versions.length - 1;
  const [chosenId, setChosenId] = useState(() =>
    versions[newest]?.messageId === opened.messageId ? null : opened.messageId,
  );
  const chosen = chosenId === null ? newest : versions.findIndex(({ messageId }) => messageId === chosenId);
  const index = chosen < 0 ? newest : chosen;
  const version = versions[index];
  return version
    ? {
        ...version,
        before: versions[index - 1]?.artifact.source,
        index,
        count: versions.length,
        step: (by: number): void =>
          setChosenId(index + by >= newest ? null : (versions[index + by]?.messageId ?? null)),
      }
    : null;
};

interface ShownProps {
  readonly view: View;
  readonly artifact: Artifact;
  readonly before: string | undefined;
  readonly name: string;
  readonly growing: boolean;
  readonly theme: FrameTheme;
  readonly onQuote: ArtifactPanelProps['onQuote'];
}

const Shown = ({ view, artifact, before, name, growing, theme, onQuote }: ShownProps) => {
  if (view === 'changes' && before !== undefined) return <ArtifactChanges before={before} after={artifact.source} />;
  if (view !== 'source') return <ArtifactPreview artifact={artifact} name={name} growing={growing} theme={theme} />;
  return <ArtifactText artifact={artifact} name={name} growing={growing} onQuote={onQuote} />;
};

/** It was opened by an address, and is in this version of the chat no longer. */
const Missing = ({ onClose }: Pick<ArtifactPanelProps, 'onClose'>) => {
  const t = useTranslations();
  return (
    <>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{t('artifact')}</h2>
        <IconButton label={t('close')} icon={<X />} tooltip="left" data-autofocus onClick={onClose} />
      </header>
      <p className={styles['note']}>{t('notHere')}</p>
    </>
  );
};

/** The panel's content: what is looked at, its versions, and what can be done with it. */
const ArtifactContent = ({ opened, answers, growingId, theme, onClose, onQuote }: ArtifactPanelProps) => {
  const t = useTranslations();
  const [view, setView] = useState<View>('preview');
  const version = useVersion({ opened, answers, growingId });
  if (!version) return <Missing onClose={onClose} />;
  const { messageId, artifact, before, index, count, step } = version;
  const name = artifact.title === '' ? t(artifact.kind) : artifact.title;
  const views: readonly View[] = before === undefined ? ['preview', 'source'] : ['preview', 'source', 'changes'];
  const shown = views.includes(view) ? view : 'preview';
  return (
    <>
      <header className={styles['head']}>
        <h2 className={styles['title']} dir="auto">
          {name}
        </h2>
        <Versions index={index} count={count} onStep={step} />
        <IconButton label={t('close')} icon={<X />} tooltip="left" data-autofocus onClick={onClose} />
      </header>
      <div className={styles['tools']}>
        <Views views={views} view={shown} onView={setView} />
        <span className={styles['actions']}>
          <CopyButton size="m" label={t('copy')} text={artifact.source} />
          <IconButton label={t('download')} icon={<Download />} onClick={() => download(artifact, name)} />
          <IconButton label={t('print')} tooltip="left" icon={<Printer />} onClick={printArtifact} />
        </span>
      </div>
      <div className={styles['content']}>
        <Shown
          view={shown}
          artifact={artifact}
          before={before}
          name={name}
          growing={messageId === growingId}
          theme={theme}
          onQuote={onQuote}
        />
      </div>
    </>
  );
};

/** The focus goes in when it opens, and back to the card when it closes; Escape closes it. */
const useAside = (onClose: () => void) => {
  const ref = useRef<HTMLElement>(null);
  const [previousFocus] = useState(() => document.activeElement);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const aside = ref.current;
    aside?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close();
    };
    aside?.addEventListener('keydown', onKeyDown);
    return () => {
      aside?.removeEventListener('keydown', onKeyDown);
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [previousFocus]);
  return ref;
};

const Aside = (props: ArtifactPanelProps) => {
  const t = useTranslations();
  const ref = useAside(props.onClose);
  return (
    <aside ref={ref} className={styles['aside']} aria-label={t('artifact')} data-testid="artifact">
      <ArtifactContent {...props} />
    </aside>
  );
};

/** An artifact beside the conversation that made it; over it where there is no room. */
export const ArtifactPanel = (props: ArtifactPanelProps) => {
  const t = useTranslations();
  const isWide = useMediaQuery(WIDE);
  const { onClose, onQuote } = props;
  if (isWide) return <Aside {...props} />;
  const closeAndQuote = (text: string): void => {
    onClose();
    onQuote?.(text);
  };
  return (
    <Dialog title={t('artifact')} size="panel" hideHeader onClose={onClose}>
      <div className={styles['sheet']} data-testid="artifact">
        <ArtifactContent {...props} onQuote={onQuote && closeAndQuote} />
      </div>
    </Dialog>
  );
};
