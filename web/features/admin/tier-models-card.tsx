import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LimitInput } from '../../ui/number-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { Origins } from './config-api.ts';
import { Origin } from './config-form.tsx';
import forms from './forms.module.css';
import { useLimitTexts } from './limit-texts.ts';
import styles from './models.module.css';
import { useTexts } from './texts.ts';
import { limited, limitOf, promoted, removed, type TierModel } from './tier-models.ts';
import { useKnownModels, type KnownModel } from './use-known-models.ts';
import { useTierName } from './words.ts';

interface TierModelsCardProps {
  readonly tier: Tier;
  readonly models: readonly TierModel[];
  readonly origins: Origins;
  /** The model that was wanted last is there already. */
  readonly doubled: boolean;
  readonly onAdd: (model: KnownModel) => void;
  readonly onChange: (models: readonly TierModel[]) => void;
}

type RowProps = Omit<TierModelsCardProps, 'doubled' | 'onAdd'> & { readonly model: TierModel };

const Row = ({ tier, model, models, origins, onChange }: RowProps) => {
  const t = useLimitTexts();
  const set = (next: TierModel): void => onChange(models.map((one) => (one.id === model.id ? next : one)));
  const names = { model: model.id, tier: useTierName()(tier) };
  return (
    <li className={styles['model']}>
      <div className={styles['id']}>
        <span className={forms['mono']}>{model.id}</span>
        <Origin origins={origins} path={['tiers', tier, 'models', model.id]} />
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
        value={limitOf(model)}
        onValue={(limit) => set(limited(model, limit))}
      />
      <div className={styles['end']}>
        {model.isPrimary ? (
          <Badge tone="accent">{t('primary')}</Badge>
        ) : (
          <Button
            size="s"
            variant="quiet"
            aria-label={t('makePrimaryOf', names)}
            onClick={() => onChange(promoted(models, model.id))}
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
          onClick={() => onChange(removed(models, model.id))}
        />
      </div>
    </li>
  );
};

const AddModel = ({ tier, doubled, onAdd }: Pick<TierModelsCardProps, 'tier' | 'doubled' | 'onAdd'>) => {
  const t = useLimitTexts();
  const common = useTexts();
  const tierName = useTierName();
  const list = useId();
  const known = useKnownModels();
  const [id, setId] = useState('');
  const add = (): void => {
    const wanted = id.trim();
    if (wanted === '') return;
    onAdd(known.find((model) => model.id === wanted) ?? { id: wanted, displayName: wanted });
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
      <Field label={t('addModelTo', { tier: tierName(tier) })} error={doubled ? common('modelTwice') : null}>
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
        {known.map((model) => (
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
export const TierModelsCard = ({ tier, models, origins, doubled, onAdd, onChange }: TierModelsCardProps) => {
  const t = useLimitTexts();
  const name = useTierName()(tier);
  return (
    <Card title={name} note={t('tierModelsNote')}>
      <ul className={styles['models']} aria-label={t('modelsOf', { tier: name })}>
        {models.map((model) => (
          <Row key={model.id} tier={tier} model={model} models={models} origins={origins} onChange={onChange} />
        ))}
      </ul>
      <AddModel tier={tier} doubled={doubled} onAdd={onAdd} />
    </Card>
  );
};
