/** Nodes that are one database, each of which can be killed. */
export interface DatabaseCluster {
  readonly size: number;
  /** As a process is told it; each begins with another node. */
  url(database: string, first?: number): string;
  createDatabase(name: string): Promise<void>;
  kill(index: number): Promise<void>;
  /** Resolves when the node serves with the others. */
  restart(index: number): Promise<void>;
  /** Nodes that see all of them. */
  complete(): Promise<number>;
  stop(): Promise<void>;
}
