import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import type { Configs } from '../../state/admin-slice.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { ConfigForm, Origin } from './config-form.tsx';
import type { Origins } from './config-api.ts';
import { RATE_LIMITS } from './config-specs.ts';
import { FormRow } from './form-row.tsx';
import styles from './forms.module.css';
import { useLimitTexts } from './limit-texts.ts';
import { useTexts } from './texts.ts';
import { useConfig } from './use-config.ts';
import { useKnownModels } from './use-known-models.ts';
import { TIERS, useTierName } from './words.ts';

type Rates = Configs['rate-limits'];
type Lifetime = Rates['subscriptions'][Tier]['lifetime'];

/** The rates with something else for the life of a tier's accounts. */
const withLifetime = (rates: Rates, tier: Tier, lifetime: Lifetime): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], lifetime } },
});

const without = (limits: Lifetime['modelLimits'], id: string): Lifetime['modelLimits'] =>
  Object.fromEntries(Object.entries(limits).filter(([key]) => key !== id));

interface AddLimitProps {
  readonly tier: Tier;
  readonly taken: readonly string[];
  readonly onAdd: (id: string) => void;
}

const AddLimit = ({ tier, taken, onAdd }: AddLimitProps) => {
  const t = useLimitTexts();
  const common = useTexts();
  const tierName = useTierName();
  const list = useId();
  const known = useKnownModels();
  const [id, setId] = useState('');
  const [twice, setTwice] = useState(false);
  const add = (): void => {
    const wanted = id.trim();
    if (wanted === '') return;
    setTwice(taken.includes(wanted));
    if (taken.includes(wanted)) return;
    onAdd(wanted);
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
      <Field label={t('modelToLimit', { tier: tierName(tier) })} error={twice ? common('modelTwice') : null}>
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
              setTwice(false);
            }}
          />
        )}
      </Field>
      <datalist id={list}>
        {known
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
  readonly lifetime: Lifetime;
  readonly origins: Origins;
  readonly onChange: (lifetime: Lifetime) => void;
}

const TierCard = ({ tier, lifetime, origins, onChange }: TierCardProps) => {
  const t = useLimitTexts();
  const name = useTierName()(tier);
  const path = ['subscriptions', tier, 'lifetime'];
  const { totalMessages, modelLimits } = lifetime;
  const set = (id: string, limit: number): void =>
    onChange({ ...lifetime, modelLimits: { ...modelLimits, [id]: limit } });
  return (
    <Card title={name}>
      <div className={styles['rows']}>
        <FormRow name={t('total')} note={<Origin origins={origins} path={[...path, 'totalMessages']} />}>
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
            note={<Origin origins={origins} path={[...path, 'modelLimits', id]} />}
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
  const t = useLimitTexts();
  const config = useConfig(RATE_LIMITS);
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
              onChange={(lifetime) => config.change(withLifetime(rates, tier, lifetime))}
            />
          ))}
        </>
      )}
    </ConfigForm>
  );
};
