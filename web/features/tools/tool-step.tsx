import type { Step } from '../../../src/shared/reply-details.ts';
import { isWaitingStep } from '../../../src/shared/reply-state.ts';
import { NamesAndValues } from './data-view.tsx';
import { Folded } from './folded.tsx';
import { parseJson } from './json-value.ts';
import { outcomeText } from './outcome-text.ts';
import { useStepTranslations } from './step-texts.ts';
import { ToolResults } from './tool-results.tsx';
import styles from './tool-step.module.css';

const hasArguments = (json: string): boolean => !['', '{}'].includes(json.trim());

/** What a tool is asked with, by name and value. */
export const Arguments = ({ json }: { readonly json: string }) => {
  const t = useStepTranslations();
  const value = parseJson(json);
  if (!hasArguments(json)) return <p className={styles['muted']}>{t('noArguments')}</p>;
  return (
    <Folded size={json.length} label={t('arguments')}>
      {value === undefined ? <pre className={styles['text']}>{json}</pre> : <NamesAndValues value={value} />}
    </Folded>
  );
};

const Progress = ({ progress: { done, total, message } }: { readonly progress: NonNullable<Step['progress']> }) => {
  const t = useStepTranslations();
  const isMeasured = total !== null && total > 0;
  return (
    <div className={styles['progress']}>
      <progress aria-label={t('progress')} {...(isMeasured ? { value: Math.min(done, total), max: total } : {})} />
      <span dir="auto" className={styles['muted']}>
        {message || (isMeasured ? t('progressOf', { done, total }) : t('progress'))}
      </span>
    </div>
  );
};

/** A call of a connected tool in the timeline, below its name: what it was asked, how far it is, what it returned. */
export const ToolStep = ({ step }: { readonly step: Step }) => {
  const t = useStepTranslations();
  const { call, question, progress, parts = [], state } = step;
  const isOpen = isWaitingStep(step);
  return (
    <div className={styles['step']}>
      {question && !isOpen ? <p className={styles['muted']}>{outcomeText(question, t)}</p> : null}
      {/* The card of an open question shows them to be read and changed. */}
      {call && hasArguments(call.arguments) && !isOpen ? (
        <div role="group" aria-label={t('arguments')} className={styles['arguments']}>
          <Arguments json={call.arguments} />
        </div>
      ) : null}
      {progress && state === 'running' ? <Progress progress={progress} /> : null}
      {parts.length > 0 ? <ToolResults parts={parts} /> : null}
    </div>
  );
};
