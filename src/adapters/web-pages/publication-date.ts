import type { parseHTML } from 'linkedom';

import { toDay } from '../../domain/agents/publication-day.ts';

type HtmlDocument = ReturnType<typeof parseHTML>['document'];

/** Names of `meta` that tell the first publication, the most reliable first. */
const META_NAMES = [
  'article:published_time',
  'og:article:published_time',
  'datePublished',
  'parsely-pub-date',
  'citation_publication_date',
  'dc.date.issued',
  'DC.date',
  'date',
];

const MAX_JSON_LENGTH = 200_000;
const MAX_SCRIPTS = 10;
/** `"datePublished": "…"` wherever it stands: graphs nest, and some are no valid JSON. */
const DATE_PUBLISHED = /"datePublished"\s{0,9}:\s{0,9}"([^"]{4,64})"/;

const firstDay = (texts: Iterable<string | null | undefined>): string | undefined => {
  for (const text of texts) {
    const day = toDay(text ?? '');
    if (day !== undefined) return day;
  }
  return undefined;
};

function* written(document: HtmlDocument): Generator<string | null | undefined> {
  for (const name of META_NAMES)
    yield document
      .querySelector(`meta[property="${name}"], meta[name="${name}"], meta[itemprop="${name}"]`)
      ?.getAttribute('content');
  yield document.querySelector('time[itemprop="datePublished"], time[pubdate]')?.getAttribute('datetime');
  yield document.querySelector('article time[datetime], header time[datetime]')?.getAttribute('datetime');
}

const jsonDates = (html: string): (string | undefined)[] =>
  html
    .slice(0, MAX_JSON_LENGTH)
    .split('application/ld+json')
    .slice(1, MAX_SCRIPTS + 1)
    .map((script) => DATE_PUBLISHED.exec(script)?.[1]);

/** When a page says that it was published: by its JSON-LD, its `meta`, or the `time` of its article. */
export const publicationDay = (document: HtmlDocument, html: string): string | undefined =>
  firstDay(jsonDates(html)) ?? firstDay(written(document));
