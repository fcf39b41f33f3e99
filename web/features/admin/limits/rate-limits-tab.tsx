import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';

import { COUNT_RANGE } from '../../../../src/shared/settings/fields.ts';
import { mapTiers, TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import type { Configs } from '../../../state/admin-slice.ts';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfigForm, OriginLabel } from '../config/config-form.tsx';
import styles from '../shared/forms.module.css';
import { LimitTable } from '../shared/limit-table.tsx';
import { LimitField } from '../shared/number-field.tsx';
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

interface TierCardProps {
  readonly tier: Tier;
  readonly lifetime: LifetimeLimits;
  readonly onChange: (lifetime: LifetimeLimits) => void;
}

interface RowHeadProps {
  readonly path: readonly string[];
  readonly children: ReactNode;
}

const RowHead = ({ path, children }: RowHeadProps) => (
  <th scope="row">
    <div className={styles['name']}>
      {children}
      <OriginLabel path={path} />
    </div>
  </th>
);

const TotalRow = ({ tier, lifetime, onChange }: TierCardProps) => {
  const t = useLimitTranslations();
  return (
    <tr>
      <RowHead path={['subscriptions', tier, 'lifetime', 'totalMessages']}>{t('total')}</RowHead>
      <td data-wide>
        <LimitField
          hideLabel
          label={t('totalOf', { tier: useTierName()(tier) })}
          value={lifetime.totalMessages}
          onValue={(totalMessages) => onChange({ ...lifetime, totalMessages })}
        />
      </td>
    </tr>
  );
};

interface ModelRowProps {
  readonly tier: Tier;
  readonly id: string;
  readonly limit: number;
  readonly onLimit: (limit: number) => void;
  readonly onRemove: () => void;
}

const ModelRow = ({ tier, id, limit, onLimit, onRemove }: ModelRowProps) => {
  const t = useLimitTranslations();
  const names = { tier: useTierName()(tier), model: id };
  return (
    <tr>
      <RowHead path={['subscriptions', tier, 'lifetime', 'modelLimits', id]}>
        <span className={styles['mono']}>{id}</span>
      </RowHead>
      <td data-wide>
        <div className={styles['value']}>
          <LimitField hideLabel label={t('messagesWith', names)} value={limit} onValue={onLimit} />
          <IconButton size="s" label={t('removeLimit', names)} tooltip="none" icon={<Trash2 />} onClick={onRemove} />
        </div>
      </td>
    </tr>
  );
};

const TierCard = (props: TierCardProps) => {
  const { tier, lifetime, onChange } = props;
  const t = useLimitTranslations();
  const models = useAvailableModels();
  const name = useTierName()(tier);
  const { modelLimits } = lifetime;
  const change = (limits: LifetimeLimits['modelLimits']): void => onChange({ ...lifetime, modelLimits: limits });
  return (
    <Card title={name}>
      <DataTable label={t('limitsOf', { tier: name })} head={[t('model'), t('messagesHead')]}>
        <TotalRow {...props} />
        {Object.entries(modelLimits).map(([id, limit]) => (
          <ModelRow
            key={id}
            tier={tier}
            id={id}
            limit={limit}
            onLimit={(next) => change({ ...modelLimits, [id]: next })}
            onRemove={() => change(without(modelLimits, id))}
          />
        ))}
      </DataTable>
      <AddModelForm
        label={t('modelToLimit', { tier: name })}
        action={t('addLimit')}
        suggestions={models.filter(({ id }) => !(id in modelLimits))}
        onAdd={(id) => {
          if (Object.hasOwn(modelLimits, id)) return false;
          change({ ...modelLimits, [id]: Number.NaN });
          return true;
        }}
      />
    </Card>
  );
};

const DAILY_COLUMNS = [
  { field: 'messages', head: 'dailyMessages', label: 'dailyMessagesOf', range: COUNT_RANGE },
  { field: 'otherModels', head: 'dailyOtherModels', label: 'dailyOtherModelsOf', range: COUNT_RANGE },
  { field: 'moonshotModels', head: 'dailyMoonshot', label: 'dailyMoonshotOf', range: COUNT_RANGE },
  { field: 'followUps', head: 'dailyFollowUps', label: 'dailyFollowUpsOf', range: COUNT_RANGE },
] as const;

const DailyCard = ({ rates, onChange }: { readonly rates: Rates; readonly onChange: (rates: Rates) => void }) => {
  const t = useLimitTranslations();
  const { subscriptions } = rates;
  const off = rates.features.enableDailyLimits ? '' : ` ${t('dailyOff')}`;
  return (
    <Card title={t('dailyTitle')} note={`${t('dailyIntro')}${off}`}>
      <LimitTable
        label={t('dailyTable')}
        groups={TIERS}
        columns={DAILY_COLUMNS}
        limits={mapTiers((tier) => subscriptions[tier].daily)}
        originPath={(tier) => ['subscriptions', tier, 'daily', 'messages']}
        onChange={(daily) =>
          onChange({
            ...rates,
            subscriptions: mapTiers((tier) => ({ ...subscriptions[tier], daily: daily[tier] })),
          })
        }
        control={(control) => <LimitField {...control} />}
      />
    </Card>
  );
};

/** How many messages an account may send in a day and in its lifetime, in total and with each model. */
export const RateLimitsTab = () => {
  const t = useLimitTranslations();
  const config = useConfig('rate-limits');
  return (
    <ConfigForm config={config}>
      {(rates) => (
        <>
          <DailyCard rates={rates} onChange={config.change} />
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
