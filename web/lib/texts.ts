import english from '../messages/en/lib.json' with { type: 'json' };
import { textsOf } from './i18n/texts.ts';

/** What is said all over the page: when something comes, and that nothing came. */
export const { say } = textsOf('lib', english);
