import { fillPrompt, listPlaceholders, MAX_PLACEHOLDERS } from '../../src/shared/prompt-text.ts';

test('placeholders are found once each, with what their field has at first', () => {
  const text =
    'Translate {{topic}} to {{ language : English }}, in {{tone:calm|warm| calm }}; {{topic:again}} {{today}}';
  expect(listPlaceholders(text)).toEqual([
    { name: 'topic', preset: '', choices: [] },
    { name: 'language', preset: 'English', choices: [] },
    { name: 'tone', preset: 'calm', choices: ['calm', 'warm'] },
  ]);
});

test('names are of any script; what is no name is text', () => {
  expect(listPlaceholders('{{名前}} {{mot clé}} {{a_b-c}}').map(({ name }) => name)).toEqual([
    '名前',
    'mot clé',
    'a_b-c',
  ]);
  for (const text of [
    '{{}}',
    '{{ }}',
    '{{user.name}}',
    '{{#each}}',
    '{{a\nb}}',
    '{ {a} }',
    '{{a}',
    '{{{a',
    `{{${'a'.repeat(61)}}}`,
  ])
    expect(listPlaceholders(text)).toEqual([]);
});

test('values are filled in as they are, wherever their name stands, and what is blank stays to be seen', () => {
  const text = '{{a}} and {{ a:x }} of {{b:y}}, {{today}}, {{c.d}}';
  expect(fillPrompt(text, { a: '{{b}} $&', b: ' ' }, 'Monday')).toBe(
    '{{b}} $& and {{b}} $& of {{b:y}}, Monday, {{c.d}}',
  );
  expect(fillPrompt('{{constructor}}', {}, '')).toBe('{{constructor}}');
});

test('more placeholders than a form can have stand in the text', () => {
  const text = Array.from({ length: MAX_PLACEHOLDERS + 5 }, (_, at) => `{{n${at}}}`).join(' ');
  expect(listPlaceholders(text)).toHaveLength(MAX_PLACEHOLDERS);
});
