import { hostOf } from '../../lib/web-url.ts';
import { markNumbers } from '../markdown/citation-marks.ts';

interface Source {
  readonly title: string;
  readonly url: string;
}

const formatSource = ({ title, url }: Source, number: number): string =>
  [`[${number}]`, title, hostOf(url) === '' ? '' : url].filter(Boolean).join(' ');

/** A text to take along, with the sources that its marks name below it: elsewhere a mark leads nowhere. */
export const withCitedSources = (text: string, sources: readonly Source[]): string => {
  if (sources.length === 0) return text;
  const cited = new Set(markNumbers(text));
  const lines = sources.flatMap((source, at) => (cited.has(at + 1) ? formatSource(source, at + 1) : []));
  return lines.length === 0 ? text : `${text.trimEnd()}\n\n${lines.join('\n')}`;
};
