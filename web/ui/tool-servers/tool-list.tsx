import { useId, useState } from 'react';
import { ChevronRight } from 'lucide-react';

import type { ConnectedTool } from '../../../src/contract/tools.ts';
import { TOOL_MODES, type ToolMode } from '../../../src/shared/tools.ts';
import { cx } from '../cx.ts';
import { Badge } from '../display/badge.tsx';
import { Select } from '../forms/text-input.tsx';
import styles from './tool-servers.module.css';
import { useServerTranslations, type ServerTextKey } from './texts.ts';

const MODE_LABELS: Readonly<Record<ToolMode, ServerTextKey>> = { off: 'modeOff', auto: 'modeAuto', ask: 'modeAsk' };

interface ToolListProps {
  /** Its name, for the names of the controls. */
  readonly server: string;
  readonly tools: readonly ConnectedTool[];
  /** Where it is absent, modes are only shown. */
  readonly onMode?: ((tool: string, mode: ToolMode) => void) | undefined;
}

interface ToolRowProps extends Pick<ToolListProps, 'onMode'> {
  readonly tool: ConnectedTool;
}

const ToolRow = ({ tool: { name, title, description, mode, readOnly, changed }, onMode }: ToolRowProps) => {
  const t = useServerTranslations();
  return (
    <li className={styles['tool']}>
      <div className={styles['words']}>
        <span className={styles['tool-name']}>
          <bdi title={name}>{title}</bdi>
          {readOnly ? <Badge>{t('readOnly')}</Badge> : null}
          {changed ? <Badge tone="warning">{t('changed')}</Badge> : null}
        </span>
        {description === '' ? null : (
          <span dir="auto" className={styles['about']} title={description}>
            {description}
          </span>
        )}
        {changed ? <span className={styles['why']}>{t('changedWhy')}</span> : null}
      </div>
      {onMode ? (
        <Select
          aria-label={t('modeOf', { tool: title })}
          className={styles['mode']}
          value={mode}
          options={TOOL_MODES.map((one) => [one, t(MODE_LABELS[one])])}
          onText={(text) => {
            const chosen = TOOL_MODES.find((one) => one === text);
            if (chosen) onMode(name, chosen);
          }}
        />
      ) : (
        <Badge>{t(MODE_LABELS[mode])}</Badge>
      )}
    </li>
  );
};

/** The tools of a server, folded at first, each with what it may do. */
export const ToolList = ({ server, tools, onMode }: ToolListProps) => {
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
            <ToolRow key={tool.name} tool={tool} onMode={onMode} />
          ))}
        </ul>
      ) : null}
    </div>
  );
};
