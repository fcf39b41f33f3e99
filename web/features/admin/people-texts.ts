import { textsOf, type Say } from '../../lib/i18n/texts.ts';
import english from '../../messages/en/admin-people.json' with { type: 'json' };

export type PeopleKey = keyof typeof english;
export type SayPeople = Say<PeopleKey>;

/** What the tabs say that show people, what happened, and how the server fares. */
export const { useTexts: usePeopleTexts } = textsOf('admin-people', english);
