import type { Scene } from './scene.ts';
import { ACCOUNT } from './scenes-account.ts';
import { ADMIN } from './scenes-admin.ts';
import { SETUP_GUIDE } from './scenes-setup.ts';
import { CITATIONS } from './scenes-citations.ts';
import { FILES } from './scenes-files.ts';
import { FIND } from './scenes-find.ts';
import { PERSON } from './scenes-person.ts';
import { REGISTRATION } from './scenes-registration.ts';
import { TOOLS } from './scenes-tools.ts';
import { VISITOR } from './scenes-visitor.ts';

/** What each of the test files compares. */
export const SCENES_OF = {
  person: [...PERSON, ...CITATIONS],
  rest: [...VISITOR, ...ACCOUNT, ...FIND, ...FILES, ...ADMIN, ...REGISTRATION, ...SETUP_GUIDE, ...TOOLS],
} satisfies Record<string, readonly Scene[]>;

/** Every screen there is. */
export const SCENES: readonly Scene[] = Object.values(SCENES_OF).flat();
