import { groupOwner } from '../../../src/shared/file-owner.ts';
import { InMemoryUserRepository } from '../../fakes/accounts.ts';
import { aFile, InMemoryFiles } from '../../fakes/files.ts';
import { aGroup, InMemoryGroups } from '../../fakes/groups.ts';
import { readableFiles } from '../../fakes/knowledge.ts';
import { aUser, NOON } from '../../support/builders.ts';

const NO_LIMITS = { maxFiles: -1, maxBytes: -1 };
const [RESEARCH, SALES] = ['research', 'sales'].map(groupOwner);
const BOTH = [RESEARCH ?? '', SALES ?? ''];

/** Ann is of the research group; that of sales has a file, too. */
const setup = async () => {
  const users = new InMemoryUserRepository();
  const groups = new InMemoryGroups(users);
  const files = new InMemoryFiles();
  await users.add(aUser());
  for (const id of ['research', 'sales']) {
    await groups.store.add(aGroup({ id }));
    await files.add(aFile({ id: `of ${id}`, ownerId: groupOwner(id), embeddingStatus: 'completed' }), NO_LIMITS);
  }
  await groups.members.add('research', ['ann'], NOON);
  return { groups, readable: readableFiles(files, groups) };
};
const ids = (files: readonly { readonly id: string }[]) => files.map(({ id }) => id);

test('all files of a group are read by its members, named or not', async () => {
  const { readable } = await setup();
  const ann = { uid: 'ann', override: undefined };
  expect(ids(await readable.listEmbedded(ann, BOTH))).toEqual(['of research']);
  expect(ids(await readable.findMany(ann, ['of research', 'of sales']))).toEqual(['of research']);
  expect(await readable.listEmbedded({ uid: 'bob', override: undefined }, BOTH)).toEqual([]);
});

test('who left the group, or acts as another tier, reads none of them', async () => {
  const { groups, readable } = await setup();
  expect(await readable.listEmbedded({ uid: 'ann', override: 'premium' }, BOTH)).toEqual([]);
  await groups.members.remove('research', 'ann');
  const ann = { uid: 'ann', override: undefined };
  expect(await readable.listEmbedded(ann, BOTH)).toEqual([]);
  expect(await readable.findMany(ann, ['of research'])).toEqual([]);
});
