import { matchesBaselines } from './screens/compare-screens.ts';
import { ADMIN } from './screens/scenes-admin.ts';
import { FILES } from './screens/scenes-files.ts';
import { FIND } from './screens/scenes-find.ts';
import { SETUP_GUIDE } from './screens/scenes-setup.ts';
import { VISITOR } from './screens/scenes-visitor.ts';

matchesBaselines([...VISITOR, ...FIND, ...FILES, ...ADMIN, ...SETUP_GUIDE]);
