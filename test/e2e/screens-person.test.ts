import { matchesBaselines } from './screens/compare-screens.ts';
import { PERSON } from './screens/scenes-person.ts';

matchesBaselines(PERSON);
