import { Hourglass } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { useCountdown } from '../../lib/hooks/use-countdown.ts';
import { formatWait } from '../../lib/format-date.ts';
import { LazyServerText } from '../../lib/lazy-server-text.tsx';
import { Notice } from '../../ui/display/notice.tsx';
import styles from './question-card.module.css';
import { useStepTranslations } from './step-texts.ts';
import type { SentAnswer } from './use-answer.ts';

const TimeLeft = ({ expiresAt }: { readonly expiresAt: string }) => {
  const t = useStepTranslations();
  const left = useCountdown(Date.parse(expiresAt));
  return (
    <span className={styles['left']}>
      <Hourglass aria-hidden="true" />
      {left === 0 ? t('timeIsUp') : t('closes', { when: formatWait(left * 1000) })}
    </span>
  );
};

/** Somebody who is writing, is in a dialog or answers another question is left there. */
const isFree = (): boolean => {
  const active = document.activeElement;
  const isWriting =
    (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) && active.value !== '';
  const isElsewhere =
    active?.closest('dialog, [role="menu"], [data-question]') ?? document.querySelector('dialog[open]');
  return !isWriting && !isElsewhere;
};

/** The card has the focus, not its buttons: a key that was meant for something else allows nothing. */
const useFocusOnce = () => {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isFree()) ref.current?.focus({ preventScroll: true });
  }, []);
  return ref;
};

interface QuestionCardProps {
  readonly title: ReactNode;
  readonly icon: ReactNode;
  readonly about: string;
  readonly expiresAt: string;
  readonly answer: SentAnswer;
  readonly children: ReactNode;
}

const Outcome = ({ answer: { state, failure } }: Pick<QuestionCardProps, 'answer'>) => {
  const t = useStepTranslations();
  if (failure !== null)
    return (
      <Notice tone="danger">
        <LazyServerText text={failure} />
      </Notice>
    );
  if (state === 'open') return null;
  return (
    <Notice tone={state === 'sent' ? 'positive' : 'info'}>{t(state === 'sent' ? 'sent' : 'answeredElsewhere')}</Notice>
  );
};

/** A question that a reply waits with, in the conversation. */
export const QuestionCard = ({ title, icon, about, expiresAt, answer, children }: QuestionCardProps) => {
  const id = useId();
  const ref = useFocusOnce();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={about === '' ? undefined : `${id}-about`}
      data-question
      className={styles['card']}
    >
      <header className={styles['head']}>
        <span aria-hidden="true" className={styles['icon']}>
          {icon}
        </span>
        <h3 id={`${id}-title`} className={styles['title']}>
          {title}
        </h3>
        <TimeLeft expiresAt={expiresAt} />
      </header>
      {about === '' ? null : (
        <p id={`${id}-about`} dir="auto" className={styles['about']}>
          {about}
        </p>
      )}
      {answer.state === 'elsewhere' ? null : children}
      <Outcome answer={answer} />
    </section>
  );
};
