// Writes the generated pages of docs; a test fails when one is stale.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { configurationPage } from './configuration-page.ts';
import { fileFormatsPage } from './file-formats-page.ts';

const write = (name: string, page: string): void => writeFileSync(join(import.meta.dirname, '../docs', name), page);

write('configuration.md', configurationPage());
write('file-formats.md', fileFormatsPage());
