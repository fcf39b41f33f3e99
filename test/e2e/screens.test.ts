import { looksAsItDid } from './screens/compared.ts';
import { ADMIN } from './screens/scenes-admin.ts';
import { VISITOR } from './screens/scenes-visitor.ts';

looksAsItDid([...VISITOR, ...ADMIN]);
