import { COUNT_RANGE } from '../../../../src/shared/settings/fields.ts';
import { mapTiers, TIERS } from '../../../../src/shared/tiers.ts';
import {
  AGENT_TYPES,
  type AgentType,
  SPECIFIC_AGENT_TYPES,
  type SpecificAgentType,
} from '../../../../src/shared/agent-types.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import { SwitchRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { LimitTable } from '../shared/limit-table.tsx';
import { LimitField } from '../shared/number-field.tsx';
import { translateLimit, useLimitTranslations } from '../shared/limit-texts.ts';
import { ModelField } from '../models/model-field.tsx';
import { useConfig, type ConfigState } from '../config/use-config.ts';
import { formatDateTime } from '../shared/labels.ts';

type Agents = Configs['agents'];

interface SectionProps {
  readonly agents: Agents;
  readonly set: (part: Partial<Agents>) => void;
}

/** A daily limit in words; none for what is no number yet. */
export const formatRequestLimit = (limit: number): string => {
  if (Number.isNaN(limit)) return '';
  if (limit < 0) return translateLimit('unlimited');
  return limit === 0 ? translateLimit('disabled') : translateLimit('requests', { limit });
};

const AccessCard = ({ agents, set }: SectionProps) => {
  const t = useLimitTranslations();
  return (
    <Card title={t('agentsTitle')} note={t('agentsNote')}>
      <div className={styles['rows']}>
        <SwitchRow
          label={t('agentMode')}
          path={['agentModeEnabled']}
          checked={agents.agentModeEnabled}
          onChange={(agentModeEnabled) => set({ agentModeEnabled })}
        />
      </div>
      <fieldset>
        <legend className={styles['legend']}>{t('accessControl')}</legend>
        <div className={styles['radios']}>
          {[true, false].map((premiumOnly) => (
            <label key={String(premiumOnly)}>
              <input
                type="radio"
                name="agent-access"
                checked={agents.premiumOnly === premiumOnly}
                onChange={() => set({ premiumOnly })}
              />
              {t(premiumOnly ? 'premiumOnly' : 'allTiers')}
            </label>
          ))}
        </div>
        <OriginLabel path={['premiumOnly']} />
      </fieldset>
      <SelectField
        label={t('defaultAgent')}
        hint={<OriginLabel path={['defaultAgentType']} />}
        value={agents.defaultAgentType}
        onText={(text) =>
          set({ defaultAgentType: AGENT_TYPES.find((type) => type === text) ?? agents.defaultAgentType })
        }
        options={AGENT_TYPES.map((type) => [type, agents.modelConfig[type].displayName || type])}
      />
    </Card>
  );
};

const REQUESTS = [{ field: 'perDay', head: 'requestsHead', label: 'requestsOf', range: COUNT_RANGE }] as const;

const LimitsCard = ({ agents: { maxAgentRequests }, set }: SectionProps) => {
  const t = useLimitTranslations();
  return (
    <Card title={t('agentLimits')} note={t('agentLimitsNote')}>
      <LimitTable
        label={t('requestsByTier')}
        groups={TIERS}
        columns={REQUESTS}
        limits={mapTiers((tier) => ({ perDay: maxAgentRequests[tier] }))}
        originPath={(tier) => ['maxAgentRequests', tier]}
        onChange={(limits) => set({ maxAgentRequests: mapTiers((tier) => limits[tier].perDay) })}
        control={(control) => <LimitField {...control} hint={formatRequestLimit(control.value)} />}
      />
    </Card>
  );
};

const AgentTypesCard = ({ agents, set }: SectionProps) => {
  const t = useLimitTranslations();
  const toggle = (type: SpecificAgentType, on: boolean): void =>
    set({
      availableAgentTypes: SPECIFIC_AGENT_TYPES.filter((candidate) =>
        candidate === type ? on : agents.availableAgentTypes.includes(candidate),
      ),
    });
  return (
    <Card title={t('agentTypes')} note={t('agentTypesNote')}>
      <div className={styles['rows']}>
        {SPECIFIC_AGENT_TYPES.map((type) => (
          <SwitchRow
            key={type}
            label={agents.modelConfig[type].displayName || type}
            note={type}
            checked={agents.availableAgentTypes.includes(type)}
            onChange={(on) => toggle(type, on)}
          />
        ))}
      </div>
      <OriginLabel path={['availableAgentTypes']} />
    </Card>
  );
};

const AgentModelFields = ({ type, agents, set }: SectionProps & { readonly type: AgentType }) => {
  const t = useLimitTranslations();
  const agentModel = agents.modelConfig[type];
  const change = (part: Partial<typeof agentModel>): void =>
    set({ modelConfig: { ...agents.modelConfig, [type]: { ...agentModel, ...part } } });
  return (
    <fieldset className={styles['pair']}>
      <legend className={styles['legend']}>{type}</legend>
      <ModelField
        label={t('modelOf', { type })}
        path={['modelConfig', type, 'model']}
        emptyLabel={t('tierModel')}
        value={agentModel.model}
        onValue={(model) => change({ model })}
      />
      <TextField
        label={t('displayNameOf', { type })}
        maxLength={100}
        value={agentModel.displayName}
        onText={(displayName) => change({ displayName })}
      />
      <TextField
        label={t('descriptionOf', { type })}
        maxLength={500}
        value={agentModel.description}
        onText={(description) => change({ description })}
      />
    </fieldset>
  );
};

const LastChange = ({ config: { meta } }: { readonly config: ConfigState<Agents> }) => {
  const t = useLimitTranslations();
  return (
    <Card title={t('lastChange')}>
      <dl className={styles['facts']}>
        <dt>{t('lastUpdated')}</dt>
        <dd>{formatDateTime(meta?.lastUpdated ?? null) || t('never')}</dd>
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

/** The settings of agents. */
export const AgentsTab = () => {
  const t = useLimitTranslations();
  const config = useConfig('agents');
  return (
    <ConfigForm config={config}>
      {(agents) => {
        const part: SectionProps = { agents, set: (patch) => config.change({ ...agents, ...patch }) };
        return (
          <>
            <AccessCard {...part} />
            <LimitsCard {...part} />
            <AgentTypesCard {...part} />
            <Card title={t('modelConfiguration')}>
              {AGENT_TYPES.map((type) => (
                <AgentModelFields key={type} type={type} {...part} />
              ))}
            </Card>
            <LastChange config={config} />
          </>
        );
      }}
    </ConfigForm>
  );
};
