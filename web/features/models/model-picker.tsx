import { ChevronDown, Cpu, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { choosesModel, DEFAULT_MODEL, modelSet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import styles from './model-picker.module.css';
import { modelsApi, servingName, type Discovery, type Model } from './models-api.ts';

const note = (id: string, label: string): MenuItem => ({ id, label, disabled: true, onSelect: () => undefined });

const marks = ({ isRecommended, isPreview }: Model) => (isRecommended || isPreview
  ? <span className={styles['marks']}>{isRecommended ? <Badge tone="accent">Recommended</Badge> : null}{isPreview ? <Badge tone="warning">Preview</Badge> : null}</span>
  : null);

const modelItem = (model: Model, current: string, choose: (id: string) => void): MenuItem =>
  ({ id: model.id, label: model.displayName, group: model.category, hint: marks(model), checked: model.id === current, onSelect: () => choose(model.id) });

const LOADING = [note('loading', 'Discovering models...')];
const NONE = [note('none', 'No models available')];
const CACHED = { ...note('cached', 'Cached models (refreshed hourly)'), apart: true };

const failed = (again: () => void): readonly MenuItem[] => [
  { ...note('failed', 'Failed to load models'), icon: <TriangleAlert /> },
  { id: 'retry', label: 'Retry', icon: <RotateCw />, stay: true, onSelect: again },
];

const listed = ({ models, cached }: Discovery, current: string, choose: (id: string) => void): readonly MenuItem[] =>
  (models.length === 0 ? NONE : [...models.map((model) => modelItem(model, current, choose)), ...(cached ? [CACHED] : [])]);

const labelOf = (models: readonly Model[] | undefined, current: string): string =>
  servingName(models ?? [], current) ?? (current === DEFAULT_MODEL ? 'Default' : current.split('/').at(-1) ?? current);

/** The list as it stands: being asked for, failed with a way to try again, empty, or the models with where they come from. */
const useItems = (wanted: boolean): { items: readonly MenuItem[]; label: string } => {
  const dispatch = useAppDispatch();
  const current = useAppSelector(({ chat }) => chat.currentModel);
  const { data, isError, isFetching, refetch } = modelsApi.useModelsQuery(undefined, { skip: !wanted });
  const label = labelOf(data?.models, current);
  if (isFetching) return { label, items: LOADING };
  if (isError) return { label, items: failed(() => { void refetch(); }) };
  return { label, items: data ? listed(data, current, (id) => { dispatch(modelSet(id)); }) : LOADING };
};

const Picker = () => {
  const [wanted, setWanted] = useState(false);
  const { items, label } = useItems(wanted);
  return (
    <Menu label="Model" items={items} onOpen={() => setWanted(true)} trigger={(props) => (
      <button type="button" {...props} className={styles['trigger']} aria-label="Choose LLM" aria-description={label}>
        <span aria-hidden="true" className={styles['icon']}><Cpu /></span>
        {/* Drawn and not written: a name must hold what is written on it. And `Model` would be no name beside the button `Mode`, which is found by its beginning. */}
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
