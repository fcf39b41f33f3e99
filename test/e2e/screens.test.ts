import { matchesBaselines } from './screens/compare-screens.ts';
import { SCENES_OF } from './screens/scenes.ts';

matchesBaselines(SCENES_OF.rest);
