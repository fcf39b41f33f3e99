import { CommandTaken, PromptChanged, PromptNotFound, TooManyPrompts } from '../../../src/domain/prompts/errors.ts';
import { ImportPrompts } from '../../../src/domain/prompts/import-prompts.ts';
import { ManagePrompts } from '../../../src/domain/prompts/manage-prompts.ts';
import { PublishPrompts } from '../../../src/domain/prompts/publish-prompts.ts';
import { MAX_PROMPT_COMMAND, MAX_PROMPT_TEXT, MAX_PROMPTS, toCommand } from '../../../src/shared/prompts.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { CountingIds, FixedClock, TwiceUnitOfWork } from '../../fakes/kernel.ts';
import { aPrompt, InMemoryPrompts, someContent } from '../../fakes/prompts.ts';

const setup = () => {
  const prompts = new InMemoryPrompts();
  const audit = new RecordingAuditLog();
  const work = new TwiceUnitOfWork(prompts, audit);
  const deps = { prompts, ids: new CountingIds(), clock: new FixedClock(), work };
  const library = new ManagePrompts(deps);
  return {
    prompts,
    audit,
    library,
    publish: new PublishPrompts({ library, work, audit }),
    importer: new ImportPrompts(deps),
  };
};

test('a person has own prompts and the published ones, each library with its commands', async () => {
  const { library, publish } = setup();
  const own = await library.add('ann', someContent({ title: ' Brief ' }));
  const published = await publish.add(someContent({ command: 'BRIEF', title: 'For all' }));
  expect(await library.listFor('ann')).toEqual({ own: [own], published: [published] });
  expect(await library.listFor('bob')).toEqual({ own: [], published: [published] });
  expect([own.title, own.revision, own.ownerUid]).toEqual(['Brief', 1, 'ann']);
  await expect(library.add('ann', someContent({ command: 'Brief' }))).rejects.toThrow(CommandTaken);
});

test('a command is stored with composed letters, and a text without halves of signs', async () => {
  const { library } = setup();
  const stored = await library.add('ann', someContent({ command: 'cafe\u0301', text: 'a\uD83D' }));
  expect([stored.command, stored.text]).toEqual(['café', 'a\uFFFD']);
});

test('of two tabs that change a prompt the later one is told, with the prompt as it is', async () => {
  const { library, prompts } = setup();
  const { id, revision } = await library.add('ann', someContent());
  await library.change('ann', { id, revision }, someContent({ title: 'First' }));
  const late = library.change('ann', { id, revision }, someContent({ title: 'Second' }));
  await expect(late).rejects.toThrow(PromptChanged);
  await expect(late).rejects.toMatchObject({
    code: 'PROMPT_CHANGED',
    details: { prompt: { title: 'First', revision: 2 } },
  });
  expect(await prompts.list('ann')).toMatchObject([{ title: 'First', revision: 2 }]);
});

test('a prompt of somebody else, or a published one, is none of the own', async () => {
  const { library, publish } = setup();
  const { id } = await publish.add(someContent());
  for (const uid of ['ann', 'bob']) {
    await expect(library.change(uid, { id, revision: 1 }, someContent())).rejects.toThrow(PromptNotFound);
    await expect(library.remove(uid, id)).rejects.toThrow(PromptNotFound);
  }
});

test('what is removed comes back as it was', async () => {
  const { library, prompts } = setup();
  const added = await library.add('ann', someContent());
  expect(await library.remove('ann', added.id)).toEqual(added);
  expect(await prompts.list('ann')).toEqual([]);
});

test('a library has a limit of prompts and of characters', async () => {
  const { library, prompts } = setup();
  for (let number = 1; number <= MAX_PROMPTS; number += 1)
    await prompts.add(aPrompt({ id: `p${number}`, command: `c${number}`, text: 'x'.repeat(2500) }));
  await expect(library.add('ann', someContent())).rejects.toThrow(TooManyPrompts);
  await prompts.remove('p1');
  await expect(library.add('ann', someContent({ text: 'y'.repeat(2501) }))).rejects.toThrow('500000 characters');
  const { id } = await library.add('ann', someContent({ text: 'y'.repeat(2500) }));
  const longer = library.change('ann', { id, revision: 1 }, someContent({ text: 'y'.repeat(2501) }));
  await expect(longer).rejects.toThrow(TooManyPrompts);
  await library.change('ann', { id, revision: 1 }, someContent({ text: 'shorter' }));
});

test('the audit log has what admins publish, change and withdraw, and no text', async () => {
  const { publish, audit } = setup();
  const { id } = await publish.add(someContent({ text: 'SECRET TEXT' }));
  await publish.change({ id, revision: 1 }, someContent({ text: 'SECRET TEXT TOO' }));
  await publish.remove(id);
  expect(audit.lines).toEqual([`prompt.publish ${id}`, `prompt.change ${id}`, `prompt.withdraw ${id}`]);
  expect(JSON.stringify(audit.events)).not.toContain('SECRET');
  expect(await publish.list()).toEqual([]);
});

describe('an import', () => {
  const given = [
    someContent({ command: '/brief', title: 'Be brief' }),
    someContent({ command: '/Brief', title: 'Another', text: 'another text' }),
    someContent({ command: 'Zu & laut!', title: '', text: 'third' }),
    someContent({ command: '///', title: '要約 して', text: 'fourth' }),
    someContent({ command: '', title: '', text: 'fifth' }),
    someContent({ title: 'Blank', text: ' \n' }),
    someContent({ title: 'Long', text: 'x'.repeat(MAX_PROMPT_TEXT + 1) }),
  ];

  test('fits commands and titles into what is allowed, cuts no text, and says what it left out', async () => {
    const { importer, prompts } = setup();
    expect(await importer.import('ann', given)).toEqual({
      imported: 5,
      skipped: [
        { title: 'Blank', key: 'noText' },
        { title: 'Long', key: 'promptTooLong' },
      ],
    });
    const stored = await prompts.list('ann');
    expect(stored.map(({ command, title }) => `${command}: ${title}`)).toEqual([
      'Brief-2: Another',
      'brief: Be brief',
      'Zu-laut: Zu & laut!',
      'prompt: prompt',
      '要約-して: 要約 して',
    ]);
  });

  test('twice changes nothing', async () => {
    const { importer, prompts } = setup();
    await importer.import('ann', given);
    const before = await prompts.list('ann');
    const { imported, skipped } = await importer.import('ann', given);
    expect([imported, skipped.filter(({ key }) => key === 'present').length]).toEqual([0, 5]);
    expect(await prompts.list('ann')).toEqual(before);
  });

  test('ends where the library is full', async () => {
    const { importer } = setup();
    const many = Array.from({ length: MAX_PROMPTS + 2 }, (_, at) => someContent({ title: `T${at}`, command: 'same' }));
    const { imported, skipped } = await importer.import('ann', many);
    expect([imported, skipped.map(({ key }) => key)]).toEqual([MAX_PROMPTS, ['noRoom', 'noRoom']]);
  });
});

test.each([
  ['Write a poem!', 'Write-a-poem'],
  ['--- x', 'x'],
  ['\u0301e', 'e'],
  ['!!', ''],
  ['a'.repeat(100), 'a'.repeat(MAX_PROMPT_COMMAND)],
  [`${'a'.repeat(MAX_PROMPT_COMMAND - 1)}𐐀`, 'a'.repeat(MAX_PROMPT_COMMAND - 1)],
])('%s becomes the command %s', (words, command) => {
  expect(toCommand(words)).toBe(command);
});
