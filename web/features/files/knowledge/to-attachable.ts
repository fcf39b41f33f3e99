import { KNOWLEDGE_TYPE } from '../file-types.ts';
import type { Knowledge } from './knowledge-api.ts';

/** A group's files all together, as a message takes them. */
export const toAttachable = ({ id, name, size }: Knowledge) => ({ id, name, size, type: KNOWLEDGE_TYPE });
