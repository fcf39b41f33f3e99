import { ChevronDown, Cpu, RotateCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { modelName } from '../../../src/shared/model-name.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { formatUpcoming } from '../../lib/format-date.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import { canChooseModel, DEFAULT_MODEL, hasManyModels, modelSet } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu-list.tsx';
import styles from './model-picker.module.css';
import { modelsApi, activeModelName, type Discovery, type Model } from './models-api.ts';
import { useTranslations, type TextKey } from './texts.ts';

const note = (id: string, label: string): MenuItem => ({ id, label, disabled: true, onSelect: () => undefined });

const Marks = ({ of: { isRecommended, isPreview } }: { readonly of: Model }) => {
  const t = useTranslations();
  if (!isRecommended && !isPreview) return null;
  return (
    <span className={styles['marks']}>
      {isRecommended ? <Badge tone="accent">{t('recommended')}</Badge> : null}
      {isPreview ? <Badge tone="warning">{t('preview')}</Badge> : null}
    </span>
  );
};

/** Which models have no messages left today, and until when. */
export interface ModelUsage {
  readonly usedUp: readonly string[];
  readonly resetsAt: string | null;
}

const modelItem = (model: Model, { current, choose, usage, now, t }: ModelChoice): MenuItem => ({
  id: model.id,
  label: model.displayName,
  group: model.category,
  checked: model.id === current,
  onSelect: () => choose(model.id),
  hint: model.isRecommended || model.isPreview ? <Marks of={model} /> : null,
  ...(usage.usedUp.includes(model.id) && {
    description: t('usedUp', { when: formatUpcoming(usage.resetsAt, now) ?? '' }),
  }),
});

const loadingItems = (t: Translator<TextKey>): readonly MenuItem[] => [note('loading', t('discovering'))];

const failedItems = (again: () => void, t: Translator<TextKey>): readonly MenuItem[] => [
  { ...note('failed', t('failed')), icon: <TriangleAlert /> },
  { id: 'retry', label: t('retry'), icon: <RotateCw />, keepsOpen: true, onSelect: again },
];

interface ModelChoice {
  readonly current: string;
  readonly choose: (id: string) => void;
  readonly usage: ModelUsage;
  readonly now: Date;
  readonly t: Translator<TextKey>;
}

const modelItems = ({ models, cached }: Discovery, choice: ModelChoice): readonly MenuItem[] =>
  models.length === 0
    ? [note('none', choice.t('none'))]
    : [
        ...models.map((model) => modelItem(model, choice)),
        ...(cached ? [{ ...note('cached', choice.t('cached')), hasSeparator: true }] : []),
      ];

const defaultLabel = (name: string | undefined, t: Translator<TextKey>): string =>
  name === undefined ? t('default') : t('defaultIs', { name });

const chosenLabel = (models: readonly Model[], current: string): string =>
  activeModelName(models, current) ?? modelName(current);

/** The name of the model that is asked; of the default one as soon as the list tells it. */
const labelOf = (models: readonly Model[] | undefined, current: string, t: Translator<TextKey>): string =>
  current === DEFAULT_MODEL
    ? defaultLabel(activeModelName(models ?? [], current), t)
    : chosenLabel(models ?? [], current);

/** The menu: loading, failed with a retry, empty, or the models. */
const useItems = (wanted: boolean, usage: ModelUsage): { items: readonly MenuItem[]; label: string } => {
  const t = useTranslations();
  const dispatch = useAppDispatch();
  const { now } = useBrowserEnv();
  const current = useAppSelector(({ chat }) => chat.currentModel);
  const toAgent = useAppSelector(({ chat }) => chat.agentMode);
  const { data, isError, isFetching, refetch } = modelsApi.useModelsQuery(undefined, { skip: !wanted });
  const label = labelOf(data?.models, current, t);
  if (isError && !isFetching) return { label, items: failedItems(() => void refetch(), t) };
  if (isFetching || !data) return { label, items: loadingItems(t) };
  const items = modelItems(data, { current, usage, now: now(), t, choose: (id) => void dispatch(modelSet(id)) });
  return { label, items: toAgent ? [note('agents', t('agentsChoose')), ...items] : items };
};

const Picker = (usage: ModelUsage) => {
  const t = useTranslations();
  const [wanted, setWanted] = useState(false);
  const { items, label } = useItems(wanted, usage);
  return (
    <Menu
      label={t('model')}
      items={items}
      onOpen={() => setWanted(true)}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={styles['trigger']}
          aria-label={t('chooseModel')}
          aria-description={label}
        >
          <span aria-hidden="true" className={styles['icon']}>
            <Cpu />
          </span>
          {/* Text from CSS, because a button's name must contain its visible text. */}
          <span aria-hidden="true" className={styles['text']}>
            <span className={styles['label']} data-label={label} />
            <ChevronDown className={styles['chevron']} />
          </span>
        </button>
      )}
    />
  );
};

/** For the free plan: where the groups list several models, or another one than theirs is still chosen. */
const MemberPicker = (usage: ModelUsage) => {
  const { data } = modelsApi.useModelsQuery();
  const isDefault = useAppSelector(({ chat }) => chat.currentModel === DEFAULT_MODEL);
  return isDefault && (data?.models.length ?? 0) < 2 ? null : <Picker {...usage} />;
};

/**
 * Chooses the model that answers, for paid plans, admins and members of groups. The list is asked for when it is first
 * opened; for members of the free plan at once, as it decides whether there is a choice.
 */
export const ModelPicker = (usage: ModelUsage) => {
  const user = useAppSelector(({ session }) => (session.token === null ? null : session.user));
  if (!user || !canChooseModel(user)) return null;
  return hasManyModels(user) ? <Picker {...usage} /> : <MemberPicker {...usage} />;
};
