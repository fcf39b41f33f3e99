import { Trash2 } from 'lucide-react';

import type { Tier } from '../../../../src/contract/common.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LimitInput } from '../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { OriginLabel } from '../config/config-form.tsx';
import forms from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import styles from './models.module.css';
import { withLimit, getLimit, makePrimary, removeModel, type TierModel } from './tier-models.ts';
import { AddModelForm } from './add-model-form.tsx';
import { useAvailableModels, type AvailableModel } from './use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

interface TierModelsCardProps {
  readonly tier: Tier;
  readonly models: readonly TierModel[];
  /** The model added last is in the list already. */
  readonly isDuplicate: boolean;
  readonly onAdd: (model: AvailableModel) => void;
  readonly onChange: (models: readonly TierModel[]) => void;
}

type ModelRowProps = Omit<TierModelsCardProps, 'isDuplicate' | 'onAdd'> & { readonly model: TierModel };

const ModelRow = ({ tier, model, models, onChange }: ModelRowProps) => {
  const t = useLimitTranslations();
  const set = (next: TierModel): void => onChange(models.map((one) => (one.id === model.id ? next : one)));
  const names = { model: model.id, tier: useTierName()(tier) };
  return (
    <li className={styles['model']}>
      <div className={styles['id']}>
        <span className={forms['mono']}>{model.id}</span>
        <OriginLabel path={['tiers', tier, 'models', model.id]} />
      </div>
      <TextInput
        aria-label={t('displayNameIn', names)}
        className={styles['display']}
        maxLength={200}
        value={model.displayName}
        onText={(displayName) => set({ ...model, displayName })}
      />
      <LimitInput
        label={t('perDayWith', names)}
        value={getLimit(model)}
        onValue={(limit) => set(withLimit(model, limit))}
      />
      <div className={styles['end']}>
        {model.isPrimary ? (
          <Badge tone="accent">{t('primary')}</Badge>
        ) : (
          <Button
            size="s"
            variant="quiet"
            aria-label={t('makePrimaryOf', names)}
            onClick={() => onChange(makePrimary(models, model.id))}
          >
            {t('makePrimary')}
          </Button>
        )}
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
    </li>
  );
};

const AddModel = ({ tier, isDuplicate, onAdd }: Pick<TierModelsCardProps, 'tier' | 'isDuplicate' | 'onAdd'>) => {
  const t = useLimitTranslations();
  const available = useAvailableModels();
  const add = (id: string): boolean => {
    onAdd(available.find((model) => model.id === id) ?? { id, displayName: id });
    return true;
  };
  return (
    <AddModelForm
      label={t('addModelTo', { tier: useTierName()(tier) })}
      action={t('addModel')}
      suggestions={available}
      named
      isDuplicate={isDuplicate}
      onAdd={add}
    />
  );
};

/** The models of one tier: exactly one is primary, and the last one cannot be removed. */
export const TierModelsCard = ({ tier, models, isDuplicate, onAdd, onChange }: TierModelsCardProps) => {
  const t = useLimitTranslations();
  const name = useTierName()(tier);
  return (
    <Card title={name} note={t('tierModelsNote')}>
      <ul className={styles['models']} aria-label={t('modelsOf', { tier: name })}>
        {models.map((model) => (
          <ModelRow key={model.id} tier={tier} model={model} models={models} onChange={onChange} />
        ))}
      </ul>
      <AddModel tier={tier} isDuplicate={isDuplicate} onAdd={onAdd} />
    </Card>
  );
};
