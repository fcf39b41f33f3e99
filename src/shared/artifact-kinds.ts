/** What a block of an answer can be drawn as, beside the chat. */
export const ARTIFACT_KINDS = ['html', 'svg', 'mermaid', 'react', 'markdown', 'csv', 'json', 'chart'] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];
