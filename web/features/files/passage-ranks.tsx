import type { ReactNode } from 'react';

import type { Translator } from '../../lib/i18n/translations.ts';
import type { Retrieval } from './files-api.ts';
import { useTranslations, type TextKey } from './texts.ts';
import styles from './explain-answer-dialog.module.css';

type Passage = Retrieval['considered'][number];
export type Search = Pick<Retrieval, 'vectors' | 'wordings' | 'secondLook'>;

/** Ranks count from 1. */
const NO_RANK = 0;

/** For example `No. 1 by words, no. 2 by meaning, no. 1 after the second look`. */
const formatRanks = (
  t: Translator<TextKey>,
  { keywordRank, vectorRank, finalRank }: Passage,
  vectors: boolean,
): string => {
  const words = keywordRank ?? NO_RANK;
  const ranks = vectors ? t('rankByBoth', { words, meaning: vectorRank ?? NO_RANK }) : t('rankByWords', { words });
  return finalRank === null ? ranks : t('rankFinal', { ranks, final: finalRank });
};

const quote = (inside: ReactNode): ReactNode => <q dir="auto">{inside}</q>;

/** Which wording ranked a passage highest; nothing where there was only the question. */
const FoundBy = ({ of: { wording }, wordings }: { readonly of: Passage; readonly wordings: Search['wordings'] }) => {
  const t = useTranslations();
  const found = wording === null || wordings.length < 2 ? undefined : wordings[wording];
  if (!found) return null;
  const { kind, text } = found;
  const label = (): ReactNode => {
    if (kind === 'question') return t('foundByQuestion');
    if (kind === 'previous') return t('foundByPrevious');
    if (text === '') return t('foundByRemoved');
    return t.rich(kind === 'terms' ? 'foundByTerms' : 'foundByReworded', { wording: text, quote });
  };
  return <p className={styles['rank']}>{label()}</p>;
};

/** How a passage was found. */
export const PassageRanks = ({ of, search }: { readonly of: Passage; readonly search: Search }) => {
  const t = useTranslations();
  return (
    <>
      <p className={styles['rank']}>{formatRanks(t, of, search.vectors)}</p>
      <FoundBy of={of} wordings={search.wordings} />
    </>
  );
};

const SECOND_LOOKS: Readonly<Record<NonNullable<Search['secondLook']>, TextKey>> = {
  'cross-encoder': 'secondLookCrossEncoder',
  model: 'secondLookModel',
  features: 'secondLookFeatures',
};

/** The other wordings that were searched for, and what ordered the best passages. */
export const SearchSteps = ({ of: { wordings, secondLook } }: { readonly of: Search }) => {
  const t = useTranslations();
  const others = wordings.filter(({ kind, text }) => kind !== 'question' && text !== '');
  return (
    <>
      {others.length === 0 ? null : (
        <section className={styles['section']} aria-label={t('alsoSearched')}>
          <h3>{t('alsoSearched')}</h3>
          <ul className={styles['wordings']}>
            {others.map(({ kind, text }, at) => (
              <li key={at}>{kind === 'previous' ? t('wordingPrevious') : quote(text)}</li>
            ))}
          </ul>
        </section>
      )}
      {secondLook === null ? null : <p className={styles['intro']}>{t(SECOND_LOOKS[secondLook])}</p>}
    </>
  );
};
