import { useId, useState } from 'react';
import { ChevronRight } from 'lucide-react';

import type { ConnectedTool } from '../../../src/contract/tools.ts';
import { cx } from '../cx.ts';
import styles from './tool-servers.module.css';
import { useServerTranslations } from './texts.ts';
import { ToolRow, type ChooseMode } from './tool-row.tsx';

interface ToolListProps {
  /** Its name, for the names of the controls. */
  readonly server: string;
  readonly tools: readonly ConnectedTool[];
  /** What is chosen is a limit for others. */
  readonly isLimit?: boolean;
  /** Where it is absent, modes are only shown. */
  readonly onMode?: ChooseMode | undefined;
}

/** The tools of a server, folded at first, each with what it may do. */
export const ToolList = ({ server, tools, isLimit = false, onMode }: ToolListProps) => {
  const t = useServerTranslations();
  const id = useId();
  const [open, setOpen] = useState(false);
  const asking = tools.filter(({ mode }) => mode === 'ask').length;
  const off = tools.filter(({ mode }) => mode === 'off').length;
  if (tools.length === 0) return null;
  return (
    <div className={styles['fold']}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight aria-hidden="true" className={cx(styles['chevron'], 'mirrored')} />
        <span>
          <span className="visually-hidden">{`${server} `}</span>
          {t('tools', { count: tools.length })}
        </span>
        {asking > 0 ? <span className={styles['count']}>{t('asking', { count: asking })}</span> : null}
        {off > 0 ? <span className={styles['count']}>{t('off', { count: off })}</span> : null}
      </button>
      {open ? (
        <ul id={id} className={styles['tools']} aria-label={t('toolsOf', { server, count: tools.length })}>
          {tools.map((tool) => (
            <ToolRow key={tool.name} tool={tool} isLimit={isLimit} onMode={onMode} />
          ))}
        </ul>
      ) : null}
    </div>
  );
};
