interface Statement {
  readonly columns: readonly string[];
  readonly sql: string;
}

/** The texts for more rows are long, and seldom the same. */
const MAX_REMEMBERED_ROWS = 8;

const insertSql = (table: string, columns: readonly string[], rows: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${Array(rows).fill(row).join(', ')}`;
};

/** Texts of INSERT, made once: a text that is not made anew is also found faster among the prepared statements. */
export class InsertStatements {
  /** By table and number of rows; a table is nearly always written with the same columns. */
  private readonly statements = new Map<string, Statement>();

  sqlFor(table: string, columns: readonly string[], rows: number): string {
    if (rows > MAX_REMEMBERED_ROWS) return insertSql(table, columns, rows);
    const key = `${table} ${rows}`;
    const known = this.statements.get(key);
    if (known && isSame(known.columns, columns)) return known.sql;
    const sql = insertSql(table, columns, rows);
    this.statements.set(key, { columns, sql });
    return sql;
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);
