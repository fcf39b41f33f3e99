import { type ReceivedRequest, type ServiceResponse, startWebService, type WebService } from './web-service.ts';

interface Match {
  readonly key: string;
  readonly match: { readonly value?: string; readonly any?: readonly string[] };
}

interface Filter {
  readonly must?: readonly Match[];
}

interface Point {
  readonly id: string;
  readonly vector: readonly number[];
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Collection {
  readonly size: number;
  readonly points: Map<string, Point>;
  readonly indexed: Set<string>;
}

export interface QdrantServer extends WebService {
  readonly collections: Map<string, Collection>;
  /** How many of the next calls are answered with this status. */
  readonly trouble: { status: number; times: number };
  /** A server that forgets to filter: what a client must not trust. */
  filters: boolean;
  /** Calls that asked without a filter by owner and files. */
  readonly unfiltered: string[];
}

const ok = (result: unknown): ServiceResponse => ({ json: { result, status: 'ok', time: 0.001 } });
const refused = (status: number, error: string): ServiceResponse => ({ status, json: { status: { error }, time: 0 } });

const matchesFilter = ({ must = [] }: Filter, { payload }: Point): boolean =>
  must.every(({ key, match }) => (match.any ? match.any.includes(String(payload[key])) : payload[key] === match.value));

const hasFullScope = (filter: Filter | undefined): boolean =>
  ['owner_id', 'file_id'].every((key) =>
    filter?.must?.some((one) => one.key === key && (one.match.value !== undefined || (one.match.any?.length ?? 0) > 0)),
  );

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, part, at) => sum + part * (y[at] ?? 0), 0);
  const lengths = Math.sqrt(dot(a, a) * dot(b, b));
  return lengths === 0 ? 0 : dot(a, b) / lengths;
};

/** Speaks as much of Qdrant's REST as a product needs, and writes down who asked without a filter. */
export const startQdrant = async (key: string): Promise<QdrantServer> => {
  const collections = new Map<string, Collection>();
  const trouble = { status: 0, times: 0 };
  const unfiltered: string[] = [];

  const write = ({ size, points: stored }: Collection, points: readonly Point[]): ServiceResponse => {
    if (points.some(({ vector }) => vector.length !== size)) return refused(400, 'Wrong input: Vector dimension error');
    if (points.some(({ id }) => !/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)))
      return refused(400, 'value is not a valid point ID');
    for (const point of points) stored.set(point.id, point);
    return ok({ operation_id: 1, status: 'completed' });
  };

  const index = ({ indexed }: Collection, field: string): ServiceResponse => {
    indexed.add(field);
    return ok({ operation_id: 0, status: 'completed' });
  };

  const among = (collection: Collection, filter: Filter = {}): Point[] =>
    [...collection.points.values()].filter((point) => !server.filters || matchesFilter(filter, point));

  const query = (collection: Collection, body: Record<string, unknown>) => {
    const scored = among(collection, body['filter'] as Filter).map(({ id, vector, payload }) => ({
      id,
      version: 0,
      score: cosine(vector, body['query'] as number[]),
      payload,
    }));
    return { points: scored.sort((a, b) => b.score - a.score).slice(0, Number(body['limit'])) };
  };

  const remove = (collection: Collection, body: Record<string, unknown>): ServiceResponse => {
    for (const { id } of among(collection, body['filter'] as Filter)) collection.points.delete(id);
    return ok({ operation_id: 2, status: 'completed' });
  };

  const inCollection = (
    collection: Collection,
    call: ReceivedRequest,
    action: string,
    body: Record<string, unknown>,
  ): ServiceResponse => {
    if (call.method === 'PUT' && action === 'index') return index(collection, String(body['field_name']));
    if (call.method === 'PUT' && action === 'points') return write(collection, body['points'] as Point[]);
    const searches = (body['searches'] as Record<string, unknown>[] | undefined) ?? [body];
    if (!searches.every(({ filter }) => hasFullScope(filter as Filter | undefined))) unfiltered.push(call.path);
    if (action === 'points/query/batch') return ok(searches.map((search) => query(collection, search)));
    return action === 'points/delete' ? remove(collection, body) : refused(404, 'no such call');
  };

  const create = (name: string, body: Record<string, unknown>): ServiceResponse => {
    if (collections.has(name)) return refused(409, `Collection \`${name}\` already exists!`);
    collections.set(name, { size: (body['vectors'] as { size: number }).size, points: new Map(), indexed: new Set() });
    return ok(true);
  };

  const answered = (call: ReceivedRequest): ServiceResponse => {
    const [, area, encoded = '', ...rest] = (call.path.split('?')[0] ?? '').split('/');
    const name = decodeURIComponent(encoded);
    const action = rest.join('/');
    if (area !== 'collections') return refused(404, 'no such call');
    if (name === '')
      return ok({ collections: [...collections.keys()].map((collectionName) => ({ name: collectionName })) });
    if (action === 'exists') return ok({ exists: collections.has(name) });
    const body = call.body === '' ? {} : (JSON.parse(call.body) as Record<string, unknown>);
    if (call.method === 'PUT' && action === '') return create(name, body);
    const collection = collections.get(name);
    return collection
      ? inCollection(collection, call, action, body)
      : refused(404, `Not found: Collection \`${name}\` doesn't exist!`);
  };

  const answer = (call: ReceivedRequest): ServiceResponse => {
    if (call.headers['api-key'] !== key) return refused(401, 'Must provide an API key');
    if (trouble.times === 0) return answered(call);
    trouble.times -= 1;
    return refused(trouble.status, 'trouble');
  };

  const service = await startWebService(answer);
  const server: QdrantServer = Object.assign(service, { collections, trouble, unfiltered, filters: true });
  return server;
};
