import { useEffect, useEffectEvent, useMemo, useRef, type RefObject } from 'react';
import { createPortal } from 'react-dom';

import type { Message } from '../../src/contract/common.ts';
import { webAddress } from '../lib/site.ts';
import { detailsOf } from '../lib/turn-details.ts';
import { dayText } from '../lib/when.ts';
import { CitingContext } from '../ui/markdown/citing.ts';
import { markdownReady, Markdown } from '../ui/markdown/markdown.tsx';
import styles from './print-sheet.module.css';
import { useTexts } from './shared-texts.ts';

interface PrintSheetProps {
  readonly title: string;
  /** ISO 8601. */
  readonly time: string;
  /** Who shared it, if they are named. */
  readonly by: string | null;
  readonly turns: readonly Message[];
  /** The browser was asked to print by itself, so it is not asked again. */
  readonly asked?: boolean;
  /** The printer's dialog was closed. */
  readonly onDone: () => void;
}

const LOOK_MS = 120;
const MOST_LOOKS = 25;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Formulas and coloured code come late: the sheet is ready once it no longer grows. */
const settled = async (sheet: HTMLElement | null): Promise<void> => {
  await markdownReady();
  await document.fonts?.ready;
  for (let look = 0, before = -1; look < MOST_LOOKS && sheet?.innerHTML.length !== before; look += 1) {
    before = sheet?.innerHTML.length ?? -1;
    await pause(LOOK_MS);
  }
};

const usePrinting = (
  sheet: RefObject<HTMLElement | null>,
  { asked, onDone }: { readonly asked: boolean; readonly onDone: () => void },
): void => {
  const done = useEffectEvent(onDone);
  useEffect(() => {
    let wanted = true;
    const over = (): void => done();
    window.addEventListener('afterprint', over);
    if (!asked)
      void settled(sheet.current).then(() => {
        if (wanted) window.print();
      });
    return () => {
      wanted = false;
      window.removeEventListener('afterprint', over);
    };
  }, [sheet, asked]);
};

const Answer = ({ message }: { readonly message: Message }) => {
  const { sources } = detailsOf(message, null);
  const citing = useMemo(() => (sources.length === 0 ? null : { known: sources.length, mark: null }), [sources]);
  return (
    <>
      <CitingContext value={citing}>
        <Markdown text={message.content} className={styles['answer'] ?? ''} />
      </CitingContext>
      {sources.length === 0 ? null : (
        <ol className={styles['sources']}>
          {sources.map(({ id, title, url }) => (
            <li key={id} dir="auto">
              {title || url}
              {webAddress(url) ? <span className={styles['address']}>{url}</span> : null}
            </li>
          ))}
        </ol>
      )}
    </>
  );
};

/** A conversation on paper: every turn whole, nothing of the page around it. It is there for the printer only. */
export const PrintSheet = ({ title, time, by, turns, asked = false, onDone }: PrintSheetProps) => {
  const t = useTexts();
  const sheet = useRef<HTMLElement>(null);
  usePrinting(sheet, { asked, onDone });
  return createPortal(
    <article ref={sheet} className={styles['sheet']} data-testid="print-sheet">
      <header className={styles['head']}>
        <h1 dir="auto">{title}</h1>
        <p>{[dayText(time), by, 'Parley'].filter(Boolean).join(' · ')}</p>
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
    </article>,
    document.body,
  );
};
