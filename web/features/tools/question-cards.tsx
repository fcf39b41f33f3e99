import { Ban, Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { Step } from '../../../src/shared/reply-details.ts';
import { isWaitingStep } from '../../../src/shared/reply-state.ts';
import { ApprovalCard } from './approval-card.tsx';
import { FormCard } from './form-card.tsx';
import { outcomeText } from './outcome-text.ts';
import styles from './question-card.module.css';
import { useStepTranslations } from './step-texts.ts';

type Question = NonNullable<Step['question']>;

const isGood = ({ outcome }: Question): boolean => outcome === 'once' || outcome === 'chat' || outcome === 'answered';

/** In the place of the card that it was, so that whoever answered is not lost. */
const Outcome = ({
  step,
  question,
  hadFocus,
}: {
  readonly step: Step;
  readonly question: Question;
  readonly hadFocus: boolean;
}) => {
  const t = useStepTranslations();
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [hadFocus]);
  return (
    <p ref={ref} tabIndex={-1} data-question className={styles['outcome']}>
      {isGood(question) ? <Check aria-hidden="true" /> : <Ban aria-hidden="true" />}
      <span>
        <bdi>{step.call?.title ?? step.label}</bdi>
        {' · '}
        {outcomeText(question, t)}
      </span>
    </p>
  );
};

interface QuestionProps {
  readonly replyId: string;
  readonly step: Step;
}

const QuestionView = ({ replyId, step }: QuestionProps) => {
  const { question, call } = step;
  const isOpen = isWaitingStep(step);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (!question) return null;
  if (!isOpen) return <Outcome step={step} question={question} hadFocus={wasOpen} />;
  if (question.kind === 'form') return <FormCard replyId={replyId} server={call?.server ?? ''} question={question} />;
  return call ? <ApprovalCard replyId={replyId} call={call} question={question} /> : null;
};

interface QuestionCardsProps {
  readonly replyId: string;
  readonly steps: readonly Step[];
}

/** What a running reply has asked its person: open questions as cards, the others as what came of them. */
export const QuestionCards = ({ replyId, steps }: QuestionCardsProps) => (
  <div className={styles['cards']}>
    {steps.map((step) => (
      // A step may ask more than once: a form after the approval.
      <QuestionView key={`${step.id} ${step.question?.id ?? ''}`} replyId={replyId} step={step} />
    ))}
  </div>
);
