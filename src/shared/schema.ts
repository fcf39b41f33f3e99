/** A type guard, and the same shape as JSON Schema for the API docs. */
export interface Schema<T> {
  readonly is: (value: unknown) => value is T;
  readonly json: Readonly<Record<string, unknown>>;
}

export type Infer<S> = S extends Schema<infer T> ? T : never;

type Fields = Readonly<Record<string, Schema<unknown>>>;
type Simplify<T> = { [K in keyof T]: T[K] };
type ObjectOf<R extends Fields, O extends Fields> = Simplify<
  { readonly [K in keyof R]: Infer<R[K]> } & { readonly [K in keyof O]?: Infer<O[K]> }
>;

const schema = <T>(is: Schema<T>['is'], json: Schema<T>['json']): Schema<T> => ({ is, json });

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const string = schema((value): value is string => typeof value === 'string', { type: 'string' });
export const number = schema((value): value is number => typeof value === 'number', { type: 'number' });
export const boolean = schema((value): value is boolean => typeof value === 'boolean', { type: 'boolean' });

export const oneOf = <const V extends string>(values: readonly V[]): Schema<V> =>
  schema((value): value is V => values.some((each) => each === value), { enum: values });

export const nullable = <T>({ is, json }: Schema<T>): Schema<T | null> =>
  schema((value): value is T | null => value === null || is(value), { anyOf: [json, { type: 'null' }] });

export const array = <T>({ is, json }: Schema<T>): Schema<readonly T[]> =>
  schema((value): value is readonly T[] => Array.isArray(value) && value.every(is), { type: 'array', items: json });

const mapValues = <T>(fields: Fields, map: (field: Schema<unknown>) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));

/** Unknown fields are allowed: a newer version may have written them. */
export const object = <R extends Fields, O extends Fields = Record<never, never>>(
  required: R,
  optional?: O,
): Schema<ObjectOf<R, O>> =>
  schema(
    (value): value is ObjectOf<R, O> =>
      isRecord(value) &&
      Object.entries(required).every(([name, { is }]) => is(value[name])) &&
      Object.entries(optional ?? {}).every(([name, { is }]) => value[name] === undefined || is(value[name])),
    {
      type: 'object',
      properties: mapValues({ ...required, ...optional }, ({ json }) => json),
      required: Object.keys(required),
    },
  );
