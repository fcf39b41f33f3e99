import { ClipboardList } from 'lucide-react';
import { useMemo, useRef, type FormEvent } from 'react';
import { flushSync } from 'react-dom';

import type { Step } from '../../../src/shared/reply-details.ts';
import { Button } from '../../ui/button.tsx';
import { FormFieldView } from './form-field.tsx';
import { readFormFields } from './form-schema.ts';
import { useFormValues } from './form-values.ts';
import { QuestionCard } from './question-card.tsx';
import styles from './question-card.module.css';
import { useStepTranslations } from './step-texts.ts';
import { useAnswer } from './use-answer.ts';

interface FormCardProps {
  readonly replyId: string;
  /** Who asks. */
  readonly server: string;
  readonly question: NonNullable<Step['question']>;
}

/** A form that a server wants to be filled in before its tool goes on. */
export const FormCard = ({ replyId, server, question }: FormCardProps) => {
  const t = useStepTranslations();
  const answer = useAnswer({ replyId, questionId: question.id });
  const fields = useMemo(() => readFormFields(question.schema ?? ''), [question.schema]);
  const form = useFormValues(fields);
  const ref = useRef<HTMLFormElement>(null);
  const isDone = answer.busy || answer.state !== 'open';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isDone) return;
    const content = flushSync(() => form.submit());
    if (content) void answer.submit({ decision: 'once', content });
    else ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };
  return (
    <QuestionCard
      icon={<ClipboardList />}
      title={t.rich('asksYou', { server, bdi: (inside) => <bdi>{inside}</bdi> })}
      about={question.message}
      expiresAt={question.expiresAt}
      answer={answer}
    >
      <form ref={ref} noValidate className={styles['fields']} onSubmit={submit}>
        {fields.map((field) => (
          <FormFieldView key={field.name} field={field} form={form} />
        ))}
        <p className={styles['hint']}>{t('formNote', { server })}</p>
        <div className={styles['actions']}>
          <Button type="submit" variant="primary" disabled={isDone}>
            {t('send')}
          </Button>
          <Button disabled={isDone} onClick={() => void answer.submit({ decision: 'refuse' })}>
            {t('decline')}
          </Button>
        </div>
      </form>
    </QuestionCard>
  );
};
