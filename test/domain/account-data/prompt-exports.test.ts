import { TooManyConversations } from '../../../src/domain/account-data/errors.ts';
import { ImportChats } from '../../../src/domain/account-data/import-chats.ts';
import { readPrompts } from '../../../src/domain/account-data/prompt-exports.ts';
import { TierChatQuota } from '../../../src/domain/chat/conversations/chat-quota.ts';
import { STORAGE_LIMITS } from '../../../src/domain/files/settings.ts';
import { ImportPrompts } from '../../../src/domain/prompts/import-prompts.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { ChatStore, InMemoryChatRepository, InMemoryChatUsage, InMemoryMessageRepository } from '../../fakes/chats.ts';
import { CountingIds, FixedClock, PlainSecrets, TwiceUnitOfWork } from '../../fakes/kernel.ts';
import { InMemoryPrompts } from '../../fakes/prompts.ts';
import { inMemorySettings } from '../../fakes/settings.ts';

test('reads the prompts of Open WebUI, of older and newer versions', () => {
  const row = { user_id: 'u', timestamp: 1, access_control: {} };
  const file = [
    { ...row, command: '/sum', title: 'Sum up', content: 'Sum up {{CLIPBOARD}} on {{CURRENT_DATE}}' },
    {
      ...row,
      command: 'mail',
      name: 'Mail',
      content:
        'To {{who | text:placeholder="Name":required}} in {{tone | select:options=["calm","warm"]:default="warm"}} ' +
        'as {{sign | text:default="me {}"}}',
      tags: [],
    },
    { broken: true },
  ];
  expect(readPrompts(file)).toEqual({
    source: 'open-webui',
    prompts: [
      { command: '/sum', title: 'Sum up', description: '', text: 'Sum up {{CLIPBOARD}} on {{today}}' },
      {
        command: 'mail',
        title: 'Mail',
        description: '',
        // Braces inside of a placeholder make it text, here as in the prompts of Parley.
        text: 'To {{who}} in {{tone:calm|warm}} as {{sign | text:default="me {}"}}',
      },
    ],
  });
});

test('reads groups of prompts of LibreChat', () => {
  const group = { _id: '1', category: '', author: 'a', productionId: '2' };
  const promptGroups = [
    {
      ...group,
      name: 'Translate',
      oneliner: 'Into another language',
      command: 'translate',
      productionPrompt: { prompt: 'To {{language:English|German}}, {{current_date}}' },
    },
    { ...group, name: 'Plain', productionPrompt: { prompt: 'p' } },
    { ...group, name: 'Without a text' },
  ];
  const expected = {
    source: 'librechat',
    prompts: [
      {
        command: 'translate',
        title: 'Translate',
        description: 'Into another language',
        text: 'To {{language:English|German}}, {{today}}',
      },
      { command: '', title: 'Plain', description: '', text: 'p' },
    ],
  };
  expect(readPrompts({ promptGroups, pages: 1 })).toEqual(expected);
  expect(readPrompts(promptGroups)).toEqual(expected);
  expect(readPrompts(promptGroups[0])?.prompts).toEqual(expected.prompts.slice(0, 1));
});

test('reads those of Parley as they are', () => {
  const prompt = { command: 'c', title: 't', description: 'd', text: '{{a | b}}' };
  expect(readPrompts({ product: 'Parley', prompts: [{ ...prompt, createdAt: '' }, null] })).toEqual({
    source: 'parley',
    prompts: [prompt, { command: '', title: '', description: '', text: '' }],
  });
});

test.each([null, 1, 'x', [], {}, [[]], { product: 'Parley', chats: [] }, [{ chat: {} }], [{ name: 'x' }]])(
  '%j has no prompts',
  (file) => {
    expect(readPrompts(file)).toBeUndefined();
  },
);

test('saved prompts of an export come into the library, beside its chats or alone', async () => {
  const prompts = new InMemoryPrompts();
  const audit = new RecordingAuditLog();
  const store = new ChatStore();
  const shared = {
    ids: new CountingIds(),
    clock: new FixedClock(),
    work: new TwiceUnitOfWork(store, prompts, audit),
  };
  const importer = new ImportChats({
    ...shared,
    chats: new InMemoryChatRepository(store),
    messages: new InMemoryMessageRepository(store),
    quota: new TierChatQuota(new InMemoryChatUsage(store), inMemorySettings(STORAGE_LIMITS)),
    prompts: new ImportPrompts({ ...shared, prompts }),
    secrets: new PlainSecrets(),
    audit,
  });
  const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const;
  const bring = (file: unknown) => importer.execute(ann, file);
  const own = { command: 'brief', title: 'Brief', description: 'd', text: 'Be brief.' };
  const file = { product: 'Parley', chats: [], prompts: [own, { ...own, title: 'Empty', text: '' }] };
  expect(await bring(file)).toEqual({
    ...{ source: 'parley', chats: 0, messages: 0, prompts: 1 },
    skipped: [{ id: '', title: 'Empty', key: 'noText', count: null, reason: 'It has no text' }],
  });
  expect(await bring([{ command: '/brief', title: 'Mine', content: 'Other' }])).toMatchObject({
    source: 'open-webui',
    prompts: 1,
  });
  expect(await bring({ ...file, prompts: [own], chats: undefined })).toMatchObject({
    prompts: 0,
    skipped: [{ key: 'present' }],
  });
  expect((await prompts.list('ann')).map(({ command }) => command)).toEqual(['brief', 'brief-2']);
  expect(audit.events).toMatchObject([{ details: { prompts: 1 } }, { details: { prompts: 1 } }, {}]);
  await expect(bring({ promptGroups: Array(20_001).fill(null) })).rejects.toThrow(TooManyConversations);
});
