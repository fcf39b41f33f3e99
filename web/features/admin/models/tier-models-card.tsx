import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import type { Tier } from '../../../../src/contract/common.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LimitInput } from '../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { ConfigOrigins } from '../config/config-api.ts';
import { OriginLabel } from '../config/config-form.tsx';
import forms from '../shared/forms.module.css';
import { useLimitTranslations } from '../shared/limit-texts.ts';
import styles from './models.module.css';
import { useTranslations } from '../texts.ts';
import { withLimit, getLimit, makePrimary, removeModel, type TierModel } from './tier-models.ts';
import { useAvailableModels, type AvailableModel } from './use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

interface TierModelsCardProps {
  readonly tier: Tier;
  readonly models: readonly TierModel[];
  readonly origins: ConfigOrigins;
  /** The model that was wanted last is there already. */
  readonly isDuplicate: boolean;
  readonly onAdd: (model: AvailableModel) => void;
  readonly onChange: (models: readonly TierModel[]) => void;
}

type ModelRowProps = Omit<TierModelsCardProps, 'isDuplicate' | 'onAdd'> & { readonly model: TierModel };

const ModelRow = ({ tier, model, models, origins, onChange }: ModelRowProps) => {
  const t = useLimitTranslations();
  const set = (next: TierModel): void => onChange(models.map((one) => (one.id === model.id ? next : one)));
  const names = { model: model.id, tier: useTierName()(tier) };
  return (
    <li className={styles['model']}>
      <div className={styles['id']}>
        <span className={forms['mono']}>{model.id}</span>
        <OriginLabel origins={origins} path={['tiers', tier, 'models', model.id]} />
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
  const common = useTranslations();
  const tierName = useTierName();
  const list = useId();
  const available = useAvailableModels();
  const [id, setId] = useState('');
  const add = (): void => {
    const modelId = id.trim();
    if (modelId === '') return;
    onAdd(available.find((model) => model.id === modelId) ?? { id: modelId, displayName: modelId });
    setId('');
  };
  return (
    <form
      className={forms['add']}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label={t('addModelTo', { tier: tierName(tier) })} error={isDuplicate ? common('modelTwice') : null}>
        {(control) => (
          <TextInput
            {...control}
            list={list}
            maxLength={200}
            autoComplete="off"
            placeholder={t('modelId')}
            value={id}
            onText={setId}
          />
        )}
      </Field>
      <datalist id={list}>
        {available.map((model) => (
          <option key={model.id} value={model.id}>
            {model.displayName}
          </option>
        ))}
      </datalist>
      <Button type="submit" icon={<Plus />}>
        {t('addModel')}
      </Button>
    </form>
  );
};

/** The models of one tier: exactly one is primary, and one always stays. */
export const TierModelsCard = ({ tier, models, origins, isDuplicate, onAdd, onChange }: TierModelsCardProps) => {
  const t = useLimitTranslations();
  const name = useTierName()(tier);
  return (
    <Card title={name} note={t('tierModelsNote')}>
      <ul className={styles['models']} aria-label={t('modelsOf', { tier: name })}>
        {models.map((model) => (
          <ModelRow key={model.id} tier={tier} model={model} models={models} origins={origins} onChange={onChange} />
        ))}
      </ul>
      <AddModel tier={tier} isDuplicate={isDuplicate} onAdd={onAdd} />
    </Card>
  );
};
