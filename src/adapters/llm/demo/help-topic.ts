import type { HelpTopic } from './help.ts';

type TopicText = Pick<HelpTopic, 'title' | 'question' | 'text' | 'forAdmins'> & {
  /** Other words for it. */
  readonly words: string;
};

export const topic = ({ words, ...text }: TopicText): HelpTopic => ({ from: 'Parley help', aliases: words, ...text });
