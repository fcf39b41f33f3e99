import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { Button } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/display/load-state.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { DoneStep } from './done-step.tsx';
import { MailStep } from './mail-step.tsx';
import { ModelStep } from './model-step.tsx';
import { PurposeStep } from './purpose-step.tsx';
import { type Setup, setupApi, type SetupStep } from './setup-api.ts';
import styles from './setup.module.css';
import { type SetupTextKey, useSetupTranslations } from './texts.ts';

type Page = SetupStep | 'done';

const PAGES: readonly Page[] = ['purpose', 'model', 'mail', 'done'];
const NAMES: Readonly<Record<Page, SetupTextKey>> = {
  purpose: 'stepPurpose',
  model: 'stepModel',
  mail: 'stepMail',
  done: 'stepDone',
};
const CONTENTS = { purpose: PurposeStep, model: ModelStep, mail: MailStep, done: DoneStep } as const;

const isStep = (page: Page): page is SetupStep => page !== 'done';

/** The environment has decided already. */
const hasNothingToDo = (page: Page, { models }: Setup): boolean => page === 'model' && models.variables.length > 0;

/** Where the owner left off. */
const firstOpen = ({ steps }: Setup): Page => PAGES.find((page) => isStep(page) && !steps.includes(page)) ?? 'done';

interface StepsProps {
  readonly page: Page;
  readonly finished: readonly SetupStep[];
  readonly onPage: (page: Page) => void;
}

const Steps = ({ page, finished, onPage }: StepsProps) => {
  const t = useSetupTranslations();
  return (
    <nav aria-label={t('steps')}>
      <ol className={styles['steps']}>
        {PAGES.map((each, at) => {
          const isFinished = isStep(each) && finished.includes(each);
          return (
            <li key={each}>
              <button type="button" aria-current={each === page ? 'step' : undefined} onClick={() => onPage(each)}>
                <span className={styles['mark']} data-finished={isFinished || undefined}>
                  {isFinished ? <Check role="img" aria-label={t('stepFinished')} /> : at + 1}
                </span>
                <span className={styles['step-name']}>{t(NAMES[each])}</span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
};

interface GuideProps {
  readonly setup: Setup;
  readonly onClose: () => void;
}

/** Gives the heading of a step the focus when it comes, so that it is announced. */
const useFocusOnPage = (page: Page) => {
  const ref = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    ref.current?.focus();
  }, [page]);
  return ref;
};

const Guide = ({ setup, onClose }: GuideProps) => {
  const t = useSetupTranslations();
  const [page, setPage] = useState(() => firstOpen(setup));
  const [skip] = setupApi.useSkipSetupStepMutation();
  const heading = useFocusOnPage(page);
  const at = PAGES.indexOf(page);
  const isFinished = !isStep(page) || setup.steps.includes(page);
  const Content = CONTENTS[page];
  const goOn = (): void => {
    if (isStep(page) && !isFinished) void skip(page);
    setPage(PAGES[at + 1] ?? 'done');
  };
  return (
    <div className={styles['guide']}>
      <Steps page={page} finished={setup.steps} onPage={setPage} />
      <div className={styles['content']}>
        <h3 ref={heading} tabIndex={-1} className={styles['heading']}>
          {t(NAMES[page])}
        </h3>
        <Content setup={setup} />
      </div>
      <footer className={styles['footer']}>
        {at > 0 ? (
          <Button variant="quiet" onClick={() => setPage(PAGES[at - 1] ?? 'purpose')}>
            {t('back')}
          </Button>
        ) : null}
        {isStep(page) ? (
          <Button variant={isFinished ? 'primary' : 'secondary'} onClick={goOn}>
            {t(isFinished || hasNothingToDo(page, setup) ? 'next' : 'skip')}
          </Button>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {t('start')}
          </Button>
        )}
      </footer>
    </div>
  );
};

/**
 * The owner's guide: each step can be skipped, it goes on where it was left, and it can be opened again at any time.
 */
export const SetupGuideDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useSetupTranslations();
  const query = setupApi.useSetupQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Dialog title={t('title')} size="l" onClose={onClose}>
      <Loaded query={query} lines={6} loading={t('loading')} failed={t('loadFailed')}>
        {(setup) => <Guide setup={setup} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
};
