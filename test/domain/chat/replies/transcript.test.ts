import { ReplyTranscript } from '../../../../src/domain/chat/replies/transcript.ts';

const evidenceOf = (snippet: string, content: string): string | undefined => {
  const transcript = new ReplyTranscript();
  const result = { url: 'https://a.example/', title: 'A', snippet, content, description: '' };
  transcript.detailEvents.push({ type: 'tool_result', toolName: 'web_search', results: [result], images: [] });
  return transcript.toolEvidence[0]?.text;
};

test.each([
  ['Open daily.', 'Open daily.', 'Open daily.'],
  ['Open daily from…', 'Open  daily\nfrom nine.', 'Open  daily\nfrom nine.'],
  ['Open daily.', '', 'Open daily.'],
  ['', 'Open daily.', 'Open daily.'],
  ['Closed on Monday.', 'Open daily.', 'Closed on Monday.\nOpen daily.'],
])('a snippet %j that the content %j begins with is said once', (snippet, content, text) => {
  expect(evidenceOf(snippet, content)).toBe(text);
});

test('thoughts beyond those that a reply has are not taken, by whichever process it goes on', () => {
  const thought = { type: 'thinking', text: 'a'.repeat(150_000) } as const;
  const transcript = new ReplyTranscript();
  transcript.resume([thought, { type: 'text', text: 'So.' }], []);
  expect([thought, thought, thought].map((each) => transcript.add(each))).toEqual([true, false, false]);
  expect(transcript.add({ type: 'text', text: ' Yes.' })).toBe(true);
  expect(transcript).toMatchObject({ text: 'So. Yes.', detailEvents: [thought, thought] });
});
