import { HELP_FOR_OWNERS } from './help-for-owners.ts';
import { HELP_FOR_PEOPLE } from './help-for-people.ts';
import type { Passage } from './rank-passages.ts';

export interface HelpTopic extends Passage {
  /** A question that this topic answers. */
  readonly question: string;
  /** Where an admin finds the setting; nobody else is told. */
  readonly forAdmins?: string;
}

/** The product's help pages, as the demo model tells them. */
export const HELP: readonly HelpTopic[] = [...HELP_FOR_PEOPLE, ...HELP_FOR_OWNERS];
