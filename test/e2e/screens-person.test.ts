import { looksAsItDid } from './screens/compared.ts';
import { PERSON } from './screens/scenes-person.ts';

looksAsItDid(PERSON);
