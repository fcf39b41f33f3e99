import { z } from 'zod';

import { aProvider } from '../contracts/connected-providers.ts';
import { defineProvider } from '../../src/platform/provider-registry.ts';
import { SwitchableProvider } from '../../src/platform/switchable-provider.ts';

const provider = defineProvider<{ readonly isDown: () => boolean }, string>();
const off = provider({ id: 'off', label: 'None', settings: z.object({}), connect: () => 'nobody' });
const pigeon = provider({
  id: 'pigeon',
  label: 'Pigeon',
  settings: z.object({ PIGEON_KEY: z.string().describe('The key') }),
  enabledBy: 'PIGEON_KEY',
  connect: ({ PIGEON_KEY }, { isDown }) => {
    if (isDown()) throw new Error('not now');
    return PIGEON_KEY;
  },
});

test('what could not be connected is connected when it is told again, and what served before serves until then', () => {
  let isDown = false;
  const closed: string[] = [];
  const deps = { isDown: () => isDown };
  const searches = new SwitchableProvider({
    need: 'search',
    registry: { variable: 'PIGEON', providers: [pigeon], fallback: off },
    env: {},
    selected: { provider: off, label: 'None', connect: () => 'nobody' },
    deps,
    guardedDeps: deps,
    toKind: ({ id, label }) => ({
      id,
      label,
      needsAddress: false,
      needsKey: true,
      sendsMail: false,
      isRepeatable: false,
    }),
    toEnv: (_, { apiKey }) => ({ PIGEON_KEY: apiKey ?? '' }),
    fieldOf: () => 'apiKey',
    check: async () => undefined,
    close: (port) => void closed.push(port),
  });
  const entered = (apiKey: string) => [aProvider({ need: 'search', kind: 'pigeon', apiKey })];
  searches.use(entered('first'));
  isDown = true;
  expect(() => searches.use(entered('second'))).toThrow('not now');
  expect([searches.current.port, closed]).toEqual(['first', []]);
  isDown = false;
  searches.use(entered('second'));
  searches.use(entered('second'));
  expect([searches.current.port, closed]).toEqual(['second', ['first']]);
});
