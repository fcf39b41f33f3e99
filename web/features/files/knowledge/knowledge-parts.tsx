/* One piece, fetched by those whose groups share files. */
export { KnowledgeChip } from './knowledge-chip.tsx';
export { KnowledgeMenu } from './knowledge-menu.tsx';
export { SharedFiles } from './shared-files.tsx';
