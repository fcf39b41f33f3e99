import { z } from 'zod';

import { emptyObject, text, time } from './common.ts';
import { route, type RoutePath } from './route.ts';

/*
 * What the calls of all configurations share. Every save may carry the `version` that its form was filled from: when
 * another admin was quicker, it is refused with 409 and `conflict` tells their change. Without it the save goes over
 * what is there.
 */

/** Why; the calls that the specification gives a reason refuse to go without. */
export const reason = text(500).trim().optional();
export const version = z.number().int().min(0).optional();

/** Where a value comes from, by its path in the document, such as `subscriptions.free.models.primary`; a model by its id. */
export const origins = z.record(z.string(), z.enum(['default', 'environment', 'admin']));

/** Version 0 is what stood before any change. `updatedBy` is the admin's name. */
export const configMetadata = {
  lastUpdated: time.nullable(),
  updatedBy: z.string().nullable(),
  version: z.number().int(),
  reason: z.string().nullable(),
};

/** An admin reads a configuration. */
export const getConfigRoute = <P extends RoutePath, R extends z.ZodType>(path: P, summary: string, reply: R) =>
  route({
    method: 'get',
    path,
    summary,
    access: 'admin',
    params: emptyObject,
    query: emptyObject,
    body: emptyObject,
    reply,
  });

/** An admin saves a configuration; which method saves it is the specification's choice. */
export const saveConfigRoute = <
  M extends 'post' | 'put',
  P extends RoutePath,
  B extends z.ZodType,
  R extends z.ZodType,
>(
  [method, path]: readonly [M, P],
  docs: { readonly summary: string; readonly refusal?: string },
  { body, reply }: { readonly body: B; readonly reply: R },
) => route({ method, path, ...docs, access: 'admin', params: emptyObject, query: emptyObject, body, reply });
