import { Radar } from 'lucide-react';
import { useState } from 'react';

import type { Tier } from '../../../src/contract/common.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { configApi, type DiscoveredModel } from './config-api.ts';
import forms from './forms.module.css';
import styles from './models.module.css';
import { BUILT_IN_MODELS, type KnownModel } from './use-known-models.ts';
import { TIER_NAMES, TIERS } from './words.ts';

type Offer = KnownModel & Partial<Pick<DiscoveredModel, 'category' | 'isRecommended' | 'isPreview'>>;

interface OfferRowProps {
  readonly offer: Offer;
  readonly onAdd: (tier: Tier, model: KnownModel) => void;
}

const OfferRow = ({ offer, onAdd }: OfferRowProps) => (
  <li className={styles['offer']}>
    <span className={styles['words']}>
      <span>{offer.displayName}</span>
      <span className={forms['mono']}>{offer.id}</span>
      {offer.isRecommended ? <Badge tone="accent">Recommended</Badge> : null}
      {offer.isPreview ? <Badge tone="warning">Preview</Badge> : null}
    </span>
    <span className={styles['adds']}>
      {TIERS.map((tier) => (
        <Button key={tier} size="s" variant="quiet" aria-label={`Add ${offer.id} to ${TIER_NAMES[tier]}`} onClick={() => onAdd(tier, offer)}>
          {`+ ${TIER_NAMES[tier]}`}
        </Button>
      ))}
    </span>
  </li>
);

/** The server tells them in their order, so a group is what follows each other with the same category. */
const grouped = (offers: readonly Offer[]): readonly (readonly [string, readonly Offer[]])[] => {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const category = offer.category ?? 'Built-in list';
    groups.set(category, [...(groups.get(category) ?? []), offer]);
  }
  return [...groups];
};

const stateText = (busy: boolean, cached: boolean | undefined): string | null => {
  if (busy) return 'Discovering models...';
  return cached ? 'Cached models (refreshed hourly)' : null;
};

interface FoundProps {
  readonly offers: readonly Offer[];
  readonly busy: boolean;
  readonly cached: boolean | undefined;
  readonly onAdd: (tier: Tier, model: KnownModel) => void;
}

const Found = ({ offers, busy, cached, onAdd }: FoundProps) => (
  <>
    <p role="status" className={styles['state']}>{stateText(busy, cached)}</p>
    {!busy && offers.length === 0 ? <p className={styles['state']}>No models available</p> : null}
    <div className={styles['found']} tabIndex={0} role="region" aria-label="Discovered models">
      {grouped(offers).map(([category, list]) => (
        <section key={category} aria-label={category}>
          <h4>{category}</h4>
          <ul>{list.map((offer) => <OfferRow key={offer.id} offer={offer} onAdd={onAdd} />)}</ul>
        </section>
      ))}
    </div>
  </>
);

/** What the providers offer, each to be added to a tier with one press. */
export const DiscoverCard = ({ onAdd }: { readonly onAdd: (tier: Tier, model: KnownModel) => void }) => {
  const { data, isError, isFetching, refetch } = configApi.useDiscoveredModelsQuery();
  const [shown, setShown] = useState(false);
  const offers: readonly Offer[] = isError ? BUILT_IN_MODELS : data?.models ?? [];
  const discover = (): void => {
    setShown(true);
    void refetch();
  };
  return (
    <Card title="Discover models" note="Asks every configured provider for its models."
      actions={<Button icon={<Radar />} busy={shown && isFetching} onClick={discover}>Discover models</Button>}>
      {shown && isError && !isFetching ? (
        <Notice tone="danger" action={<Button size="s" onClick={() => void refetch()}>Retry</Button>}>
          <strong>Failed to discover models</strong><span> A built-in list is offered instead.</span>
        </Notice>
      ) : null}
      {shown ? <Found offers={offers} busy={isFetching} cached={data?.cached} onAdd={onAdd} /> : null}
    </Card>
  );
};
