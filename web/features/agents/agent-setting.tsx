import { useState } from 'react';

import type { Translator } from '../../lib/i18n/translations.ts';
import { selectAgentAccess, selectAgentType } from '../../state/agent-access.ts';
import type { Agent } from '../../state/agents-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SettingRow, SettingSection } from '../../ui/forms/setting-row.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import styles from './agent-setting.module.css';
import { lockedText } from './locked-text.ts';
import { chooseAgentType, setAgentMode } from './choose-mode.ts';
import { MODES } from './modes.ts';
import { useTranslations, type TextKey } from './texts.ts';

const MAX_CAPABILITIES = 3;

const CAPABILITIES: Readonly<Record<Agent['id'], readonly TextKey[]>> = {
  auto_agent: ['choosesAgent', 'webSearch', 'reasoning', 'code'],
  reasoning_agent: ['stepByStep', 'problemSolving', 'analysis'],
  research_agent: ['webSearch', 'readingPages', 'numberedSources', 'images'],
  code_agent: ['writingCode', 'runningCode', 'debugging'],
};

/** In the language of the page; the server tells them in English. */
const Capabilities = ({ of }: { readonly of: readonly TextKey[] }) => {
  const t = useTranslations();
  return (
    <span className={styles['capabilities']}>
      {of.slice(0, MAX_CAPABILITIES).map((capability) => (
        <Badge key={capability}>{t(capability)}</Badge>
      ))}
      {of.length > MAX_CAPABILITIES ? (
        <span className={styles['more']}>{t('moreCapabilities', { count: of.length - MAX_CAPABILITIES })}</span>
      ) : null}
    </span>
  );
};

interface ChooserProps {
  readonly agents: readonly Agent[];
  readonly at: string;
  readonly onChoose: (id: string) => void;
}

const Chooser = ({ agents, at, onChoose }: ChooserProps) => {
  const t = useTranslations();
  return (
    <div role="radiogroup" aria-label={t('agent')} className={styles['chooser']}>
      {agents.map(({ id, name, description, isRecommended }) => (
        <label key={id} className={cx(styles['agent'], id === at && styles['at'])}>
          <input type="radio" name="agent-type" value={id} checked={id === at} onChange={() => onChoose(id)} />
          <span className={styles['words']}>
            <span className={styles['name']}>
              {name}
              {isRecommended ? <Badge tone="accent">{t('recommended')}</Badge> : null}
            </span>
            <span className={styles['description']}>{description}</span>
          </span>
        </label>
      ))}
    </div>
  );
};

const nameOf = (agent: Agent | undefined, type: string, t: Translator<TextKey>): string => {
  const mode = MODES.find(({ agentType }) => agentType === type);
  return agent?.name ?? (mode ? t(mode.label) : type);
};

const LOCKED = { premium: 'premiumRequired', plan: 'partOf' } as const;

/** Why agents are not to be had now; null where they are. */
const useStatusNote = (offersPlans: boolean): string | null => {
  const t = useTranslations();
  const access = useAppSelector(selectAgentAccess);
  const status = useAppSelector(({ agents }) => agents.status);
  if (access === 'open') return null;
  if (access === 'locked') return lockedText(LOCKED, { status, offersPlans }, t);
  return t(access === 'loading' ? 'checking' : 'unavailable');
};

interface CurrentProps {
  readonly agent: Agent | undefined;
  readonly agentType: string;
  readonly many: boolean;
  readonly choosing: boolean;
  readonly onChange: () => void;
}

const Current = ({ agent, agentType, many, choosing, onChange }: CurrentProps) => {
  const t = useTranslations();
  return (
    <SettingRow label={nameOf(agent, agentType, t)} note={agent ? <Capabilities of={CAPABILITIES[agent.id]} /> : null}>
      {many ? (
        <Button size="s" aria-expanded={choosing} onClick={onChange}>
          {t('change')}
        </Button>
      ) : null}
    </SettingRow>
  );
};

const NO_AGENTS: readonly Agent[] = [];

/** Agent mode in the settings: on or off, which agent, and what it can do; or why it is not to be had. */
export const AgentSetting = ({ offersPlans }: { readonly offersPlans: boolean }) => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const note = useStatusNote(offersPlans);
  const agents = useAppSelector((state) => state.agents.available) ?? NO_AGENTS;
  const agentMode = useAppSelector((state) => state.chat.agentMode);
  const agentType = useAppSelector(selectAgentType);
  const [choosing, setChoosing] = useState(false);
  const many = agents.length > 1;
  const on = agentMode && note === null;
  const toggle = (next: boolean): void => {
    dispatch(setAgentMode(next));
    setChoosing(next && many);
  };
  const choose = (id: string): void => {
    dispatch(chooseAgentType(id));
    setChoosing(false);
  };
  return (
    <SettingSection name="agents" title={t('agentMode')}>
      <SettingRow label={t('agentMode')} note={note ? <span role="status">{note}</span> : t('agentModeAbout')}>
        <Switch label={t('agentMode')} checked={on} disabled={note !== null} onChange={toggle} />
      </SettingRow>
      {on ? (
        <Current
          agent={agents.find(({ id }) => id === agentType)}
          agentType={agentType}
          many={many}
          choosing={choosing}
          onChange={() => setChoosing(!choosing)}
        />
      ) : null}
      {on && choosing ? <Chooser agents={agents} at={agentType} onChoose={choose} /> : null}
    </SettingSection>
  );
};
