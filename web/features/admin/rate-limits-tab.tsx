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
import { useConfig } from './use-config.ts';
import { useKnownModels } from './use-known-models.ts';
import { TIER_NAMES, TIERS } from './words.ts';

type Rates = Configs['rate-limits'];
type Lifetime = Rates['subscriptions'][Tier]['lifetime'];

/** The rates with something else for the life of a tier's accounts. */
const withLifetime = (rates: Rates, tier: Tier, lifetime: Lifetime): Rates =>
  ({ ...rates, subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], lifetime } } });

const without = (limits: Lifetime['modelLimits'], id: string): Lifetime['modelLimits'] =>
  Object.fromEntries(Object.entries(limits).filter(([key]) => key !== id));

interface AddLimitProps {
  readonly tier: Tier;
  readonly taken: readonly string[];
  readonly onAdd: (id: string) => void;
}

const AddLimit = ({ tier, taken, onAdd }: AddLimitProps) => {
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
    <form className={styles['add']} onSubmit={(event) => { event.preventDefault(); add(); }}>
      <Field label={`Model to limit for ${TIER_NAMES[tier]}`} error={twice ? 'Model already exists in this tier' : null}>
        {(control) => <TextInput {...control} list={list} maxLength={200} autoComplete="off" placeholder="Model id" value={id} onText={(text) => { setId(text); setTwice(false); }} />}
      </Field>
      <datalist id={list}>{known.filter((model) => !taken.includes(model.id)).map((model) => <option key={model.id} value={model.id} />)}</datalist>
      <Button type="submit" icon={<Plus />}>Add limit</Button>
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
  const path = ['subscriptions', tier, 'lifetime'];
  const { totalMessages, modelLimits } = lifetime;
  const set = (id: string, limit: number): void => onChange({ ...lifetime, modelLimits: { ...modelLimits, [id]: limit } });
  return (
    <Card title={TIER_NAMES[tier]}>
      <div className={styles['rows']}>
        <FormRow name="Messages in total" note={<Origin origins={origins} path={[...path, 'totalMessages']} />}>
          <LimitInput label={`${TIER_NAMES[tier]}: messages in total`} value={totalMessages} onValue={(value) => onChange({ ...lifetime, totalMessages: value })} />
        </FormRow>
        {Object.entries(modelLimits).map(([id, limit]) => (
          <FormRow key={id} name={<span className={styles['mono']}>{id}</span>} note={<Origin origins={origins} path={[...path, 'modelLimits', id]} />}>
            <LimitInput label={`${TIER_NAMES[tier]}: messages with ${id}`} value={limit} onValue={(value) => set(id, value)} />
            <IconButton size="s" label={`Remove the limit of ${id} for ${TIER_NAMES[tier]}`} tooltip="none" icon={<Trash2 />}
              onClick={() => onChange({ ...lifetime, modelLimits: without(modelLimits, id) })} />
          </FormRow>
        ))}
      </div>
      <AddLimit tier={tier} taken={Object.keys(modelLimits)} onAdd={(id) => set(id, 0)} />
    </Card>
  );
};

/** How many messages an account may send over its whole life, in all and with single models. */
export const RateLimitsTab = () => {
  const config = useConfig(RATE_LIMITS);
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <p className={styles['intro']}>
            Messages over the whole life of an account. 0 means no access.
            {rates.features.enableLifetimeLimits ? '' : ' Lifetime limits are switched off at present; see Features.'}
          </p>
          {TIERS.map((tier) => (
            <TierCard key={tier} tier={tier} lifetime={rates.subscriptions[tier].lifetime} origins={config.origins}
              onChange={(lifetime) => config.change(withLifetime(rates, tier, lifetime))} />
          ))}
        </>
      )}
    </ConfigForm>
  );
};
