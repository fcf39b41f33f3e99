import { BookOpen, Brain, CircleAlert, CodeXml, Info, LoaderCircle, Route, Search, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';

import { LazyStepFailure } from '../../lib/lazy-step-failure.tsx';
import { useStepTexts } from '../../lib/step-texts.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Folded } from './document-body.tsx';
import styles from './document-steps.module.css';
import { useTranslations } from './texts.ts';
import type { Step, ReplyDetails } from '../../../src/shared/reply-details.ts';

const STEP_ICONS: Readonly<Record<Step['kind'], ReactNode>> = {
  route: <Route />,
  think: <Brain />,
  search: <Search />,
  read: <BookOpen />,
  code: <CodeXml />,
  note: <Info />,
  tool: <Wrench />,
};

const stepIcon = ({ kind, state }: Step): ReactNode => {
  if (state === 'failed') return <CircleAlert />;
  return state === 'running' ? <LoaderCircle className={styles['turning']} /> : STEP_ICONS[kind];
};

const StepLine = ({ step }: { readonly step: Step }) => {
  const { label, output } = useStepTexts()(step);
  return (
    <li className={styles['step']} data-state={step.state}>
      <span aria-hidden="true" className={styles['sign']}>
        {stepIcon(step)}
      </span>
      <span className={styles['what']}>
        {label}
        {step.target === null ? null : (
          <span className={styles['target']} dir="auto">
            {step.target}
          </span>
        )}
        {output !== null && step.state === 'failed' ? (
          <span className={styles['fault']}>
            <LazyStepFailure text={output} />
          </span>
        ) : null}
      </span>
    </li>
  );
};

/** What came before the answer, folded: the model's thoughts, and what was done. Nothing where there was neither. */
export const DocumentSteps = ({
  details: { steps, thinking },
}: {
  readonly details: Pick<ReplyDetails, 'steps' | 'thinking'>;
}) => {
  const t = useTranslations();
  if (steps.length === 0 && thinking.trim() === '') return null;
  return (
    <div className={styles['work']}>
      {thinking.trim() === '' ? null : (
        <Folded label={t('reasoning')}>
          <Markdown text={thinking} className={styles['thinking'] ?? ''} />
        </Folded>
      )}
      {steps.length === 0 ? null : (
        <Folded label={t('steps', { count: steps.length })}>
          <ol className={styles['steps']}>
            {steps.map((step) => (
              <StepLine key={step.id} step={step} />
            ))}
          </ol>
        </Folded>
      )}
    </div>
  );
};
