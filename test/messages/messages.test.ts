import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import compile from 'icu-minify/compile';

import { FILE_FAILURES } from '../../src/shared/file-failures.ts';
import { REFUSALS } from '../../src/shared/refusals.ts';
import { SERVICE_FAILURES } from '../../src/shared/service-failures.ts';
import { SERVICE_REPORTS } from '../../src/shared/service-reports.ts';
import { STEP_TEXTS } from '../../src/shared/step-texts.ts';
import { LANGUAGES } from '../../web/lib/i18n/language.ts';

const ROOT = join(process.cwd(), 'web');
const MESSAGES = join(ROOT, 'messages');
const TRANSLATIONS = Object.keys(LANGUAGES).filter((language) => language !== 'en');
const partsOf = (language: string): string[] =>
  readdirSync(join(MESSAGES, language)).filter((file) => file.endsWith('.json'));
const PARTS = partsOf('en');

const read = (language: string, part: string): Record<string, string> =>
  JSON.parse(readFileSync(join(MESSAGES, language, part), 'utf8')) as Record<string, string>;

/** The names a compiled message takes values and elements by. */
const namesIn = (node: unknown): string[] => {
  if (!Array.isArray(node)) return [];
  const [name, ...rest] = node as [unknown, ...unknown[]];
  const inside = rest.flatMap((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.values(part).flatMap(namesOfAll)
      : namesIn(part),
  );
  return [...(typeof name === 'string' ? [name] : []), ...inside];
};

const namesOfAll = (message: unknown): string[] => (Array.isArray(message) ? message.flatMap(namesIn) : []);

const namesOf = (message: string): string[] => [...new Set(namesOfAll(compile(message)))].sort();

/** Actions and ways of the audit log are texts' keys too. */
const AUDIT = readFileSync(join(process.cwd(), 'src/shared/audit.ts'), 'utf8');
/** So are the reasons of reports. */
const REPORTS = readFileSync(join(process.cwd(), 'src/shared/share-reports.ts'), 'utf8');

/** And the names of what the product writes into steps, about files, services and what it refuses. */
const SERVER_TEXTS = Object.keys({
  ...STEP_TEXTS,
  ...FILE_FAILURES,
  ...SERVICE_FAILURES,
  ...SERVICE_REPORTS,
  ...REFUSALS,
}).map((key) => `'${key}'`);

const codeIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');

const sources = (): string =>
  SERVER_TEXTS.join() + AUDIT + REPORTS + AUDIT.replaceAll(/'([a-z-]+)'/g, "'way.$1'") + codeIn(ROOT);

const WORDS = /\p{L}{2,}/gu;

describe('the texts of the page', () => {
  it.each(TRANSLATIONS)('stand in %s for all parts', (language) => {
    expect(partsOf(language)).toEqual(PARTS);
    const bundled = ['first', 'more'].flatMap(
      (file) => readFileSync(join(MESSAGES, language, `${file}.ts`), 'utf8').match(/[\w-]+\.json/g) ?? [],
    );
    expect(bundled.sort()).toEqual(PARTS);
  });

  describe.each(PARTS)('%s', (part) => {
    const english = read('en', part);

    it.each(TRANSLATIONS)('has each text in %s, with the same values', (language) => {
      const shape = (texts: Record<string, string>) =>
        Object.entries(texts)
          .map(([key, message]) => [key, namesOf(message)])
          .sort();
      expect(shape(read(language, part))).toEqual(shape(english));
    });

    it.each(TRANSLATIONS)('is truly translated into %s: no sentence is left in English', (language) => {
      const left = Object.entries(read(language, part)).filter(
        ([key, message]) => message === english[key] && (message.match(WORDS) ?? []).length > 3,
      );
      expect(left).toEqual([]);
    });
  });

  it('are all used: each key is named somewhere in the page, or is a code of the server', () => {
    const code = sources();
    const server = codeIn(join(process.cwd(), 'src'));
    const isCode = (key: string) => /^[A-Z_]+$/.test(key) && server.includes(`'${key}'`);
    const unused = PARTS.flatMap((part) =>
      Object.keys(read('en', part))
        .filter((key) => !code.includes(`'${key}'`) && !isCode(key))
        .map((key) => `${part} ${key}`),
    );
    expect(unused).toEqual([]);
  });
});

/** Words of the way in which a language does not address people. */
const OTHER_ADDRESS: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(du|dich|dir|dein\p{L}*|kannst|melde|erlaube|bitte um)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|ton|ta|tes|peux)(?!\p{L})/iu,
  es: /(?<!\p{L})(usted|déjelo|inténtelo|elija|escriba|guarde|introduzca|añada|pruebe|empiece de nuevo)(?!\p{L})/iu,
};

test.each(Object.keys(OTHER_ADDRESS))('people are addressed in one way: %s', (language) => {
  const found = partsOf(language).flatMap((part) =>
    Object.values(read(language, part)).filter((message) => OTHER_ADDRESS[language]?.test(message)),
  );
  expect(found).toEqual([]);
});

/** What has another name in the rest of a language's texts. */
const OTHER_NAMES: Readonly<Record<string, RegExp>> = { en: /(?<!\p{L})e-mails?(?!\p{L})/iu, fr: /courriel/iu };
const MAILS = join(process.cwd(), 'src/adapters/mail');

test.each(Object.keys(OTHER_NAMES))('a mail has one name: %s', (language) => {
  const inPage = partsOf(language).flatMap((part) => Object.values(read(language, part)));
  const inMails = readdirSync(MAILS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(`${language}.ts`))
    .map((file) => readFileSync(join(MAILS, file), 'utf8'));
  expect([...inPage, ...inMails].filter((text) => OTHER_NAMES[language]?.test(text))).toEqual([]);
});
