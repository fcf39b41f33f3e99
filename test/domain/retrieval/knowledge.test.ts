import type { UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { RedactLostQuotes } from '../../../src/domain/retrieval/redact-lost-quotes.ts';
import { FileExcerpts } from '../../../src/domain/retrieval/ports.ts';
import { estimateTokens } from '../../../src/domain/kernel/estimate-tokens.ts';
import { aBlock } from '../../fakes/document-reader.ts';
import { aGroup } from '../../fakes/groups.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { NOON } from '../../support/builders.ts';
import { ann, CHAT } from '../chat/harness.ts';
import { fileSearchesKey } from '../../../src/domain/billing/quota-keys.ts';
import { utcDay } from '../../../src/domain/kernel/day.ts';
import { aFileDesk, replyIdOf, sourcesIn } from './file-desk.ts';

type Desk = ReturnType<typeof aFileDesk>;

const bob = { ...ann, uid: 'bob' } as const;
const LAB = 'group:lab';

/** Ann is in both groups, Bob in none. */
const aDeskWithGroups = async () => {
  const desk = aFileDesk();
  for (const id of ['lab', 'press']) {
    await desk.groups.store.add(aGroup({ id, name: id }));
    await desk.groups.members.add(id, ['ann'], NOON);
  }
  return desk;
};

const share = async (desk: Desk, ownerId: string, id: string, ...texts: string[]) => {
  const file = {
    id,
    name: `${id}.pdf`,
    kind: 'pdf',
    purpose: 'permanent',
    embeddingStatus: 'pending',
    ownerId,
  } as const;
  await desk.put(file, ...texts.map((text, at) => aBlock(text, { page: at + 1 })));
  await desk.embed(id, ownerId);
};

/** About 250 tokens. */
const filler = (at: number) => `Chapter ${at} tells at length of day ${at}. `.repeat(22);

/** 30 files of which one has the answer: far more than a budget. */
const aShelf = async () => {
  const desk = await aDeskWithGroups();
  for (let at = 1; at <= 30; at += 1)
    await share(desk, LAB, `book${at}`, filler(at), at === 17 ? 'The limit of the valve is 80 bar.' : filler(at + 100));
  return desk;
};

const traceOf = (desk: Desk, events: Awaited<ReturnType<Desk['askWith']>>) =>
  desk.traces.find(replyIdOf(events), 'user:ann');

describe('a group’s files that are asked all together', () => {
  test('are given whole where all fit, beside files of one’s own, and cited like these', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'rules', 'The limit is 80 bar.');
    await share(desk, 'group:press', 'style', 'Write short sentences.');
    await desk.put({ id: 'own', name: 'own.txt' }, 'My limit is 70 bar.');
    const events = await desk.askWith(['own', LAB, 'group:press']);
    expect(sourcesIn(events).map(({ title }) => title)).toEqual(['own.txt', 'rules.pdf, page 1', 'style.pdf, page 1']);
    expect(desk.told()).toContain('The limit is 80 bar.');
    expect((await traceOf(desk, events))?.files.map(({ how }) => how)).toEqual(['whole', 'whole', 'whole']);
    expect(await desk.readers.admit('ann', ['rules'])).toEqual(['rules']);
    expect((await desk.files.find(LAB, 'rules'))?.accessCount).toBe(1);
  });

  test('are searched where they do not fit: within the budget, and only files with passages are named', async () => {
    const desk = await aShelf();
    await desk.setBudget(2500);
    const events = await desk.askWith([LAB], 'What is the limit of the valve?');
    const prompt = desk.told();
    expect(prompt).toContain('The limit of the valve is 80 bar.');
    const filePart = prompt.slice(0, prompt.lastIndexOf('You are Parley')) + prompt.slice(prompt.indexOf('File name'));
    expect(estimateTokens(filePart)).toBeLessThan(2 * 2500);
    const names = new Set([...prompt.matchAll(/File name: (\S+)/g)].map(([, name]) => name));
    expect(names.has('book17.pdf')).toBe(true);
    expect(names.size).toBeLessThan(10);
    expect(prompt).toContain(`(${30 - names.size} more files of shared knowledge were searched.`);
    const trace = await traceOf(desk, events);
    expect(trace?.considered[0]).toMatchObject({ fileId: 'book17', fileName: 'book17.pdf' });
    expect(trace?.files.length).toBe(names.size);
  });

  test('with nothing near to the question are counted, not listed', async () => {
    const desk = await aShelf();
    await desk.setBudget(2500);
    await desk.askWith([LAB], 'Xyzzy?');
    expect(desk.told()).not.toContain('The limit of the valve');
  });

  test('leave the limits of the person alone: they count as one file of a message', async () => {
    const desk = await aShelf();
    await expect(desk.askWith(['1', '2', '3', '4', '5', LAB])).rejects.toMatchObject({ details: { field: 'fileIds' } });
  });
});

