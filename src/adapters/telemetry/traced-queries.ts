import { type Span, SpanKind, SpanStatusCode, trace, type Tracer } from '@opentelemetry/api';
import { z } from 'zod';

import type { Telemetry } from './telemetry.ts';

/** What Knex tells about a query; its values are not looked at. */
const knownQuery = z.object({ __knexQueryUid: z.string(), sql: z.string() });
const TABLE = /\b(?:from|into|update)\s+[`"]?(\w+)/i;
/** Lost responses must not fill the memory. */
const MAX_OPEN = 10_000;

/** A span for each query within another span: verb and table, never values. Jobs without a span make none. */
export const queryTracer =
  (tracer: Tracer): Telemetry['queries'] =>
  (connection) => {
    const open = new Map<string, Span>();
    const end = (query: unknown, isFailed: boolean): void => {
      const uid = knownQuery.safeParse(query).data?.__knexQueryUid ?? '';
      const span = open.get(uid);
      if (!span) return;
      if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      open.delete(uid);
    };
    connection.on('query', (query: unknown) => {
      if (open.size >= MAX_OPEN || trace.getActiveSpan()?.isRecording() !== true) return;
      const { data } = knownQuery.safeParse(query);
      if (!data) return;
      const operation = /^\w+/.exec(data.sql.trim())?.[0].toUpperCase() ?? 'QUERY';
      const table = TABLE.exec(data.sql)?.[1];
      const attributes = {
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
      };
      const name = table === undefined ? operation : `${operation} ${table}`;
      open.set(data.__knexQueryUid, tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }));
    });
    connection.on('query-response', (_: unknown, query: unknown) => end(query, false));
    connection.on('query-error', (_: unknown, query: unknown) => end(query, true));
  };
