import type { Step } from '../../../src/shared/reply-details.ts';
import type { QuestionOutcome } from '../../../src/shared/tools.ts';
import type { Translator } from '../../lib/i18n/translations.ts';
import type { StepTextKey } from './step-texts.ts';

type Question = NonNullable<Step['question']>;

const APPROVAL: Readonly<Record<QuestionOutcome, StepTextKey>> = {
  once: 'allowedOnce',
  chat: 'allowedInChat',
  answered: 'allowedOnce',
  refused: 'refused',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

const FORM: Readonly<Record<QuestionOutcome, StepTextKey>> = {
  once: 'formSent',
  chat: 'formSent',
  answered: 'formSent',
  refused: 'formDeclined',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** How a question ended, in words; empty while it is open. */
export const outcomeText = ({ kind, outcome }: Question, t: Translator<StepTextKey>): string =>
  outcome === null ? '' : t((kind === 'form' ? FORM : APPROVAL)[outcome]);
