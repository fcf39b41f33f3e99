import type { SharedToolServer } from '../../../src/contract/shared-tools.ts';
import type { ConnectedTool, ToolServer } from '../../../src/contract/tools.ts';
import type { Step } from '../../../src/shared/reply-details.ts';

export const aTool = (name: string, of: Partial<ConnectedTool> = {}): ConnectedTool => ({
  name,
  title: name,
  description: '',
  mode: 'ask',
  readOnly: false,
  changed: false,
  digest: `${name} 1`,
  ...of,
});

export const aToolServer = (id: string, of: Partial<ToolServer> = {}): ToolServer => ({
  id,
  name: id,
  origin: 'admin',
  url: null,
  auth: 'none',
  headerNames: [],
  state: 'ready',
  problem: null,
  checkedAt: '2026-11-21T14:00:00.000Z',
  signedIn: false,
  tools: [],
  ...of,
});

export const aSharedServer = (id: string, of: Partial<SharedToolServer> = {}): SharedToolServer => ({
  ...aToolServer(id),
  url: `https://${id.toLowerCase()}.example.org/mcp`,
  enabled: true,
  audience: { tiers: null, groups: null },
  users: 0,
  ...of,
});

/** A server that is ready, one to sign in to, and one that is down. */
export const someToolServers = (): ToolServer[] => [
  aToolServer('tracker', {
    name: 'Issue tracker',
    tools: [
      aTool('search_issues', {
        title: 'Search issues',
        description: 'Finds issues by words, labels and people.',
        mode: 'auto',
        readOnly: true,
      }),
      aTool('create_issue', {
        title: 'Create issue',
        description: 'Files a new issue in a project, with a title, a text and labels.',
      }),
      aTool('delete_issue', { title: 'Delete issue', description: 'Deletes an issue for good.', mode: 'off' }),
    ],
  }),
  aToolServer('calendar', { name: 'Calendar', auth: 'oauth', state: 'sign-in' }),
  aToolServer('weather', {
    name: 'Weather station',
    state: 'unreachable',
    problem: { code: 'status', status: 503 },
  }),
];

export const someTools = (servers = someToolServers(), mayAdd = true) => ({ enabled: true, mayAdd, servers });

export const CALL = {
  serverId: 'tracker',
  server: 'Issue tracker',
  tool: 'create_issue',
  title: 'Create issue',
  arguments: '{"project":"garden","title":"The gate squeaks","labels":["small"],"days":3}',
};

export const aToolStep = (of: Partial<Step> = {}): Step => ({
  id: 's1',
  kind: 'tool',
  label: 'Create issue',
  target: 'Issue tracker',
  state: 'running',
  output: null,
  code: null,
  call: CALL,
  ...of,
});

type Question = NonNullable<Step['question']>;

export const anApproval = (of: Partial<Question> = {}): Question => ({
  id: 'q1',
  kind: 'approval',
  message: 'Allow Create issue?',
  expiresAt: '2026-11-21T15:30:00.000Z',
  outcome: null,
  ...of,
});

const FORM_SCHEMA = {
  type: 'object',
  properties: {
    reporter: { type: 'string', title: 'Who reports it', format: 'email' },
    hours: { type: 'integer', title: 'Hours of work', minimum: 1, maximum: 40, description: 'A guess will do.' },
    urgent: { type: 'boolean', title: 'It is urgent' },
    priority: { type: 'string', title: 'Priority', enum: ['low', 'high'], enumNames: ['Low', 'High'] },
    tags: {
      type: 'array',
      title: 'Labels',
      items: { type: 'string', enum: ['house', 'garden', 'street'] },
      maxItems: 2,
    },
  },
  required: ['reporter', 'priority'],
};

export const aForm = (of: Partial<Question> = {}): Question =>
  anApproval({
    id: 'q2',
    kind: 'form',
    message: 'The project wants to know a little more before it takes the issue.',
    schema: JSON.stringify(FORM_SCHEMA),
    ...of,
  });

export const RECORDS = [
  { key: 'GAR-12', title: 'The gate squeaks', state: 'open', votes: 4 },
  { key: 'GAR-9', title: 'Lamp over the shed is dark', state: 'open', votes: 2 },
  { key: 'GAR-3', title: 'Leaves in the gutter', state: 'closed', votes: 7 },
];
