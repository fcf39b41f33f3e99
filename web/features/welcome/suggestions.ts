/** What a visitor may try with one click: the keys of its name and of the question itself. */
export const SUGGESTIONS = [
  { id: 'explain', label: 'explain', text: 'explainQuestion' },
  { id: 'write', label: 'write', text: 'writeQuestion' },
  { id: 'plan', label: 'plan', text: 'planQuestion' },
  { id: 'code', label: 'code', text: 'codeQuestion' },
] as const;
