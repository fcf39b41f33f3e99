/** What other products write when their conversations are taken along, cut down to what matters. */

/** ChatGPT: an edited question (two branches), a hidden instruction, a tool, a picture. */
export const CHATGPT = [
  {
    title: 'Pancakes',
    create_time: 1_700_000_000.5,
    update_time: 1_700_000_100,
    conversation_id: 'c-1',
    id: 'c-1',
    current_node: 'n6',
    mapping: {
      root: { id: 'root', message: null, parent: null, children: ['n0'] },
      n0: {
        id: 'n0',
        parent: 'root',
        children: ['n1', 'n3'],
        message: {
          id: 'n0',
          author: { role: 'system' },
          create_time: null,
          content: { content_type: 'text', parts: [''] },
          metadata: { is_visually_hidden_from_conversation: true },
        },
      },
      n1: {
        id: 'n1',
        parent: 'n0',
        children: ['n2'],
        message: {
          id: 'n1',
          author: { role: 'user' },
          create_time: 1_700_000_001,
          content: { content_type: 'text', parts: ['How do I bake?'] },
          metadata: {},
        },
      },
      n2: {
        id: 'n2',
        parent: 'n1',
        children: [],
        message: {
          id: 'n2',
          author: { role: 'assistant' },
          create_time: 1_700_000_002,
          content: { content_type: 'text', parts: ['With flour.'] },
          metadata: { model_slug: 'gpt-4o' },
        },
      },
      n3: {
        id: 'n3',
        parent: 'n0',
        children: ['n4'],
        message: {
          id: 'n3',
          author: { role: 'user' },
          create_time: 1_700_000_003,
          content: {
            content_type: 'multimodal_text',
            parts: [{ content_type: 'image_asset_pointer' }, 'How do I bake this?'],
          },
          metadata: {},
        },
      },
      n4: {
        id: 'n4',
        parent: 'n3',
        children: ['n5'],
        message: {
          id: 'n4',
          author: { role: 'tool' },
          content: { content_type: 'text', parts: ['search results'] },
          metadata: {},
        },
      },
      n5: {
        id: 'n5',
        parent: 'n4',
        children: ['n6'],
        message: {
          id: 'n5',
          author: { role: 'assistant' },
          create_time: 1_700_000_005,
          content: { content_type: 'text', parts: ['With eggs.'] },
          metadata: { model_slug: 'gpt-4o' },
        },
      },
      n6: { id: 'n6', parent: 'n5', children: [], message: null },
    },
  },
  {
    title: 'Empty',
    conversation_id: 'c-2',
    mapping: { root: { id: 'root', message: null, parent: null, children: [] } },
  },
  { title: 'Without id', mapping: {} },
];

/** Open WebUI: one with a history of nodes, one of the older kind with a plain list. */
export const OPEN_WEBUI = [
  {
    id: 'w-1',
    user_id: 'u',
    title: 'Bread',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_050,
    chat: {
      models: ['llama3'],
      history: {
        currentId: 'b',
        messages: {
          a: {
            id: 'a',
            parentId: null,
            childrenIds: ['b'],
            role: 'user',
            content: 'Which flour?',
            timestamp: 1_700_000_001,
          },
          b: {
            id: 'b',
            parentId: 'a',
            childrenIds: [],
            role: 'assistant',
            content: 'Rye.',
            model: 'llama3',
            timestamp: 1_700_000_002,
          },
        },
      },
    },
  },
  {
    id: 'w-2',
    chat: {
      title: 'Old one',
      messages: [
        { role: 'system', content: 'Be kind' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    },
  },
];

const NONE = '00000000-0000-0000-0000-000000000000';

/** LibreChat: flat with parents, and (second) nested in each other. */
export const LIBRECHAT = {
  conversationId: 'l-1',
  endpoint: 'openAI',
  title: 'Cake',
  exportAt: '2023-11-14T22:13:20.000Z',
  branches: true,
  recursive: false,
  options: {},
  messages: [
    {
      messageId: 'x',
      parentMessageId: NONE,
      conversationId: 'l-1',
      sender: 'User',
      isCreatedByUser: true,
      text: 'Which cake?',
      createdAt: '2023-11-14T22:13:21.000Z',
    },
    {
      messageId: 'y',
      parentMessageId: 'x',
      conversationId: 'l-1',
      sender: 'GPT-4',
      isCreatedByUser: false,
      text: '',
      content: [{ type: 'text', text: { value: 'A sponge.' } }],
      model: 'gpt-4',
      createdAt: '2023-11-14T22:13:22.000Z',
    },
    {
      messageId: 'z',
      parentMessageId: 'x',
      conversationId: 'l-1',
      sender: 'GPT-4',
      isCreatedByUser: false,
      text: 'A tart.',
      model: 'gpt-4',
      createdAt: '2023-11-14T22:13:23.000Z',
    },
  ],
};

export const LIBRECHAT_NESTED = {
  conversationId: 'l-2',
  title: 'Nested',
  recursive: true,
  messages: [
    {
      messageId: 'x',
      sender: 'User',
      isCreatedByUser: true,
      text: 'One',
      children: [{ messageId: 'y', sender: 'AI', isCreatedByUser: false, text: 'Two' }],
    },
  ],
};
