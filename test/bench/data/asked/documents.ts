import type { QuestionDocument } from './asked-document.ts';
import { HOME } from './home.ts';
import { WORK } from './work.ts';
import { WORLD } from './world.ts';

/**
 * The second set of questions for measuring retrieval. It was written in one go, without looking at what is
 * found, and is frozen: what comes out is published as it is. Whoever tunes the retrieval does so on the
 * first set (../questions.ts).
 */
export const ASKED_DOCUMENTS: readonly QuestionDocument[] = [...HOME, ...WORK, ...WORLD];
