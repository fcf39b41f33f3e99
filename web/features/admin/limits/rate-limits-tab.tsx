import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LimitInput } from '../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import type { ConfigOrigins } from '../config/config-api.ts';
import { FormRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useTranslations } from '../texts.ts';
import { useConfig } from '../config/use-config.ts';
import { useAvailableModels } from '../models/use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

type Rates = Configs['rate-limits'];
type LifetimeLimits = Rates['subscriptions'][Tier]['lifetime'];

/** The rates with something else for the life of a tier's accounts. */
const withLifetimeLimits = (rates: Rates, tier: Tier, lifetime: LifetimeLimits): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], lifetime } },
});

const without = (limits: LifetimeLimits['modelLimits'], id: string): LifetimeLimits['modelLimits'] =>
  Object.fromEntries(Object.entries(limits).filter(([key]) => key !== id));

interface AddLimitProps {
  readonly tier: Tier;
  readonly taken: readonly string[];
  readonly onAdd: (id: string) => void;
}

const AddLimit = ({ tier, taken, onAdd }: AddLimitProps) => {
  const t = useLimitTranslations();
  const common = useTranslations();
  const tierName = useTierName();
  const list = useId();
  const models = useAvailableModels();
  const [id, setId] = useState('');
  const [isDuplicate, setDuplicate] = useState(false);
  const add = (): void => {
    const modelId = id.trim();
    if (modelId === '') return;
    setDuplicate(taken.includes(modelId));
    if (taken.includes(modelId)) return;
    onAdd(modelId);
    setId('');
  };
  return (
    <form
      className={styles['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label={t('modelToLimit', { tier: tierName(tier) })} error={isDuplicate ? common('modelTwice') : null}>
        {(control) => (
          <TextInput
            {...control}
            list={list}
            maxLength={200}
            autoComplete="off"
            placeholder={t('modelId')}
            value={id}
            onText={(text) => {
              setId(text);
              setDuplicate(false);
            }}
          />
        )}
      </Field>
      <datalist id={list}>
        {models
          .filter((model) => !taken.includes(model.id))
          .map((model) => (
            <option key={model.id} value={model.id} />
          ))}
      </datalist>
      <Button type="submit" icon={<Plus />}>
        {t('addLimit')}
      </Button>
    </form>
  );
};

interface TierCardProps {
  readonly tier: Tier;
  readonly lifetime: LifetimeLimits;
  readonly origins: ConfigOrigins;
  readonly onChange: (lifetime: LifetimeLimits) => void;
}

const TierCard = ({ tier, lifetime, origins, onChange }: TierCardProps) => {
  const t = useLimitTranslations();
  const name = useTierName()(tier);
  const path = ['subscriptions', tier, 'lifetime'];
  const { totalMessages, modelLimits } = lifetime;
  const set = (id: string, limit: number): void =>
    onChange({ ...lifetime, modelLimits: { ...modelLimits, [id]: limit } });
  return (
    <Card title={name}>
      <div className={styles['rows']}>
        <FormRow name={t('total')} note={<OriginLabel origins={origins} path={[...path, 'totalMessages']} />}>
          <LimitInput
            label={t('totalOf', { tier: name })}
            value={totalMessages}
            onValue={(value) => onChange({ ...lifetime, totalMessages: value })}
          />
        </FormRow>
        {Object.entries(modelLimits).map(([id, limit]) => (
          <FormRow
            key={id}
            name={<span className={styles['mono']}>{id}</span>}
            note={<OriginLabel origins={origins} path={[...path, 'modelLimits', id]} />}
          >
            <LimitInput
              label={t('messagesWith', { tier: name, model: id })}
              value={limit}
              onValue={(value) => set(id, value)}
            />
            <IconButton
              size="s"
              label={t('removeLimit', { tier: name, model: id })}
              tooltip="none"
              icon={<Trash2 />}
              onClick={() => onChange({ ...lifetime, modelLimits: without(modelLimits, id) })}
            />
          </FormRow>
        ))}
      </div>
      <AddLimit tier={tier} taken={Object.keys(modelLimits)} onAdd={(id) => set(id, 0)} />
    </Card>
  );
};

/** How many messages an account may send over its whole life, in all and with single models. */
export const RateLimitsTab = () => {
  const t = useLimitTranslations();
  const config = useConfig('rate-limits');
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <p className={styles['intro']}>
            {t('ratesIntro')}
            {rates.features.enableLifetimeLimits ? '' : ` ${t('lifetimeOff')}`}
          </p>
          {TIERS.map((tier) => (
            <TierCard
              key={tier}
              tier={tier}
              lifetime={rates.subscriptions[tier].lifetime}
              origins={config.origins}
              onChange={(lifetime) => config.change(withLifetimeLimits(rates, tier, lifetime))}
            />
          ))}
        </>
      )}
    </ConfigForm>
  );
};
