import { toFileName } from '../../../web/lib/download.ts';

test.each([
  ['Bread & butter', 'Bread-butter.md'],
  ['../../etc/passwd', 'etc-passwd.md'],
  ['日本語 の題', '日本語-の題.md'],
  ['', 'conversation.md'],
  ['???', 'conversation.md'],
  [`${'x'.repeat(59)} y z`, `${'x'.repeat(59)}.md`],
])('the title %p is the file %p', (title, name) => expect(toFileName(title, 'md')).toBe(name));
