import { HELP_FOR_OWNERS } from './help-for-owners.ts';
import { HELP_FOR_PEOPLE } from './help-for-people.ts';
import type { HelpTopic } from './help-topic.ts';

/** The product's help pages, as the demo model tells them. */
export const HELP: readonly HelpTopic[] = [...HELP_FOR_PEOPLE, ...HELP_FOR_OWNERS];
