import { useState } from 'react';

import { agentAccess } from '../../state/agent-access.ts';
import type { Agent } from '../../state/agents-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { SettingRow, SettingSection } from '../../ui/setting-row.tsx';
import { Switch } from '../../ui/switch.tsx';
import styles from './agent-setting.module.css';
import { chooseAgentType, MODES, switchAgents } from './modes.ts';

const MOST_CAPABILITIES = 3;

const Capabilities = ({ of }: { readonly of: readonly string[] }) => (of.length === 0 ? null : (
  <span className={styles['capabilities']}>
    {of.slice(0, MOST_CAPABILITIES).map((capability) => <Badge key={capability}>{capability}</Badge>)}
    {of.length > MOST_CAPABILITIES ? <span className={styles['more']}>{`+${of.length - MOST_CAPABILITIES} more`}</span> : null}
  </span>
));

interface ChooserProps {
  readonly agents: readonly Agent[];
  readonly at: string;
  readonly onChoose: (id: string) => void;
}

const Chooser = ({ agents, at, onChoose }: ChooserProps) => (
  <div role="radiogroup" aria-label="Agent" className={styles['chooser']}>
    {agents.map(({ id, name, description, isRecommended }) => (
      <label key={id} className={cx(styles['agent'], id === at && styles['at'])}>
        <input type="radio" name="agent-type" value={id} checked={id === at} onChange={() => onChoose(id)} />
        <span className={styles['words']}>
          <span className={styles['name']}>{name}{isRecommended ? <Badge tone="accent">Recommended</Badge> : null}</span>
          <span className={styles['description']}>{description}</span>
        </span>
      </label>
    ))}
  </div>
);

const nameOf = (agent: Agent | undefined, type: string): string => agent?.name ?? MODES.find(({ agentType }) => agentType === type)?.label ?? type;

const useStatusNote = (): string | null => useAppSelector((state) => {
  const access = agentAccess(state);
  if (access === 'loading') return 'Checking agent service...';
  if (access === 'locked') return 'Premium subscription required';
  return access === 'down' ? 'Agent service temporarily unavailable' : null;
});

interface CurrentProps {
  readonly agent: Agent | undefined;
  readonly agentType: string;
  readonly many: boolean;
  readonly choosing: boolean;
  readonly onChange: () => void;
}

const Current = ({ agent, agentType, many, choosing, onChange }: CurrentProps) => (
  <SettingRow label={nameOf(agent, agentType)} note={<Capabilities of={agent?.capabilities ?? []} />}>
    {many ? <Button size="s" aria-expanded={choosing} onClick={onChange}>Change</Button> : null}
  </SettingRow>
);

/** Agent mode in the settings: on or off, which agent, and what it can do; or why it is not to be had. */
export const AgentSetting = () => {
  const dispatch = useAppDispatch();
  const note = useStatusNote();
  const agents = useAppSelector((state) => state.agents.available);
  const { agentMode, agentType } = useAppSelector((state) => state.chat);
  const [choosing, setChoosing] = useState(false);
  const many = agents.length > 1;
  const on = agentMode && note === null;
  const toggle = (next: boolean): void => {
    dispatch(switchAgents(next));
    setChoosing(next && many);
  };
  const choose = (id: string): void => {
    dispatch(chooseAgentType(id));
    setChoosing(false);
  };
  return (
    <SettingSection title="Agent mode">
      <SettingRow label="Agent mode" note={note ? <span role="status">{note}</span> : 'Agents search, read, think and run code before they answer.'}>
        <Switch label="Agent mode" checked={on} disabled={note !== null} onChange={toggle} />
      </SettingRow>
      {on ? <Current agent={agents.find(({ id }) => id === agentType)} agentType={agentType} many={many} choosing={choosing} onChange={() => setChoosing(!choosing)} /> : null}
      {on && choosing ? <Chooser agents={agents} at={agentType} onChoose={choose} /> : null}
    </SettingSection>
  );
};
