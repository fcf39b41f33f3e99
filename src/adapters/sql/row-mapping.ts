/** A column whose stored value differs from the field's. Null is stored as null. */
interface Conversion<V> {
  readonly column: string;
  readonly parse: (stored: string) => V;
  readonly format?: (value: unknown) => unknown;
}

type Unconverted = string | number | null;

/** Where each field of a record is stored: a conversion, or the column's name for what a driver returns as it is. */
type Columns<T> = { readonly [K in keyof T]-?: Conversion<T[K]> | (T[K] extends Unconverted ? string : never) };

interface Column {
  readonly field: string;
  readonly column: string;
  readonly parse?: (stored: unknown) => unknown;
  readonly format?: (value: unknown) => unknown;
}

/** Both engines return booleans as 0 and 1. */
export const boolean = (column: string): Conversion<boolean> => ({ column, parse: Boolean });

/** JSON text; `parse` validates it. */
export const json = <V>(column: string, parse: (stored: string) => V): Conversion<V> => ({
  column,
  parse,
  format: (value) => JSON.stringify(value),
});

const convert = (value: unknown, conversion: ((value: unknown) => unknown) | undefined): unknown =>
  conversion && value !== null ? conversion(value) : value;

const listColumns = (columns: object): readonly Column[] =>
  Object.entries(columns).map(([field, stored]) =>
    typeof stored === 'string' ? { field, column: stored } : { field, ...stored },
  );

/** The compiler cannot check here that the columns give each field of T; `Columns` does. */
function toRecord<T>(columns: readonly Column[], row: object): T;
function toRecord(columns: readonly Column[], row: object): unknown {
  const record: Record<string, unknown> = {};
  for (const { field, column, parse } of columns) record[field] = convert(Reflect.get(row, column), parse);
  return record;
}

const toColumns = (columns: readonly Column[], record: object): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (const { field, column, format } of columns) row[column] = convert(Reflect.get(record, field), format);
  return row;
};

/** Maps records of the domain to rows and back; each field and its column are listed once. */
export const rowMapping = <T extends object>(byField: Columns<T>) => {
  const columns = listColumns(byField);
  return {
    fromRow: (row: object): T => toRecord<T>(columns, row),
    toRow: (record: T): Record<string, unknown> => toColumns(columns, record),
    /** For SELECT, as columns of `table`. */
    columnsOf: (table: string): string[] => columns.map(({ column }) => `${table}.${column}`),
  };
};
