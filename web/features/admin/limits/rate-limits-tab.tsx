import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LimitInput } from '../../../ui/forms/number-input.tsx';
import { ConfigForm } from '../config/config-form.tsx';
import { FormRow } from '../shared/form-row.tsx';
import styles from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import { useConfig } from '../config/use-config.ts';
import { AddModelForm } from '../models/add-model-form.tsx';
import { useAvailableModels } from '../models/use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

type Rates = Configs['rate-limits'];
type LifetimeLimits = Rates['subscriptions'][Tier]['lifetime'];

const withLifetimeLimits = (rates: Rates, tier: Tier, lifetime: LifetimeLimits): Rates => ({
  ...rates,
  subscriptions: { ...rates.subscriptions, [tier]: { ...rates.subscriptions[tier], lifetime } },
});

const without = (limits: LifetimeLimits['modelLimits'], id: string): LifetimeLimits['modelLimits'] =>
  Object.fromEntries(Object.entries(limits).filter(([key]) => key !== id));

interface AddLimitProps {
  readonly tier: string;
  readonly taken: readonly string[];
  readonly onAdd: (id: string) => void;
}

const AddLimit = ({ tier, taken, onAdd }: AddLimitProps) => {
  const t = useLimitTranslations();
  const models = useAvailableModels();
  const [isDuplicate, setDuplicate] = useState(false);
  const add = (id: string): boolean => {
    setDuplicate(taken.includes(id));
    if (taken.includes(id)) return false;
    onAdd(id);
    return true;
  };
  return (
    <AddModelForm
      label={t('modelToLimit', { tier })}
      action={t('addLimit')}
      suggestions={models.filter(({ id }) => !taken.includes(id))}
      isDuplicate={isDuplicate}
      onType={() => setDuplicate(false)}
      onAdd={add}
    />
  );
};

interface TierCardProps {
  readonly tier: Tier;
  readonly lifetime: LifetimeLimits;
  readonly onChange: (lifetime: LifetimeLimits) => void;
}

const TierCard = ({ tier, lifetime, onChange }: TierCardProps) => {
  const t = useLimitTranslations();
  const name = useTierName()(tier);
  const path = ['subscriptions', tier, 'lifetime'];
  const { totalMessages, modelLimits } = lifetime;
  const set = (id: string, limit: number): void =>
    onChange({ ...lifetime, modelLimits: { ...modelLimits, [id]: limit } });
  return (
    <Card title={name}>
      <div className={styles['rows']}>
        <FormRow name={t('total')} path={[...path, 'totalMessages']}>
          <LimitInput
            label={t('totalOf', { tier: name })}
            value={totalMessages}
            onValue={(value) => onChange({ ...lifetime, totalMessages: value })}
          />
        </FormRow>
        {Object.entries(modelLimits).map(([id, limit]) => (
          <FormRow key={id} name={<span className={styles['mono']}>{id}</span>} path={[...path, 'modelLimits', id]}>
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
      <AddLimit tier={name} taken={Object.keys(modelLimits)} onAdd={(id) => set(id, 0)} />
    </Card>
  );
};

/** How many messages an account may send in its lifetime, in total and with each model. */
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
              onChange={(lifetime) => config.change(withLifetimeLimits(rates, tier, lifetime))}
            />
          ))}
        </>
      )}
    </ConfigForm>
  );
};
