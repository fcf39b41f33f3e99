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
import { sayLimit, useLimitTexts } from './limit-texts.ts';
import { ModelSelect } from './model-select.tsx';
import { OwnSave } from './own-save.tsx';
import { useConfig, type Config } from './use-config.ts';
import { momentText, TIERS, useTierName } from './words.ts';

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
  if (limit < 0) return sayLimit('unlimited');
  return limit === 0 ? sayLimit('disabled') : sayLimit('requests', { limit });
};

const Access = ({ agents, origins, set }: PartProps) => {
  const t = useLimitTexts();
  return (
    <Card title={t('agentsTitle')} note={t('agentsNote')}>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('agentMode')}
          note={<Origin origins={origins} path={['agentModeEnabled']} />}
          checked={agents.agentModeEnabled}
          onChange={(agentModeEnabled) => set({ agentModeEnabled })}
        />
      </div>
      <fieldset>
        <legend className={styles['legend']}>{t('accessControl')}</legend>
        <div className={styles['radios']}>
          <label>
            <input
              type="radio"
              name="agent-access"
              checked={agents.premiumOnly}
              onChange={() => set({ premiumOnly: true })}
            />
            {t('premiumOnly')}
          </label>
          <label>
            <input
              type="radio"
              name="agent-access"
              checked={!agents.premiumOnly}
              onChange={() => set({ premiumOnly: false })}
            />
            {t('allTiers')}
          </label>
        </div>
        <Origin origins={origins} path={['premiumOnly']} />
      </fieldset>
      <Field label={t('defaultAgent')} hint={<Origin origins={origins} path={['defaultAgentType']} />}>
        {(control) => (
          <Select
            {...control}
            value={agents.defaultAgentType}
            onText={(text) => set({ defaultAgentType: ALL.find((type) => type === text) ?? agents.defaultAgentType })}
          >
            {ALL.map((type) => (
              <option key={type} value={type}>
                {agents.modelConfig[type].displayName || type}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Card>
  );
};

const Limits = ({ agents, origins, set }: PartProps) => {
  const t = useLimitTexts();
  const tierName = useTierName();
  return (
    <Card title={t('agentLimits')} note={t('agentLimitsNote')}>
      <div className={styles['rows']}>
        {TIERS.map((tier) => {
          const limit = agents.maxAgentRequests[tier];
          return (
            <FormRow
              key={tier}
              name={tierName(tier)}
              note={
                <>
                  <strong>{requestsText(limit)}</strong> <Origin origins={origins} path={['maxAgentRequests', tier]} />
                </>
              }
            >
              <LimitInput
                label={t('requestsOf', { tier: tierName(tier) })}
                otherwise={0}
                value={limit}
                onValue={(value) => set({ maxAgentRequests: { ...agents.maxAgentRequests, [tier]: value } })}
              />
            </FormRow>
          );
        })}
      </div>
    </Card>
  );
};

const Types = ({ agents, origins, set }: PartProps) => {
  const t = useLimitTexts();
  const toggle = (type: WorkingType, on: boolean): void =>
    set({
      availableAgentTypes: WORKING.filter((one) => (one === type ? on : agents.availableAgentTypes.includes(one))),
    });
  return (
    <Card title={t('agentTypes')} note={t('agentTypesNote')}>
      <div className={styles['rows']}>
        {WORKING.map((type) => (
          <SwitchRow
            key={type}
            label={agents.modelConfig[type].displayName || type}
            note={type}
            checked={agents.availableAgentTypes.includes(type)}
            onChange={(on) => toggle(type, on)}
          />
        ))}
      </div>
      <Origin origins={origins} path={['availableAgentTypes']} />
    </Card>
  );
};

const ModelOf = ({ type, agents, origins, set }: PartProps & { readonly type: AgentType }) => {
  const t = useLimitTexts();
  const own = agents.modelConfig[type];
  const change = (part: Partial<typeof own>): void =>
    set({ modelConfig: { ...agents.modelConfig, [type]: { ...own, ...part } } });
  return (
    <fieldset className={styles['pair']}>
      <legend className={styles['legend']}>{type}</legend>
      <Field label={t('modelOf', { type })} hint={<Origin origins={origins} path={['modelConfig', type, 'model']} />}>
        {(control) => (
          <ModelSelect {...control} none={t('tierModel')} value={own.model} onValue={(model) => change({ model })} />
        )}
      </Field>
      <Field label={t('displayNameOf', { type })}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={100}
            value={own.displayName}
            onText={(displayName) => change({ displayName })}
          />
        )}
      </Field>
      <Field label={t('descriptionOf', { type })}>
        {(control) => (
          <TextInput
            {...control}
            maxLength={500}
            value={own.description}
            onText={(description) => change({ description })}
          />
        )}
      </Field>
    </fieldset>
  );
};

const Facts = ({ config: { meta } }: { readonly config: Config<Agents> }) => {
  const t = useLimitTexts();
  return (
    <Card title={t('lastChange')}>
      <dl className={styles['facts']}>
        <dt>{t('lastUpdated')}</dt>
        <dd>{momentText(meta?.lastUpdated ?? null) || t('never')}</dd>
        <dt>{t('updatedBy')}</dt>
        <dd>{meta?.updatedBy ?? t('nobodyYet')}</dd>
        <dt>{t('changeReason')}</dt>
        <dd>
          <bdi dir="auto">{meta?.reason ?? t('noReason')}</bdi>
        </dd>
        <dt>{t('versionLabel')}</dt>
        <dd>{meta?.version ?? 0}</dd>
      </dl>
    </Card>
  );
};

/** Everything about agents. Where it cannot be loaded, the defaults are shown. */
export const AgentsTab = () => {
  const t = useLimitTexts();
  const config = useConfig(AGENTS);
  return (
    <ConfigForm config={config}>
      {(agents) => {
        const part: PartProps = {
          agents,
          origins: config.origins,
          set: (changed) => config.change({ ...agents, ...changed }),
        };
        return (
          <>
            <Access {...part} />
            <Limits {...part} />
            <Types {...part} />
            <Card title={t('modelConfiguration')}>
              {ALL.map((type) => (
                <ModelOf key={type} type={type} {...part} />
              ))}
            </Card>
            <Facts config={config} />
            <OwnSave names={['agents']} action={t('saveAgents')} done={t('agentsSaved')} />
          </>
        );
      }}
    </ConfigForm>
  );
};
