import { isRecord } from '../../../shared/schema.ts';
import type { ReplyDetails, Source } from '../../../shared/reply-details.ts';
import type { Secrets } from '../../kernel/ports.ts';

/** What the server alone may say of an answer. */
export interface VouchedAnswer extends Pick<
  ReplyDetails,
  'steps' | 'thinking' | 'citations' | 'corrections' | 'insteadOf'
> {
  readonly model: string;
}

interface ToldAnswer {
  readonly text: string;
  /** What the verdicts are about. */
  readonly sources: readonly Pick<Source, 'title' | 'url' | 'snippet'>[];
  readonly vouched: VouchedAnswer;
}

const withSortedKeys = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;

/** No input may contain NUL, so no other fingerprint is of such a text. */
const signedText = ({ text, sources, vouched }: ToldAnswer): string => {
  const { model, steps, thinking, citations, corrections, insteadOf } = vouched;
  const about = sources.map(({ title, url, snippet }) => [title, url, snippet]);
  const all = [text, about, model, steps, thinking, citations, corrections, insteadOf];
  return `answer\0${JSON.stringify(all, withSortedKeys)}`;
};

/**
 * A visitor's conversation is in their browser alone until they have an account. By the seal the server knows again
 * what it told, and takes nothing else: it must not vouch for what it has not said.
 */
export const sealAnswer = (secrets: Pick<Secrets, 'fingerprint'>, told: ToldAnswer): string =>
  secrets.fingerprint(signedText(told));

/** Whether this server sealed exactly this, with its present secret or the one before. */
export const isSealed = (
  secrets: Pick<Secrets, 'fingerprints' | 'digest' | 'matches'>,
  told: ToldAnswer,
  seal: string,
): boolean => {
  const given = secrets.digest(seal);
  return secrets.fingerprints(signedText(told)).some((expected) => secrets.matches(expected, given));
};
