import type { BroughtDetails } from '../../../shared/brought-details.ts';
import type { Citations, Correction, ReplyDetails, Source } from '../../../shared/reply-details.ts';
import type { Secrets } from '../../kernel/ports.ts';

type Verdicts = Pick<ReplyDetails, 'citations' | 'corrections'>;

interface CheckedText {
  readonly text: string;
  readonly sources: readonly Source[];
  readonly citations: Citations;
  readonly corrections: readonly Correction[];
}

/** The verdicts with all that they are about. No input may contain NUL, so no other fingerprint is of such a text. */
const signedText = ({ text, sources, citations: { checked, supported, marks }, corrections }: CheckedText): string =>
  `verdicts\0${JSON.stringify([
    text,
    sources.map(({ title, url, snippet }) => [title, url, snippet]),
    [checked, supported],
    marks.map((mark) => [
      ...[mark.index, mark.source, mark.supported, mark.passage],
      ...[mark.closest ?? null, mark.sentence ?? null, mark.byModel ?? null],
    ]),
    corrections.map(({ at, before, after }) => [at, before, after]),
  ])}`;

/**
 * A visitor's conversation is in their browser alone until they have an account. The seal lets the server take its own
 * verdicts from there, and no others: a server must not vouch for what it has not checked.
 */
export const sealVerdicts = (secrets: Secrets, text: string, details: ReplyDetails): ReplyDetails => {
  const { citations } = details;
  if (!citations) return details;
  return {
    ...details,
    citations: { ...citations, seal: secrets.fingerprint(signedText({ text, ...details, citations })) },
  };
};

/** The verdicts of a brought answer, if this server has sealed them with this text and these sources. */
export const openVerdicts = (secrets: Secrets, text: string, brought: BroughtDetails): Partial<Verdicts> => {
  const { sources = [], citations, corrections = [] } = brought;
  if (citations?.seal === undefined) return {};
  const { seal, ...own } = citations;
  const given = secrets.digest(seal);
  const isOwn = secrets
    .fingerprints(signedText({ text, sources, citations, corrections }))
    .some((expected) => secrets.matches(expected, given));
  return isOwn ? { citations: own, corrections } : {};
};
