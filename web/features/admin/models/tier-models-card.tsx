import { Trash2 } from 'lucide-react';

import type { Tier } from '../../../../src/contract/common.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { DataTable } from '../../../ui/display/data-table.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import forms from '../shared/forms.module.css';
import { HiddenHead } from '../shared/hidden-head.tsx';
import { LimitField } from '../shared/number-field.tsx';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import styles from './models.module.css';
import { withLimit, getLimit, makePrimary, removeModel, type TierModel } from './tier-models.ts';
import { AddModelForm } from './add-model-form.tsx';
import { useAvailableModels, type AvailableModel } from './use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

interface TierModelsCardProps {
  readonly tier: Tier;
  readonly models: readonly TierModel[];
  /** False: it is in the list already. */
  readonly onAdd: (model: AvailableModel) => boolean;
  readonly onChange: (models: readonly TierModel[]) => void;
}

type ModelRowProps = Omit<TierModelsCardProps, 'onAdd'> & { readonly model: TierModel };

interface PrimaryMarkProps {
  readonly model: TierModel;
  readonly names: { readonly model: string; readonly tier: string };
  readonly onPrimary: () => void;
}

const PrimaryMark = ({ model, names, onPrimary }: PrimaryMarkProps) => {
  const t = useLimitTranslations();
  if (model.isPrimary) return <Badge tone="accent">{t('primary')}</Badge>;
  return (
    <Button size="s" variant="quiet" aria-label={t('makePrimaryOf', names)} onClick={onPrimary}>
      {t('makePrimary')}
    </Button>
  );
};

const ModelRow = ({ tier, model, models, onChange }: ModelRowProps) => {
  const t = useLimitTranslations();
  const set = (next: TierModel): void => onChange(models.map((one) => (one.id === model.id ? next : one)));
  const names = { model: model.id, tier: useTierName()(tier) };
  return (
    <tr>
      <th scope="row">
        <div className={styles['id']}>
          <span className={forms['mono']}>{model.id}</span>
          <OriginLabel path={['tiers', tier, 'models', model.id]} />
        </div>
      </th>
      <td data-head={t('displayName')}>
        <TextInput
          aria-label={t('displayNameIn', names)}
          maxLength={200}
          value={model.displayName}
          onText={(displayName) => set({ ...model, displayName })}
        />
      </td>
      <td data-head={t('messagesPerDay')}>
        <LimitField
          hideLabel
          label={t('perDayWith', names)}
          value={getLimit(model)}
          onValue={(limit) => set(withLimit(model, limit))}
        />
      </td>
      <td data-wide>
        <div className={styles['end']}>
          <PrimaryMark model={model} names={names} onPrimary={() => onChange(makePrimary(models, model.id))} />
          <IconButton
            size="s"
            label={t('removeModel', names)}
            tooltip="none"
            icon={<Trash2 />}
            disabled={models.length <= 1}
            title={models.length <= 1 ? t('lastModel') : undefined}
            onClick={() => onChange(removeModel(models, model.id))}
          />
        </div>
      </td>
    </tr>
  );
};

const AddModel = ({ tier, onAdd }: Pick<TierModelsCardProps, 'tier' | 'onAdd'>) => {
  const t = useLimitTranslations();
  const available = useAvailableModels();
  const add = (id: string): boolean => onAdd(available.find((model) => model.id === id) ?? { id, displayName: id });
  return (
    <AddModelForm
      label={t('addModelTo', { tier: useTierName()(tier) })}
      action={t('addModel')}
      suggestions={available}
      named
      onAdd={add}
    />
  );
};

/** The models of one tier: exactly one is primary, and the last one cannot be removed. */
export const TierModelsCard = ({ tier, models, onAdd, onChange }: TierModelsCardProps) => {
  const t = useLimitTranslations();
  const name = useTierName()(tier);
  return (
    <Card title={name} note={t('tierModelsNote')}>
      <DataTable
        label={t('modelsOf', { tier: name })}
        head={[t('model'), t('displayName'), t('messagesPerDay'), <HiddenHead key="do" />]}
      >
        {models.map((model) => (
          <ModelRow key={model.id} tier={tier} model={model} models={models} onChange={onChange} />
        ))}
      </DataTable>
      <AddModel tier={tier} onAdd={onAdd} />
    </Card>
  );
};