describe('files of a group', () => {
  test('are found beside own ones by meaning and by words, each owner asked for its own files only', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'big', ...Array.from({ length: 30 }, (_, at) => filler(at)), 'The valve opens at 80 bar.');
    await share(desk, 'ann', 'mine', ...Array.from({ length: 30 }, (_, at) => filler(at)), 'My valve opens at 70 bar.');
    await desk.setBudget(3000);
    const events = await desk.askWith(['mine', 'big'], 'When does the valve open?');
    const considered = (await traceOf(desk, events))?.considered ?? [];
    expect(
      considered
        .slice(0, 2)
        .map(({ fileId }) => fileId)
        .sort(),
    ).toEqual(['big', 'mine']);
    expect(considered[0]?.vectorRank).not.toBeNull();
  });

  test('are unknown files to others, one by one and together, and to an admin who acts as a tier', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'rules', 'The limit is 80 bar.');
    for (const id of ['rules', LAB, 'group:nothing'])
      await expect(desk.askWith([id], 'What?', { requester: bob })).rejects.toThrow('File not found');
    await expect(desk.askWith(['rules'], 'What?', { requester: { ...ann, override: 'premium' } })).rejects.toThrow(
      'File not found',
    );
  });

  test('give a chat no title: it outlives the right to read them', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'rules', 'The limit is 80 bar.');
    await desk.askWith(['rules', LAB], ' ', { followUps: { synthesis: false } });
    expect((await desk.chats.find('ann', CHAT))?.title).not.toMatch(/rules/);
    expect(JSON.stringify(desk.models.requests.slice(1))).not.toContain('rules.pdf');
  });

  test('that are taken away while they are searched reach neither the model nor the trace', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'rules', 'The limit is 80 bar.');
    await desk.put({ id: 'own', name: 'own.txt' }, 'My limit is 70 bar.');
    const record = desk.readers.admit.bind(desk.readers);
    desk.readers.admit = async (uid, ids) => {
      await desk.groups.members.remove('lab', 'ann');
      return record(uid, ids);
    };
    const events = await desk.askWith(['own', 'rules']);
    expect(desk.told()).toContain('My limit is 70 bar.');
    expect(JSON.stringify([desk.told(), events, await traceOf(desk, events)])).not.toMatch(/80 bar|rules\.pdf/);
  });
});

test('lost quotes are removed account by account, and a failure leaves the others for the next time', async () => {
  const desk = await aDeskWithGroups();
  await share(desk, LAB, 'rules', 'The limit is 80 bar.');
  await desk.groups.members.add('lab', ['bob'], NOON);
  for (const uid of ['ann', 'bob']) await desk.readers.admit(uid, ['rules']);
  await desk.readers.loseFile('rules');
  const removed: string[] = [];
  class Excerpts extends FileExcerpts {
    isBroken = true;

    async remove(uid: string, fileId: string): Promise<void> {
      if (this.isBroken && uid === 'bob') throw new Error('no connection');
      removed.push(`${uid}/${fileId}`);
    }
  }
  const excerpts = new Excerpts();
  const { readers } = desk;
  const clock = new FixedClock();
  const failed = (): void => undefined;
  const quotes = new RedactLostQuotes({ readers, excerpts, work: new InMemoryUnitOfWork(), clock, failed });
  await expect(quotes.redact()).rejects.toThrow('no connection');
  excerpts.isBroken = false;
  await quotes.redact();
  await quotes.redact();
  expect(removed).toEqual(['ann/rules', 'bob/rules']);
});

describe('what a program searches', () => {
  const idle = new AbortController().signal;
  const found = async (desk: Desk, who: UserRequester, fileIds?: readonly string[]) => {
    const passages = await desk.searchFiles.execute(who, { query: 'the valve', fileIds, limit: 5 }, idle);
    return passages.map(({ file, chunk }) => [file.id, chunk.text]);
  };

  test('are the files that the person may read now, and passages are read from no other', async () => {
    const desk = await aDeskWithGroups();
    await share(desk, LAB, 'shared', 'The valve of the lab.');
    await share(desk, 'ann', 'mine', 'The valve of Ann.');
    await share(desk, 'bob', 'his', 'The valve of Bob.');
    expect((await found(desk, ann)).toSorted()).toEqual([
      ['mine', 'The valve of Ann.'],
      ['shared', 'The valve of the lab.'],
    ]);
    expect(await found(desk, ann, ['shared'])).toEqual([['shared', 'The valve of the lab.']]);
    await expect(found(desk, ann, ['mine', 'his'])).rejects.toThrow('File not found');
    expect(await found(desk, bob)).toEqual([['his', 'The valve of Bob.']]);
    const read = (who: UserRequester, fileId: string) =>
      desk.readPassages.execute(who, { fileId, passage: 0, before: 1, after: 1 });
    expect((await read(ann, 'shared')).chunks).toHaveLength(1);
    await desk.groups.members.remove('lab', 'ann');
    await expect(read(ann, 'shared')).rejects.toThrow('File not found');
    expect(await found(desk, ann)).toEqual([['mine', 'The valve of Ann.']]);
  });

  test('is limited by the day, because each search may ask an embedding model', async () => {
    const desk = await aDeskWithGroups();
    expect(await found(desk, ann)).toEqual([]); // no file: nothing is asked, and nothing counts
    await share(desk, 'ann', 'mine', 'The valve of Ann.');
    const period = utcDay(desk.clock.now());
    desk.quotas.setUsed(fileSearchesKey('ann'), period, 1999);
    expect(await found(desk, ann)).toHaveLength(1);
    await expect(found(desk, ann)).rejects.toMatchObject({ kind: 'limit_reached', code: 'USAGE_LIMIT_EXCEEDED' });
    expect(await found(desk, { ...ann, isAdmin: true, override: 'unlimited' })).toHaveLength(1);
  });
});
