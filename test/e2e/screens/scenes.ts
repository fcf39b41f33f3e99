import type { Scene } from './scene.ts';
import { ADMIN } from './scenes-admin.ts';
import { SETUP_GUIDE } from './scenes-setup.ts';
import { CITATIONS } from './scenes-citations.ts';
import { FILES } from './scenes-files.ts';
import { FIND } from './scenes-find.ts';
import { PERSON } from './scenes-person.ts';
import { VISITOR } from './scenes-visitor.ts';

/** Every screen there is. */
export const SCENES: readonly Scene[] = [
  ...VISITOR,
  ...PERSON,
  ...FIND,
  ...FILES,
  ...CITATIONS,
  ...ADMIN,
  ...SETUP_GUIDE,
];
