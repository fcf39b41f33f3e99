import { useCallback, useEffect, useEffectEvent, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';

import { ArtifactAnswersContext, type ArtifactAnswers, toSource } from '../../features/artifacts/artifact-answers.ts';
import type { Message } from '../../../src/contract/common.ts';
import { toWebUrl } from '../../lib/web-url.ts';
import { getTurnDetails } from '../../lib/turn-details.ts';
import { formatDay } from '../../lib/format-date.ts';
import { foldSources } from '../../ui/citations/fold-sources.ts';
import { CitationContext } from '../../ui/markdown/citation-context.ts';
import { CodeCardContext, type ShownCode } from '../../ui/markdown/code-card-context.ts';
import { CorrectionsNote } from '../../ui/citations/corrections-note.tsx';
import { Synthesis } from '../../ui/synthesis/synthesis.tsx';
import { markdownReady, Markdown } from '../../ui/markdown/markdown.tsx';
import { useLazyModule } from '../../ui/markdown/lazy-module.ts';
import { outsideParts } from './outside-parts.ts';
import styles from './print-sheet.module.css';
import { useTranslations } from '../shared/texts.ts';

interface PrintSheetProps {
  readonly title: string;
  /** ISO 8601. */
  readonly time: string;
  /** Who shared it, if they are named. */
  readonly by: string | null;
  readonly turns: readonly Message[];
  /** The browser was asked to print by itself, so it is not asked again. */
  readonly byBrowser?: boolean;
  /** The printer's dialog was closed. */
  readonly onDone: () => void;
}

const POLL_INTERVAL_MS = 120;
const MAX_POLLS = 25;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Formulas and coloured code come late: the sheet is ready once it no longer grows. */
const waitUntilRendered = async (sheet: HTMLElement | null): Promise<void> => {
  await Promise.all([markdownReady(), outsideParts.load()]);
  await document.fonts?.ready;
  for (let poll = 0, previous = -1; poll < MAX_POLLS && sheet?.innerHTML.length !== previous; poll += 1) {
    previous = sheet?.innerHTML.length ?? -1;
    await wait(POLL_INTERVAL_MS);
  }
};

const usePrint = (
  sheet: RefObject<HTMLElement | null>,
  { byBrowser, onDone }: { readonly byBrowser: boolean; readonly onDone: () => void },
): void => {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    let isMounted = true;
    const onAfterPrint = (): void => done();
    window.addEventListener('afterprint', onAfterPrint);
    if (!byBrowser)
      void waitUntilRendered(sheet.current).then(() => {
        if (isMounted) window.print();
      });
    return () => {
      isMounted = false;
      window.removeEventListener('afterprint', onAfterPrint);
    };
  }, [sheet, byBrowser]);
};

const Answer = ({ message }: { readonly message: Message }) => {
  const { sources, corrections, synthesis } = getTurnDetails(message, null);
  const citing = useMemo(
    () => (sources.length === 0 ? null : { sourceCount: sources.length, renderMark: null }),
    [sources],
  );
  const part = useLazyModule(outsideParts, true);
  const { id } = message;
  const renderCode = useCallback(
    (shown: ShownCode, plain: ReactNode) =>
      part ? <part.OutsideBlock messageId={id} shown={shown} plain={plain} isPrinted /> : plain,
    [part, id],
  );
  return (
    <>
      <CitationContext value={citing}>
        <CodeCardContext value={renderCode}>
          <Markdown text={message.content} className={styles['answer'] ?? ''} />
        </CodeCardContext>
        <Synthesis text={synthesis} />
      </CitationContext>
      <CorrectionsNote corrections={corrections} isOpen />
      {sources.length === 0 ? null : (
        <ol className={styles['sources']}>
          {foldSources(sources, `${message.content}\n${synthesis}`).shown.map(
            ({ source: { id, title, url }, number }) => (
              <li key={id} value={number} dir="auto">
                {title || url}
                {toWebUrl(url) ? <span className={styles['address']}>{url}</span> : null}
              </li>
            ),
          )}
        </ol>
      )}
    </>
  );
};

/** A conversation on paper: every turn whole, nothing of the page around it. It is there for the printer only. */
export const PrintSheet = ({ title, time, by, turns, byBrowser: asked = false, onDone }: PrintSheetProps) => {
  const t = useTranslations();
  const sheet = useRef<HTMLElement>(null);
  usePrint(sheet, { byBrowser: asked, onDone });
  const part = useLazyModule(outsideParts, true);
  const artifacts = useMemo(() => part?.writeEdited(turns) ?? '', [part, turns]);
  const answers = useMemo((): ArtifactAnswers => {
    const all = turns.filter(({ role, status }) => role === 'assistant' && status !== 'streaming');
    return { answers: all.map(toSource), growingId: null };
  }, [turns]);
  return createPortal(
    <ArtifactAnswersContext value={answers}>
      <article ref={sheet} className={styles['sheet']} data-testid="print-sheet">
        <header className={styles['head']}>
          <h1 dir="auto">{title}</h1>
          <p>{[formatDay(time), by, 'Parley'].filter(Boolean).join(' · ')}</p>
        </header>
        {turns
          .filter(({ status, content }) => status !== 'streaming' && content !== '')
          .map((message) => (
            <section key={message.id} data-role={message.role} className={styles['turn']}>
              <h2>{message.role === 'user' ? t('you') : 'Parley'}</h2>
              {message.role === 'user' ? (
                <p dir="auto" className={styles['question']}>
                  {message.content}
                </p>
              ) : (
                <Answer message={message} />
              )}
            </section>
          ))}
        {artifacts.length === 0 ? null : (
          <section className={styles['turn']}>
            <h2>{t('artifacts')}</h2>
            <Markdown text={artifacts} className={styles['answer'] ?? ''} />
          </section>
        )}
      </article>
    </ArtifactAnswersContext>,
    document.body,
  );
};
