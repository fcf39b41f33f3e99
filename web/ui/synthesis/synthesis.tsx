import { NotebookText, Square } from 'lucide-react';
import type { Ref } from 'react';

import { Markdown } from '../markdown/markdown.tsx';
import { useTranslations } from '../texts.ts';
import styles from './synthesis.module.css';

interface SynthesisProps {
  readonly text: string;
  /** More of it is still to come. */
  readonly writing?: boolean;
  /** Skips the rest. */
  readonly onSkip?: (() => void) | undefined;
  readonly ref?: Ref<HTMLElement>;
}

/** What a search comes to, below its answer: a part of the same message, with the same sources. */
export const Synthesis = ({ text, writing = false, onSkip, ref }: SynthesisProps) => {
  const t = useTranslations();
  if (text.trim() === '') return null;
  return (
    <section
      role="group"
      ref={ref}
      className={styles['synthesis']}
      aria-label={t('inShort')}
      aria-busy={writing || undefined}
      data-testid="synthesis"
    >
      <header className={styles['head']}>
        <NotebookText aria-hidden="true" />
        <h3>{t('inShort')}</h3>
        {writing && onSkip ? (
          <button type="button" className={styles['skip']} onClick={onSkip}>
            <Square aria-hidden="true" />
            {t('skipSummary')}
          </button>
        ) : null}
      </header>
      <div data-searched>
        <Markdown text={text} streaming={writing} className={styles['text'] ?? ''} />
      </div>
    </section>
  );
};
