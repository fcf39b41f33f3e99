import { z } from 'zod';

import { failure } from '../../../contract/common.ts';
import type { Access, Route } from '../../../contract/route.ts';
import { isRecord } from '../../../shared/schema.ts';
import { fieldsOf } from './schema-fields.ts';

const ACCESS: Record<Access, string> = {
  anyone: 'anyone',
  visitor: 'X-Session-ID header',
  user: 'bearer token or API key',
  session: 'bearer token of a signed-in browser',
  premium: 'API key, or bearer token of an account with API access',
  'user-or-visitor': 'bearer token or X-Session-ID header',
  auditor: 'bearer token of an admin or an auditor',
  admin: 'bearer token of an admin',
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

type Json = ReturnType<typeof schemaOf>;

const parametersOf = (route: Route) =>
  (['params', 'query'] as const).flatMap((where) => {
    const { properties = {}, required = [] } = schemaOf(route[where], 'input');
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: where === 'params' ? 'path' : 'query',
      required: where === 'params' || required.includes(name),
      schema,
    }));
  });

const securityOf = (access: Access) => {
  if (access === 'anyone') return [];
  if (access === 'visitor') return [{ session: [] }];
  return access === 'user-or-visitor' ? [{ bearer: [] }, { session: [] }] : [{ bearer: [] }];
};

const formOf = (texts: readonly string[]) => ({
  type: 'object',
  properties: {
    file: { type: 'string', format: 'binary' },
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])),
  },
  required: ['file'],
});

const bodyOf = (route: Route) =>
  route.multipart
    ? { 'multipart/form-data': { schema: formOf(route.multipart) } }
    : { 'application/json': { schema: schemaOf(route.body, 'input') } };

/** OpenAPI 3.1 has no schema for the events of a stream, hence the extension. */
const eventStreamOf = ({ events = {} }: Route) => ({
  'text/event-stream': {
    schema: { type: 'string' },
    'x-events': Object.fromEntries(Object.entries(events).map(([name, data]) => [name, schemaOf(data, 'output')])),
  },
});

const operationOf = (route: Route) => ({
  summary: route.summary,
  tags: [route.path.split('/')[2] ?? ''],
  parameters: parametersOf(route),
  ...(route.method === 'get' || route.method === 'delete' ? {} : { requestBody: { content: bodyOf(route) } }),
  responses: {
    [route.status ?? 200]: {
      description: route.streams ? 'An event stream, or JSON' : 'Done',
      content: {
        ...(route.streams ? eventStreamOf(route) : {}),
        'application/json': { schema: schemaOf(route.reply, 'output') },
      },
    },
    default: { description: 'Refused', content: { 'application/json': { schema: schemaOf(failure, 'output') } } },
  },
  security: securityOf(route.access),
});

const SCHEMAS = '#/components/schemas/';

/** A `$ref` counts from the root of the document: the `$defs` of a schema move there, under names of their own. */
const shareDefinitions = (paths: object) => {
  const schemas: Record<string, unknown> = {};
  const move = (_: string, value: unknown): unknown => {
    if (!isRecord(value) || !isRecord(value['$defs'])) return value;
    const prefix = `schema${Object.keys(schemas).length}`;
    const { $defs, ...schema }: Json = JSON.parse(
      JSON.stringify(value).replaceAll('"#/$defs/', `"${SCHEMAS}${prefix}`),
    );
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[`${prefix}${name}`] = definition;
    return schema;
  };
  const shared: unknown = JSON.parse(JSON.stringify(paths, move));
  return { paths: shared, schemas };
};

/** The OpenAPI 3.1 description, generated from the contract. */
export const buildOpenApi = (routes: readonly Route[], version: string) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method]: operationOf(route) };
  }
  const { paths: described, schemas } = shareDefinitions(paths);
  return {
    openapi: '3.1.0',
    info: { title: 'Parley', version },
    paths: described,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        session: { type: 'apiKey', in: 'header', name: 'X-Session-ID' },
      },
    },
  };
};

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const fieldList = (json: Json): string => {
  const fields = fieldsOf(json).flatMap(({ path, description }) =>
    description === undefined ? [] : [`<dt><code>${escapeHtml(path)}</code></dt><dd>${escapeHtml(description)}.</dd>`],
  );
  return fields.length === 0 ? '' : `<dl>${fields.join('')}</dl>`;
};

const shapeOf = (title: string, schema: z.ZodType, io: 'input' | 'output'): string => {
  const json = schemaOf(schema, io);
  return (
    `<details><summary>${title}</summary>${fieldList(json)}<pre>${escapeHtml(JSON.stringify(json, null, 2))}` +
    '</pre></details>'
  );
};

const eventShape = ([name, data]: [string, z.ZodType]): string =>
  shapeOf(name === '' ? 'Event without a name' : `Event <code>${escapeHtml(name)}</code>`, data, 'output');

const proofOf = ({ freshProof = false }: Route): string => {
  if (freshProof === false) return '';
  const within = 'within 10 minutes of a proof of identity';
  return freshProof === true ? `, ${within}` : `, for some of them ${within}`;
};

const sectionOf = (route: Route): string => {
  const requestBody =
    route.method === 'get' || route.method === 'delete' || route.multipart
      ? ''
      : shapeOf('Request body', route.body, 'input');
  const query = parametersOf(route).length === 0 ? '' : shapeOf('Query', route.query, 'input');
  const events = Object.entries(route.events ?? {}).map(eventShape);
  const answer = route.streams ? '; answers with an event stream' : '';
  const access = `For ${ACCESS[route.access]}${proofOf(route)}${answer}.`;
  return `<article><h2><b>${route.method.toUpperCase()}</b> <code>${escapeHtml(route.path)}</code></h2>
<p>${escapeHtml(route.summary)}.</p><p class="quiet">${access}</p>
${query}${requestBody}${shapeOf('Answer', route.reply, 'output')}${events.join('')}</article>`;
};

/** The description as a page, without script. */
export const renderApiDocs = (routes: readonly Route[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley API</title><link rel="stylesheet" href="/api/docs/page.css"></head>
<body><h1>Parley API</h1><p>As data: <a href="/api/docs/openapi.json">openapi.json</a>. Clients ignore fields and events
that they do not know: later versions add some.</p>
${routes.map(sectionOf).join('\n')}</body></html>`;

export const apiDocsCss = `
:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{max-width:52rem;margin:3rem auto;padding:0 1rem}
article{border-top:1px solid #8884;padding:1rem 0}h2{font-size:1.05rem;font-weight:400;margin:0}p{margin:.25rem 0}
.quiet{opacity:.75;font-size:.9rem}pre{overflow:auto;font-size:.8rem;background:#8881;padding:.75rem;border-radius:8px}
summary{cursor:pointer;font-size:.9rem}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) 1fr;gap:.25rem 1rem;font-size:.85rem;margin:.5rem 0}
dt{overflow-wrap:anywhere}dd{margin:0}@media(max-width:40rem){dl{display:block}dd{margin:0 0 .5rem}}`;
