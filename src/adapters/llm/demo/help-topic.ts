import type { Passage } from './rank-passages.ts';

export interface HelpTopic extends Passage {
  /** A question that this topic answers. */
  readonly question: string;
  /** Where an admin finds the setting; not shown to others. */
  readonly forAdmins?: string;
}

type TopicText = Pick<HelpTopic, 'title' | 'question' | 'text' | 'forAdmins'> & {
  /** Other words for it. */
  readonly words: string;
};

export const topic = ({ words, ...text }: TopicText): HelpTopic => ({ from: 'Parley help', aliases: words, ...text });
