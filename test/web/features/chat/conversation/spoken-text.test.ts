import fc from 'fast-check';

import { SpokenText } from '../../../../../web/features/chat/conversation/spoken-text.ts';

const code = (lines: number): string => `code block, ${lines} lines`;
const speak = (...states: readonly string[]): string[] => {
  const spoken = new SpokenText(code);
  return states.map((text, at) => spoken.next(text, at === states.length - 1));
};

test('sentences are read out as they are whole, and the rest at the end', () => {
  expect(speak('One. Tw', 'One. Two! Th', 'One. Two! Three')).toEqual(['One.', 'Two!', 'Three']);
});

test('marks are never read out, nor halves of them', () => {
  const text = '## Title\n\nSee [this. And](https://a.example/x) and **bold. Text** `a. b` here.\n- [ ] do it\n';
  const spoken = new SpokenText(code);
  const heard = [...text].map((_, at) => spoken.next(text.slice(0, at + 1), at === text.length - 1)).filter(Boolean);
  expect(heard).toEqual(['Title', 'See this. And and bold. Text a. b here.', 'do it']);
});

test('code is told by its size, also when the reply ends in it', () => {
  const text = `Look:\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(14)}\`\`\`\nDone.`;
  expect(speak(text)).toEqual(['Look: code block, 14 lines Done.']);
  expect(speak('```\na\nb')).toEqual(['code block, 2 lines']);
  expect(speak('```\na. b\n', '```\na. b\n```\n', '```\na. b\n```\n')).toEqual(['', 'code block, 1 lines', '']);
});

test('however a text comes, the same words are read out', () => {
  const text = 'A *b* c. D e.\n\n```\nx\n```\n1. one. two\n| a | b |\n|---|---|\n| c. d | e |\nEnd';
  const whole = speak(text).join(' ');
  fc.assert(
    fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
      const states = [...cuts.sort((a, b) => a - b).map((cut) => text.slice(0, cut)), text];
      expect(
        speak(...states)
          .filter(Boolean)
          .join(' '),
      ).toBe(whole);
    }),
  );
});
