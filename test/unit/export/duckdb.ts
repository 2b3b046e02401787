/** DuckDB as a reader of exports: in memory, and without its extensions from elsewhere. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

export interface Database extends Disposable {
  /** Runs statements. @returns the rows of the last one, as JSON has them */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function openDuckDb(): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false', autoload_known_extensions: 'false', allow_community_extensions: 'false', threads: '1',
  });
  const connection: DuckDBConnection = await instance.connect();
  return {
    run: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
    [Symbol.dispose]: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
