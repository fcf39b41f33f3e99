import { ChevronDown, Cpu, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { choosesModel, modelSet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import styles from './model-picker.module.css';
import { modelsApi, type Model } from './models-api.ts';

const note = (id: string, label: string): MenuItem => ({ id, label, disabled: true, onSelect: () => undefined });

const marks = ({ isRecommended, isPreview }: Model) => (isRecommended || isPreview
  ? <span className={styles['marks']}>{isRecommended ? <Badge tone="accent">Recommended</Badge> : null}{isPreview ? <Badge tone="warning">Preview</Badge> : null}</span>
  : null);

const modelItem = (model: Model, current: string, choose: (id: string) => void): MenuItem =>
  ({ id: model.id, label: model.displayName, group: model.category, hint: marks(model), checked: model.id === current, onSelect: () => choose(model.id) });

/** The list as it stands: being asked for, failed with a way to try again, empty, or the models with where they come from. */
const useItems = (wanted: boolean): { items: readonly MenuItem[]; label: string } => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(({ chat }) => chat.currentModel);
  const { data, isError, isFetching, refetch } = modelsApi.useModelsQuery(undefined, { skip: !wanted });
  const models = data?.models ?? [];
  const label = models.find(({ id }) => id === current)?.displayName ?? current.split('/').at(-1) ?? current;
  const choose = (id: string): void => { dispatch(modelSet(id)); };
  if (isFetching || !wanted) return { label, items: [note('loading', 'Discovering models...')] };
  if (isError) {
    return { label, items: [
      { ...note('failed', 'Failed to load models'), icon: <TriangleAlert /> },
      { id: 'retry', label: 'Retry', icon: <RotateCw />, stay: true, onSelect: () => { void refetch(); } },
    ] };
  }
  if (models.length === 0) return { label, items: [note('none', 'No models available')] };
  const cached = data?.cached ? [{ ...note('cached', 'Cached models (refreshed hourly)'), apart: true }] : [];
  return { label, items: [...models.map((model) => modelItem(model, current, choose)), ...cached] };
};

const Picker = () => {
  const [wanted, setWanted] = useState(false);
  const { items, label } = useItems(wanted);
  return (
    <Menu label="Model" items={items} onOpen={() => setWanted(true)} trigger={(props) => (
      <button type="button" {...props} className={styles['trigger']} aria-label="Model" aria-description={label}>
        <span aria-hidden="true" className={styles['icon']}><Cpu /></span>
        {/* Drawn and not written: the button's name is `Model`, and a name must hold what is written on it. */}
        <span aria-hidden="true" className={styles['label']} data-label={label} />
        <ChevronDown aria-hidden="true" className={styles['chevron']} />
      </button>
    )} />
  );
};

/** Chooses the model that answers, for paid plans and admins. The list is asked for when it is first opened. */
export const ModelPicker = () => {
  const may = useAppSelector(({ session }) => session.token !== null && session.user !== null && choosesModel(session.user));
  return may ? <Picker /> : null;
};
