/** What a visitor may try with one click. */
export const SUGGESTIONS = [
  { id: 'explain', label: 'Explain a hard idea', text: 'Explain how public-key encryption works, using an everyday comparison.' },
  { id: 'write', label: 'Help me write', text: 'Write a friendly email that moves a meeting from Monday to Wednesday.' },
  { id: 'plan', label: 'Plan a weekend', text: 'Plan a quiet weekend in a city with good museums and short walks.' },
  { id: 'code', label: 'Improve some code', text: 'Show me how to make a slow loop in Python faster, step by step.' },
] as const;
