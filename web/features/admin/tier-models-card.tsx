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
import styles from './models.module.css';
import { limited, limitOf, promoted, removed, type TierModel } from './tier-models.ts';
import { useKnownModels, type KnownModel } from './use-known-models.ts';
import { TIER_NAMES } from './words.ts';

const DOUBLED = 'Model already exists in this tier';

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
  const set = (next: TierModel): void => onChange(models.map((one) => (one.id === model.id ? next : one)));
  const name = `${model.id}, ${TIER_NAMES[tier]}`;
  return (
    <li className={styles['model']}>
      <div className={styles['id']}>
        <span className={forms['mono']}>{model.id}</span>
        <Origin origins={origins} path={['tiers', tier, 'models', model.id]} />
      </div>
      <TextInput aria-label={`Display name of ${name}`} className={styles['display']} maxLength={200} value={model.displayName}
        onText={(displayName) => set({ ...model, displayName })} />
      <LimitInput label={`Messages per day with ${name}`} value={limitOf(model)} onValue={(limit) => set(limited(model, limit))} />
      <div className={styles['end']}>
        {model.isPrimary
          ? <Badge tone="accent">Primary</Badge>
          : <Button size="s" variant="quiet" aria-label={`Make primary: ${name}`} onClick={() => onChange(promoted(models, model.id))}>Make primary</Button>}
        <IconButton size="s" label={`Remove ${name}`} tooltip="none" icon={<Trash2 />} disabled={models.length <= 1}
          title={models.length <= 1 ? 'The last model of a tier cannot be removed' : undefined} onClick={() => onChange(removed(models, model.id))} />
      </div>
    </li>
  );
};

const AddModel = ({ tier, doubled, onAdd }: Pick<TierModelsCardProps, 'tier' | 'doubled' | 'onAdd'>) => {
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
    <form className={forms['add']} onSubmit={(event) => { event.preventDefault(); add(); }}>
      <Field label={`Add a model to ${TIER_NAMES[tier]}`} error={doubled ? DOUBLED : null}>
        {(control) => <TextInput {...control} list={list} maxLength={200} autoComplete="off" placeholder="Model id" value={id} onText={setId} />}
      </Field>
      <datalist id={list}>{known.map((model) => <option key={model.id} value={model.id}>{model.displayName}</option>)}</datalist>
      <Button type="submit" icon={<Plus />}>Add model</Button>
    </form>
  );
};

/** The models of one tier: exactly one is primary, and one always stays. */
export const TierModelsCard = ({ tier, models, origins, doubled, onAdd, onChange }: TierModelsCardProps) => (
  <Card title={TIER_NAMES[tier]} note="Messages per day with each model. 0 means no access.">
    <ul className={styles['models']} aria-label={`Models of ${TIER_NAMES[tier]}`}>
      {models.map((model) => <Row key={model.id} tier={tier} model={model} models={models} origins={origins} onChange={onChange} />)}
    </ul>
    <AddModel tier={tier} doubled={doubled} onAdd={onAdd} />
  </Card>
);
