import { z } from 'zod';

import { ROUTES } from '../../src/contract/all-routes.ts';
import type { Route } from '../../src/contract/route.ts';
import { SETTINGS_WIRES } from '../../src/contract/settings-wire.ts';

const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

/** Calls that replace what others may have changed meanwhile, and why they need not say what they replace. */
const LAST_WINS: Readonly<Record<string, string>> = {
  'PUT /api/auth/me': 'it is the own name',
  'PUT /api/auth/language': 'it is the own language',
  'PUT /api/account/instruction': 'it is the own text',
  'PUT /api/progress/chat/:id/place': 'it is the place of a chat of one’s own',
  'PUT /api/tools/servers/:id': 'it is a server of one’s own',
  'PUT /api/tools/servers/:id/mode': 'it is one choice of one’s own',
  'PUT /api/admin/usage-mail': 'it is about mails to the own address',
  'PUT /api/admin/tool-servers/:id/mode': 'it is one choice of four, for a tool whose digest it names',
};

const fieldsOf = ({ body }: Route): readonly string[] => (body instanceof z.ZodObject ? Object.keys(body.shape) : []);

/** What a form read: the version of a settings document, the revision of a prompt, or the values themselves. */
const namesWhatItReplaces = (route: Route): boolean =>
  fieldsOf(route).some((field) => ['before', 'revision', 'version'].includes(field));

const isSettings = ({ method, path }: Route): boolean =>
  Object.values(SETTINGS_WIRES).some((wire) => wire.path === path && wire.save === method);

const replacing = ROUTES.filter((route) => route.method === 'put' || isSettings(route));

test('a call that replaces a whole document can name what its form had read, unless the last may win', () => {
  const silent = replacing.filter((route) => !namesWhatItReplaces(route)).map(nameOf);
  expect(silent.toSorted()).toEqual(Object.keys(LAST_WINS).toSorted());
});
