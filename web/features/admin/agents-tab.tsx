import type { Configs } from '../../state/admin-slice.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import { Select, TextInput } from '../../ui/text-input.tsx';
import type { Origins } from './config-api.ts';
import { ConfigForm, Origin } from './config-form.tsx';
import { AGENTS } from './config-specs.ts';
import { FormRow, SwitchRow } from './form-row.tsx';
import styles from './forms.module.css';
import { ModelSelect } from './model-select.tsx';
import { OwnSave } from './own-save.tsx';
import { useConfig, type Config } from './use-config.ts';
import { momentText, TIER_NAMES, TIERS } from './words.ts';

type Agents = Configs['agents'];
type AgentType = keyof Agents['modelConfig'];
type WorkingType = Agents['availableAgentTypes'][number];

const WORKING: readonly WorkingType[] = ['reasoning_agent', 'research_agent', 'code_agent'];
const ALL: readonly AgentType[] = ['auto_agent', ...WORKING];

interface PartProps {
  readonly agents: Agents;
  readonly origins: Origins;
  readonly set: (part: Partial<Agents>) => void;
}

/** How a daily limit reads. */
export const requestsText = (limit: number): string => {
  if (limit < 0) return 'Unlimited';
  return limit === 0 ? 'Disabled' : `${limit} requests/day`;
};

const Access = ({ agents, origins, set }: PartProps) => (
  <Card title="AI Agent Configuration" note="Who may let agents work, and which.">
    <div className={styles['rows']}>
      <SwitchRow label="Agent mode" note={<Origin origins={origins} path={['agentModeEnabled']} />} checked={agents.agentModeEnabled}
        onChange={(agentModeEnabled) => set({ agentModeEnabled })} />
    </div>
    <fieldset>
      <legend className={styles['legend']}>Access control</legend>
      <div className={styles['radios']}>
        <label><input type="radio" name="agent-access" checked={agents.premiumOnly} onChange={() => set({ premiumOnly: true })} />Premium Only</label>
        <label><input type="radio" name="agent-access" checked={!agents.premiumOnly} onChange={() => set({ premiumOnly: false })} />All Tiers</label>
      </div>
      <Origin origins={origins} path={['premiumOnly']} />
    </fieldset>
    <Field label="Default agent type" hint={<Origin origins={origins} path={['defaultAgentType']} />}>
      {(control) => (
        <Select {...control} value={agents.defaultAgentType} onText={(text) => set({ defaultAgentType: ALL.find((type) => type === text) ?? agents.defaultAgentType })}>
          {ALL.map((type) => <option key={type} value={type}>{agents.modelConfig[type].displayName || type}</option>)}
        </Select>
      )}
    </Field>
  </Card>
);

const Limits = ({ agents, origins, set }: PartProps) => (
  <Card title="Daily request limits" note="How often a person of each tier may ask an agent per day. 0 switches agents off for the tier.">
    <div className={styles['rows']}>
      {TIERS.map((tier) => {
        const limit = agents.maxAgentRequests[tier];
        return (
          <FormRow key={tier} name={TIER_NAMES[tier]} note={<><strong>{requestsText(limit)}</strong> <Origin origins={origins} path={['maxAgentRequests', tier]} /></>}>
            <LimitInput label={`${TIER_NAMES[tier]}: agent requests per day`} otherwise={0} value={limit}
              onValue={(value) => set({ maxAgentRequests: { ...agents.maxAgentRequests, [tier]: value } })} />
          </FormRow>
        );
      })}
    </div>
  </Card>
);

const Types = ({ agents, origins, set }: PartProps) => {
  const toggle = (type: WorkingType, on: boolean): void =>
    set({ availableAgentTypes: WORKING.filter((one) => (one === type ? on : agents.availableAgentTypes.includes(one))) });
  return (
    <Card title="Available agent types" note="Auto is always there while agent mode is on; it chooses among these.">
      <div className={styles['rows']}>
        {WORKING.map((type) => (
          <SwitchRow key={type} label={agents.modelConfig[type].displayName || type} note={type} checked={agents.availableAgentTypes.includes(type)}
            onChange={(on) => toggle(type, on)} />
        ))}
      </div>
      <Origin origins={origins} path={['availableAgentTypes']} />
    </Card>
  );
};

const ModelOf = ({ type, agents, origins, set }: PartProps & { readonly type: AgentType }) => {
  const own = agents.modelConfig[type];
  const change = (part: Partial<typeof own>): void => set({ modelConfig: { ...agents.modelConfig, [type]: { ...own, ...part } } });
  return (
    <fieldset className={styles['pair']}>
      <legend className={styles['legend']}>{type}</legend>
      <Field label={`Model of ${type}`} hint={<Origin origins={origins} path={['modelConfig', type, 'model']} />}>
        {(control) => <ModelSelect {...control} none="The model of the person's tier" value={own.model} onValue={(model) => change({ model })} />}
      </Field>
      <Field label={`Display name of ${type}`}>
        {(control) => <TextInput {...control} maxLength={100} value={own.displayName} onText={(displayName) => change({ displayName })} />}
      </Field>
      <Field label={`Description of ${type}`}>
        {(control) => <TextInput {...control} maxLength={500} value={own.description} onText={(description) => change({ description })} />}
      </Field>
    </fieldset>
  );
};

const Facts = ({ config: { meta } }: { readonly config: Config<Agents> }) => (
  <Card title="Last change">
    <dl className={styles['facts']}>
      <dt>Last updated</dt><dd>{momentText(meta?.lastUpdated ?? null) || 'Never'}</dd>
      <dt>Updated by</dt><dd>{meta?.updatedBy ?? 'Nobody yet'}</dd>
      <dt>Reason</dt><dd dir="auto">{meta?.reason ?? 'None'}</dd>
      <dt>Version</dt><dd>{meta?.version ?? 0}</dd>
    </dl>
  </Card>
);

/** Everything about agents. Where it cannot be loaded, the defaults are shown. */
export const AgentsTab = () => {
  const config = useConfig(AGENTS);
  return (
    <ConfigForm config={config}>
      {(agents) => {
        const part: PartProps = { agents, origins: config.origins, set: (changed) => config.change({ ...agents, ...changed }) };
        return (
          <>
            <Access {...part} />
            <Limits {...part} />
            <Types {...part} />
            <Card title="Model configuration">{ALL.map((type) => <ModelOf key={type} type={type} {...part} />)}</Card>
            <Facts config={config} />
            <OwnSave names={['agents']} action="Save Agent Config" done="Agent configuration saved" />
          </>
        );
      }}
    </ConfigForm>
  );
};
