import { Download, Printer, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

import { ARTIFACT_RULES, type Artifact } from '../../../src/shared/artifact.ts';
import type { FrameTheme } from '../../frame/frame-protocol.ts';
import { readChartBlock, toChartTable, toCsv } from '../../../src/shared/chart.ts';
import { downloadText, toFileName } from '../../lib/download.ts';
import { useCloseOnBack } from '../../lib/hooks/use-close-on-back.ts';
import { useMediaQuery } from '../../lib/hooks/use-media-query.ts';
import { isComposing } from '../../lib/is-composing.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CopyButton } from '../../ui/markdown/copy-button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ArtifactChanges } from './artifact-changes.tsx';
import styles from './artifact-panel.module.css';
import { ArtifactPreview } from './artifact-preview.tsx';
import { ArtifactText } from './artifact-text.tsx';
import type { ArtifactSource, OpenedArtifact } from './artifact-answers.ts';
import type { ArtifactEditing } from './artifact-editing.ts';
import { DeleteVersion } from './delete-version.tsx';
import { useClosing } from './use-closing.tsx';
import { type ShownVersion, useVersion } from './use-version.ts';
import { type View, Versions, Views } from './version-controls.tsx';
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
  /** Absent where the reader cannot write in the chat. */
  readonly editing?: ArtifactEditing | undefined;
}

const ArtifactEditor = lazy(() => import('./artifact-editor.tsx').then((part) => ({ default: part.ArtifactEditor })));

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

const viewsOf = (version: ShownVersion, editing: ArtifactEditing | undefined): readonly View[] => [
  'preview',
  'source',
  ...(version.before === undefined ? [] : (['changes'] as const)),
  ...(editing ? (['edit'] as const) : []),
];

interface ActionsProps {
  readonly version: ShownVersion;
  readonly name: string;
  readonly editing: ArtifactEditing | undefined;
}

const Actions = ({ version, name, editing }: ActionsProps) => {
  const t = useTranslations();
  const { artifact } = version;
  return (
    <span className={styles['actions']}>
      <DeleteVersion version={version} editing={editing} />
      <CopyButton size="m" label={t('copy')} text={artifact.source} />
      <IconButton label={t('download')} icon={<Download />} onClick={() => download(artifact, name)} />
      <IconButton label={t('print')} tooltip="left" icon={<Printer />} onClick={printArtifact} />
    </span>
  );
};

/** The panel's content: what is looked at, its versions, and what can be done with it. */
const ArtifactContent = ({ opened, answers, growingId, theme, onClose, onQuote, editing }: ArtifactPanelProps) => {
  const t = useTranslations();
  const [view, setView] = useState<View>('preview');
  const version = useVersion({ opened, answers, growingId });
  if (!version) return <Missing onClose={onClose} />;
  const { messageId, ownId, artifact, before, index, count, newest, step, toNewest } = version;
  const name = artifact.title === '' ? t(artifact.kind) : artifact.title;
  const views = viewsOf(version, editing);
  const shown = views.includes(view) ? view : 'preview';
  const choose = (next: View): void => {
    setView(next);
    if (next === 'edit') toNewest();
  };
  const stepTo = (by: number): void => {
    if (shown === 'edit') setView('preview');
    step(by);
  };
  return (
    <>
      <header className={styles['head']}>
        <h2 className={styles['title']} dir="auto">
          {name}
        </h2>
        <Versions
          index={index}
          count={count}
          whose={ownId === null ? null : t(editing ? 'yourVersion' : 'byHand')}
          onStep={stepTo}
        />
        <IconButton label={t('close')} icon={<X />} tooltip="left" data-autofocus onClick={onClose} />
      </header>
      <div className={styles['tools']}>
        <Views views={views} view={shown} onView={choose} />
        {shown === 'edit' ? null : <Actions version={version} name={name} editing={editing} />}
      </div>
      <div className={styles['content']}>
        {shown === 'edit' && editing ? (
          <Suspense>
            <ArtifactEditor artifact={newest.artifact} name={name} editing={editing} />
          </Suspense>
        ) : (
          <Shown
            view={shown}
            artifact={artifact}
            before={before}
            name={name}
            growing={messageId === growingId}
            theme={theme}
            onQuote={onQuote}
          />
        )}
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
      if (event.key === 'Escape' && !isComposing({ nativeEvent: event })) close();
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

/** Over the conversation, and closed by Back. */
const Sheet = (props: ArtifactPanelProps) => {
  const t = useTranslations();
  const { onClose, onQuote } = props;
  useCloseOnBack(onClose);
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

/** An artifact beside the conversation that made it; over it where there is no room. */
export const ArtifactPanel = (props: ArtifactPanelProps) => {
  const isWide = useMediaQuery(WIDE);
  const { close: onClose, question } = useClosing(props);
  const panel = { ...props, onClose };
  return (
    <>
      {isWide ? <Aside {...panel} /> : <Sheet {...panel} />}
      {question}
    </>
  );
};
