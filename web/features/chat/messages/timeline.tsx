import {
  Brain,
  Check,
  ChevronRight,
  CircleAlert,
  CodeXml,
  FileText,
  Hourglass,
  Info,
  Route,
  Search,
  Wrench,
} from 'lucide-react';
import { memo, useId, useState, type ReactNode } from 'react';

import { LazyStepFailure } from '../../../lib/lazy-step-failure.tsx';
import { useStepTexts } from '../../../lib/step-texts.ts';
import { hostOf } from '../../../lib/web-url.ts';
import { cx } from '../../../ui/cx.ts';
import { CodeBlock } from '../../../ui/markdown/code-block.tsx';
import { useTranslations } from '../texts.ts';
import type { Step } from '../../../../src/shared/reply-details.ts';
import styles from './timeline.module.css';

const ICONS: Readonly<Record<Step['kind'], ReactNode>> = {
  route: <Route />,
  think: <Brain />,
  search: <Search />,
  read: <FileText />,
  code: <CodeXml />,
  note: <Info />,
  tool: <Wrench />,
};
const STATES = { running: 'stepRunning', waiting: 'stepWaiting', done: 'stepDone', failed: 'stepFailed' } as const;

/** A page is named by its site, all else by its own words. */
const targetText = (target: string): string => hostOf(target) || target;

const Target = ({ of }: { readonly of: string | null }) =>
  of ? (
    <span className={styles['target']} dir="auto" title={of}>
      {targetText(of)}
    </span>
  ) : null;

const StateMark = ({ state }: Pick<Step, 'state'>) => {
  const t = useTranslations();
  return (
    <span className={cx(styles['state'], styles[state])}>
      {state === 'done' ? <Check aria-hidden="true" /> : null}
      {state === 'failed' ? <CircleAlert aria-hidden="true" /> : null}
      {state === 'waiting' ? <Hourglass aria-hidden="true" /> : null}
      {state === 'running' ? <span aria-hidden="true" className={styles['spin']} /> : null}
      <span className="visually-hidden">{t(STATES[state])}</span>
    </span>
  );
};

/** Draws what a tool of a connected server was asked and what came of it. Keep the function the same. */
export type RenderTool = (step: Step) => ReactNode;

const Output = ({ step: { kind, state }, output }: { readonly step: Step; readonly output: string | null }) => {
  const t = useTranslations();
  if (!output) return null;
  if (state === 'failed')
    return (
      <p className={styles['reason']}>
        <LazyStepFailure text={output} />
      </p>
    );
  return kind === 'code' ? (
    <pre className={styles['output']} tabIndex={0} aria-label={t('output')}>
      {output}
    </pre>
  ) : (
    <p className={styles['found']} dir="auto">
      {output}
    </p>
  );
};

interface StepProps {
  readonly step: Step;
  readonly renderTool: RenderTool | undefined;
}

const StepView = memo(({ step, renderTool }: StepProps) => {
  const { label, output } = useStepTexts()(step);
  return (
    <li className={cx(styles['step'], styles[`is-${step.state}`])}>
      <span aria-hidden="true" className={styles['kind']}>
        {ICONS[step.kind]}
      </span>
      <div className={styles['body']}>
        <div className={styles['line']}>
          <span>{label}</span>
          <Target of={step.target} />
          <StateMark state={step.state} />
        </div>
        {step.code ? (
          <div className={styles['code']}>
            <CodeBlock code={step.code} language={step.language ?? 'javascript'} finished={step.state !== 'running'} />
          </div>
        ) : null}
        <Output step={step} output={output} />
        {step.kind === 'tool' ? renderTool?.(step) : null}
      </div>
    </li>
  );
});
StepView.displayName = 'StepView';

interface FoldProps {
  readonly title: ReactNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}

const Fold = ({ title, open, onToggle, children }: FoldProps) => {
  const id = useId();
  return (
    <div className={styles['fold']}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={styles['toggle']}
        onClick={onToggle}
      >
        <ChevronRight aria-hidden="true" className={cx(styles['chevron'], 'mirrored')} />
        <span className={styles['title']}>{title}</span>
      </button>
      {open ? (
        <div id={id} className={styles['inside']}>
          {children}
        </div>
      ) : null}
    </div>
  );
};

/** What is being done, or how much was. */
const Summary = ({ steps, working }: { readonly steps: readonly Step[]; readonly working: boolean }) => {
  const t = useTranslations();
  const textsOf = useStepTexts();
  const current = steps.findLast(({ state }) => state === 'running' || state === 'waiting') ?? steps.at(-1);
  if (working && current)
    return (
      <>
        {textsOf(current).label}
        <Target of={current.target} />
      </>
    );
  return t('steps', { count: steps.length, failed: steps.filter(({ state }) => state === 'failed').length });
};

interface TimelineProps {
  readonly steps: readonly Step[];
  readonly thinking: string;
  /** No word of the answer is there yet. */
  readonly working: boolean;
  readonly renderTool?: RenderTool | undefined;
}

/**
 * What was done for an answer, over it: open while it is being done, folded by itself once the answer starts, and as
 * the reader wants from then on. Thoughts have a fold of their own.
 */
export const Timeline = memo(({ steps, thinking, working, renderTool }: TimelineProps) => {
  const t = useTranslations();
  const [stepsOpen, setStepsOpen] = useState<boolean | null>(null);
  const [thinkingOpen, setThinkingOpen] = useState(false);
  if (steps.length === 0 && thinking === '') return null;
  const open = stepsOpen ?? working;
  return (
    <section role="group" aria-label={t('howAnswered')} className={styles['timeline']}>
      {steps.length > 0 ? (
        <Fold
          title={<Summary steps={steps} working={working && !open} />}
          open={open}
          onToggle={() => setStepsOpen(!open)}
        >
          <ol className={styles['steps']}>
            {steps.map((step) => (
              <StepView key={step.id} step={step} renderTool={renderTool} />
            ))}
          </ol>
        </Fold>
      ) : null}
      {thinking !== '' ? (
        <Fold
          title={t(working ? 'thinking' : 'thoughts')}
          open={thinkingOpen}
          onToggle={() => setThinkingOpen(!thinkingOpen)}
        >
          <div className={styles['thoughts']} dir="auto">
            {thinking}
          </div>
        </Fold>
      ) : null}
    </section>
  );
});
Timeline.displayName = 'Timeline';
