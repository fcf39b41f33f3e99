import { Radar } from 'lucide-react';
import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { configApi, type DiscoveredModel } from './config-api.ts';
import forms from './forms.module.css';
import { useLimitTexts, type LimitKey } from './limit-texts.ts';
import styles from './models.module.css';
import { BUILT_IN_MODELS, type KnownModel } from './use-known-models.ts';
import { TIERS, useTierName } from './words.ts';

type Offer = KnownModel & Partial<Pick<DiscoveredModel, 'category' | 'isRecommended' | 'isPreview'>>;

interface OfferRowProps {
  readonly offer: Offer;
  readonly onAdd: (tier: Tier, model: KnownModel) => void;
}

const OfferRow = ({ offer, onAdd }: OfferRowProps) => {
  const t = useLimitTexts();
  const tierName = useTierName();
  return (
    <li className={styles['offer']}>
      <span className={styles['words']}>
        <span>{offer.displayName}</span>
        <span className={forms['mono']}>{offer.id}</span>
        {offer.isRecommended ? <Badge tone="accent">{t('recommended')}</Badge> : null}
        {offer.isPreview ? <Badge tone="warning">{t('preview')}</Badge> : null}
      </span>
      <span className={styles['adds']}>
        {TIERS.map((tier) => (
          <Button
            key={tier}
            size="s"
            variant="quiet"
            aria-label={t('addTo', { model: offer.id, tier: tierName(tier) })}
            onClick={() => onAdd(tier, offer)}
          >
            {`+ ${tierName(tier)}`}
          </Button>
        ))}
      </span>
    </li>
  );
};

type Category = DiscoveredModel['category'];

/** Categories that are no names of makers; what has none is of the list that comes with the product. */
const CATEGORIES: Partial<Readonly<Record<Category, LimitKey>>> = {
  'OpenAI Preview': 'openAiPreview',
  'Anthropic Preview': 'anthropicPreview',
  Other: 'otherModels',
};

/** The server tells them in their order, so a group is what follows each other with the same category. */
const grouped = (offers: readonly Offer[]): readonly (readonly [Category | undefined, readonly Offer[]])[] => {
  const groups = new Map<Category | undefined, Offer[]>();
  for (const offer of offers) groups.set(offer.category, [...(groups.get(offer.category) ?? []), offer]);
  return [...groups];
};

const stateKey = (busy: boolean, cached: boolean | undefined): LimitKey | null => {
  if (busy) return 'discovering';
  return cached ? 'cached' : null;
};

interface FoundProps {
  readonly offers: readonly Offer[];
  readonly busy: boolean;
  readonly cached: boolean | undefined;
  readonly onAdd: (tier: Tier, model: KnownModel) => void;
}

const Group = ({
  category,
  offers,
  onAdd,
}: Pick<FoundProps, 'offers' | 'onAdd'> & { readonly category: Category | undefined }) => {
  const t = useLimitTexts();
  const key = category === undefined ? 'builtInList' : CATEGORIES[category];
  const name = key ? t(key) : category;
  return (
    <section aria-label={name}>
      <h4>{name}</h4>
      <ul>
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} onAdd={onAdd} />
        ))}
      </ul>
    </section>
  );
};

const Found = ({ offers, busy, cached, onAdd }: FoundProps) => {
  const t = useLimitTexts();
  const state = stateKey(busy, cached);
  return (
    <>
      <p role="status" className={styles['state']}>
        {state ? t(state) : null}
      </p>
      {!busy && offers.length === 0 ? <p className={styles['state']}>{t('noModels')}</p> : null}
      <div className={styles['found']} tabIndex={0} role="region" aria-label={t('discovered')}>
        {grouped(offers).map(([category, list]) => (
          <Group key={category ?? ''} category={category} offers={list} onAdd={onAdd} />
        ))}
      </div>
    </>
  );
};

/** What the providers offer, each to be added to a tier with one press. */
export const DiscoverCard = ({ onAdd }: { readonly onAdd: (tier: Tier, model: KnownModel) => void }) => {
  const t = useLimitTexts();
  const { data, isError, isFetching, refetch } = configApi.useDiscoveredModelsQuery();
  const [shown, setShown] = useState(false);
  const offers: readonly Offer[] = isError ? BUILT_IN_MODELS : (data?.models ?? []);
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
      {shown ? <Found offers={offers} busy={isFetching} cached={data?.cached} onAdd={onAdd} /> : null}
    </Card>
  );
};
