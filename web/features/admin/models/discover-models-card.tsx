import { Radar } from 'lucide-react';
import { useState } from 'react';

import { TIERS, type Tier } from '../../../../src/shared/tiers.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Notice } from '../../../ui/display/notice.tsx';
import { configApi, type DiscoveredModel } from '../config/config-api.ts';
import forms from '../shared/forms.module.css';
import { useTranslations } from '../texts.ts';
import { useLimitTranslations, type LimitTextKey } from '../shared/limit-texts.ts';
import styles from './models.module.css';
import { BUILT_IN_MODELS, type AvailableModel } from './use-available-models.ts';
import { useTierName } from '../shared/labels.ts';

type DiscoverableModel = AvailableModel & Partial<Pick<DiscoveredModel, 'category' | 'isRecommended' | 'isPreview'>>;

/** False: the tier has it already. */
type AddToTier = (tier: Tier, model: AvailableModel) => boolean;

interface ModelRowProps {
  readonly model: DiscoverableModel;
  readonly onAdd: AddToTier;
}

const ModelRow = ({ model, onAdd }: ModelRowProps) => {
  const t = useLimitTranslations();
  const common = useTranslations();
  const tierName = useTierName();
  const [last, setLast] = useState<{ readonly tier: Tier; readonly isAdded: boolean } | null>(null);
  return (
    <li className={styles['offer']}>
      <span className={styles['words']}>
        <span>{model.displayName}</span>
        <span className={forms['mono']}>{model.id}</span>
        {model.isRecommended ? <Badge tone="accent">{t('recommended')}</Badge> : null}
        {model.isPreview ? <Badge tone="warning">{t('preview')}</Badge> : null}
      </span>
      <span className={styles['adds']}>
        {TIERS.map((tier) => (
          <Button
            key={tier}
            size="s"
            variant="quiet"
            aria-label={t('addTo', { model: model.id, tier: tierName(tier) })}
            onClick={() => setLast({ tier, isAdded: onAdd(tier, model) })}
          >
            {`+ ${tierName(tier)}`}
          </Button>
        ))}
      </span>
      <span role="status" className={styles['added']} data-duplicate={last?.isAdded === false}>
        {last ? (last.isAdded ? t('addedTo', { tier: tierName(last.tier) }) : common('modelTwice')) : null}
      </span>
    </li>
  );
};

type Category = DiscoveredModel['category'];

/** Categories that are no names of makers; what has none is of the list that comes with the product. */
const CATEGORIES: Partial<Readonly<Record<Category, LimitTextKey>>> = {
  'OpenAI Preview': 'openAiPreview',
  'Anthropic Preview': 'anthropicPreview',
  Other: 'otherModels',
};

const groupByCategory = (
  offers: readonly DiscoverableModel[],
): readonly (readonly [Category | undefined, readonly DiscoverableModel[]])[] => {
  const groups = new Map<Category | undefined, DiscoverableModel[]>();
  for (const offer of offers) groups.set(offer.category, [...(groups.get(offer.category) ?? []), offer]);
  return [...groups];
};

const statusKey = (busy: boolean, cached: boolean | undefined): LimitTextKey | null => {
  if (busy) return 'discovering';
  return cached ? 'cached' : null;
};

interface DiscoveredModelsProps {
  readonly offers: readonly DiscoverableModel[];
  readonly busy: boolean;
  readonly cached: boolean | undefined;
  readonly onAdd: AddToTier;
}

const ModelGroup = ({
  category,
  offers,
  onAdd,
}: Pick<DiscoveredModelsProps, 'offers' | 'onAdd'> & { readonly category: Category | undefined }) => {
  const t = useLimitTranslations();
  const key = category === undefined ? 'builtInList' : CATEGORIES[category];
  const name = key ? t(key) : category;
  return (
    <section aria-label={name}>
      <h4>{name}</h4>
      <ul>
        {offers.map((offer) => (
          <ModelRow key={offer.id} model={offer} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
};

const DiscoveredModels = ({ offers, busy, cached, onAdd }: DiscoveredModelsProps) => {
  const t = useLimitTranslations();
  const state = statusKey(busy, cached);
  return (
    <>
      <p role="status" className={styles['state']}>
        {state ? t(state) : null}
      </p>
      {!busy && offers.length === 0 ? <p className={styles['state']}>{t('noModels')}</p> : null}
      <div className={styles['found']} tabIndex={0} role="region" aria-label={t('discovered')}>
        {groupByCategory(offers).map(([category, list]) => (
          <ModelGroup key={category ?? ''} category={category} offers={list} onAdd={onAdd} />
        ))}
      </div>
    </>
  );
};

/** What the providers offer, each to be added to a tier with one press. */
export const DiscoverModelsCard = ({ onAdd }: { readonly onAdd: AddToTier }) => {
  const t = useLimitTranslations();
  const { data, isError, isFetching, refetch } = configApi.useDiscoveredModelsQuery();
  const [shown, setShown] = useState(false);
  const offers: readonly DiscoverableModel[] = isError ? BUILT_IN_MODELS : (data?.models ?? []);
  const discover = (): void => {
    setShown(true);
    void refetch();
  };
  return (
    <Card
      title={t('discover')}
      note={t('discoverNote')}
      actions={
        <Button icon={<Radar />} busy={shown && isFetching} onClick={discover}>
          {t('discover')}
        </Button>
      }
    >
      {shown && isError && !isFetching ? (
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        >
          <strong>{t('discoverFailed')}</strong>
          <span>{` ${t('builtInOffered')}`}</span>
        </Notice>
      ) : null}
      {shown ? <DiscoveredModels offers={offers} busy={isFetching} cached={data?.cached} onAdd={onAdd} /> : null}
    </Card>
  );
};
