import { useState } from 'react';

import type { ConnectedTool } from '../../../src/contract/tools.ts';
import { TOOL_MODES, type ToolMode } from '../../../src/shared/tools.ts';
import { Button } from '../button.tsx';
import { Badge } from '../display/badge.tsx';
import { Select } from '../forms/text-input.tsx';
import { useServerTranslations, type ServerTextKey } from './texts.ts';
import styles from './tool-servers.module.css';

type Labels = Readonly<Record<ToolMode, ServerTextKey>>;

const MODE_LABELS: Labels = { off: 'modeOff', auto: 'modeAuto', ask: 'modeAsk' };
/** Of what others can choose at most. */
const LIMIT_LABELS: Labels = { ...MODE_LABELS, auto: 'mayAuto' };

/** From so many characters on, a description is cut at first. */
const MAX_CHARACTERS = 120;

/**
 * Chooses what a tool may do, as it was shown. False: it describes itself in another way now, so nothing was chosen.
 */
export type ChooseMode = (tool: ConnectedTool, mode: ToolMode) => Promise<boolean>;

const About = ({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }) => {
  const t = useServerTranslations();
  const [open, setOpen] = useState(false);
  if (text === '') return null;
  const isLong = text.length > MAX_CHARACTERS && !isWhole;
  return (
    <>
      <span dir="auto" className={styles['about']} data-cut={(isLong && !open) || undefined}>
        {text}
      </span>
      {isLong ? (
        <button type="button" aria-expanded={open} className={styles['more']} onClick={() => setOpen(!open)}>
          {t(open ? 'less' : 'more')}
        </button>
      ) : null}
    </>
  );
};

/** What it said before somebody chose, beside what it says now. */
const ChangedMeanwhile = ({ before, now }: { readonly before: ConnectedTool; readonly now: ConnectedTool }) => {
  const t = useServerTranslations();
  return (
    <div role="alert" className={styles['why']}>
      <p>{t('changedMeanwhile')}</p>
      {before.description === now.description ? (
        <p>{t('argumentsChanged')}</p>
      ) : (
        <p>{t.rich('before', { text: before.description, del: (inside) => <del dir="auto">{inside}</del> })}</p>
      )}
    </div>
  );
};

/** Why it asks again. `before`: as it was when a choice for it was refused. */
const Change = ({ tool, before }: { readonly tool: ConnectedTool; readonly before: ConnectedTool | null }) => {
  const t = useServerTranslations();
  if (before) return <ChangedMeanwhile before={before} now={tool} />;
  return tool.changed && tool.mode !== 'off' ? <p className={styles['why']}>{t('changedWhy')}</p> : null;
};

interface ModeProps {
  readonly tool: ConnectedTool;
  readonly isLimit: boolean;
  readonly onChoose: ((mode: ToolMode) => void) | undefined;
}

const Mode = ({ tool: { title, mode }, isLimit, onChoose }: ModeProps) => {
  const labels = isLimit ? LIMIT_LABELS : MODE_LABELS;
  const t = useServerTranslations();
  if (!onChoose) return <Badge>{t(labels[mode])}</Badge>;
  return (
    <Select
      aria-label={t('modeOf', { tool: title })}
      className={styles['mode']}
      value={mode}
      options={TOOL_MODES.map((one) => [one, t(labels[one])])}
      onText={(text) => {
        const chosen = TOOL_MODES.find((one) => one === text);
        if (chosen) onChoose(chosen);
      }}
    />
  );
};

interface ToolRowProps {
  readonly tool: ConnectedTool;
  /** What is chosen is a limit for others. */
  readonly isLimit: boolean;
  /** Where it is absent, the mode is only shown. */
  readonly onMode?: ChooseMode | undefined;
}

/** A tool with what it may do. */
export const ToolRow = ({ tool, isLimit, onMode }: ToolRowProps) => {
  const t = useServerTranslations();
  const [refused, setRefused] = useState<ConnectedTool | null>(null);
  const { name, title, description, mode, readOnly, changed } = tool;
  const before = refused?.digest === tool.digest ? null : refused;
  const isChanged = changed || before !== null;
  const onChoose =
    onMode &&
    ((chosen: ToolMode): void => {
      void onMode(tool, chosen).then((isChosen) => setRefused(isChosen ? null : tool));
    });
  return (
    <li className={styles['tool']} data-changed={isChanged || undefined}>
      <div className={styles['words']}>
        <span className={styles['tool-name']}>
          <bdi title={name}>{title}</bdi>
          {readOnly ? <Badge>{t('readOnly')}</Badge> : null}
          {isChanged ? <Badge tone="warning">{t('changed')}</Badge> : null}
        </span>
        <About text={description} isWhole={isChanged} />
        <Change tool={tool} before={before} />
        {changed && onChoose ? (
          <Button size="s" aria-label={t('acceptOf', { tool: title })} onClick={() => onChoose(mode)}>
            {t('accept')}
          </Button>
        ) : null}
      </div>
      <Mode tool={tool} isLimit={isLimit} onChoose={onChoose} />
    </li>
  );
};
