import type { ToolServer } from '../../../src/contract/tools.ts';
import { problemText } from './problem-text.ts';
import styles from './tool-servers.module.css';
import { useServerTranslations } from './texts.ts';

/** Whether a server can be used, and why not. */
export const ServerState = ({ server: { state, problem } }: { readonly server: ToolServer }) => {
  const t = useServerTranslations();
  const why = problem && problemText(problem, t);
  const text = {
    ready: t('ready'),
    'sign-in': t('signInNeeded'),
    unreachable: why === null ? t('unreachable') : t('unreachableWhy', { problem: why }),
    off: t('offWhy', { problem: why ?? '' }),
  }[state];
  return (
    <span className={styles['state']} data-state={state} dir="auto">
      {text}
    </span>
  );
};
