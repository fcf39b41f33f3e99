import { CryptoSecrets } from '../../../../src/adapters/system/ids.ts';
import { openVerdicts, sealVerdicts } from '../../../../src/domain/chat/conversations/verdict-seal.ts';
import { NO_DETAILS } from '../../../../src/shared/reply-details.ts';

const details = {
  ...NO_DETAILS,
  sources: [{ id: 's', title: 'Bread', url: 'https://e.example/', snippet: 'It rises.' }],
  citations: { checked: 1, supported: 1, marks: [{ index: 0, source: 1, supported: true, passage: 'It rises.' }] },
  corrections: [{ at: 0, before: 'It falls.', after: 'It rises.' }],
};
const TEXT = 'It rises [1].';
const secrets = new CryptoSecrets('pepper');
const sealed = sealVerdicts(secrets, TEXT, details);

test('the server takes the verdicts that it has sealed, without the seal', () => {
  const { citations, corrections } = details;
  expect(openVerdicts(secrets, TEXT, sealed)).toEqual({ citations, corrections });
  expect(sealVerdicts(secrets, TEXT, NO_DETAILS)).toBe(NO_DETAILS);
});

test.each([
  ['without a seal', TEXT, details],
  ['of another text', 'It falls [1].', sealed],
  ['of other sources', TEXT, { ...sealed, sources: [{ ...details.sources[0], snippet: 'It falls.' }] }],
  ['with other marks', TEXT, { ...sealed, citations: { ...sealed.citations, marks: [] } }],
  ['with other numbers', TEXT, { ...sealed, citations: { ...sealed.citations, checked: 0 } }],
  ['with other corrections', TEXT, { ...sealed, corrections: [] }],
  ['of another server', TEXT, sealVerdicts(new CryptoSecrets('salt'), TEXT, details)],
])('no verdicts are taken %s', (_, text, brought) => {
  expect(openVerdicts(secrets, text, brought as typeof details)).toEqual({});
});
