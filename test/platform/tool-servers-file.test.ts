import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadToolServers } from '../../src/platform/tool-servers-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-servers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (content: unknown) => {
  const path = join(folder, 'servers.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return loadToolServers(path);
};

test('the programs of the file, with what it says of their audience', () => {
  expect(loadToolServers(undefined)).toEqual({ programs: [] });
  const audience = { groups: ['g'] };
  expect(
    load({
      mcpServers: { files: { command: 'a', args: ['b'], env: { HOME: '/srv' }, audience }, plain: { command: 'c' } },
      other: 1,
    }),
  ).toEqual({
    programs: [
      {
        id: 'operator:files',
        name: 'files',
        command: 'a',
        args: ['b'],
        env: { HOME: '/srv' },
        audience: { tiers: null, groups: ['g'] },
      },
      { id: 'operator:plain', name: 'plain', command: 'c', args: [], env: {}, audience: undefined },
    ],
  });
});

test.each<[string, unknown, RegExp]>([
  ['what is no JSON', '{', /is not JSON$/],
  [
    'a server with an address',
    { mcpServers: { a: { url: 'https://a.example', headers: { key: 'SECRET' } } } },
    /added in the panel/,
  ],
  ['a name that is too long', { mcpServers: { ['a'.repeat(25)]: { command: 'a' } } }, /at most 24 letters/],
  ['a variable that is none', { mcpServers: { a: { command: 'a', env: { 'A B': 'SECRET' } } } }, /name of a variable/],
  ['an unknown plan', { mcpServers: { a: { command: 'a', audience: { tiers: ['gold'] } } } }, /tiers/],
])('%s is a fault, which names no value', (_, content, fault) => {
  const loaded = load(content);
  const faults = 'faults' in loaded ? loaded.faults : [];
  expect(faults.join('\n')).toMatch(fault);
  for (const line of faults) expect(line).toMatch(/^TOOL_SERVERS_FILE: /);
  expect(faults.join()).not.toContain('SECRET');
});
