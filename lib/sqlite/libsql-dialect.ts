import type { Client, InValue, ResultSet, Transaction } from "@libsql/client/sqlite3";
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
} from "kysely";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import { Mutex } from "./mutex";

/**
 * Set again whenever the connection is acquired: the client may have replaced it, and these two settings belong to a
 * connection, not to the file. Takes some microseconds.
 */
const CONNECTION_PRAGMAS = "pragma synchronous = full; pragma foreign_keys = on;";

/** SQLite can change tables inside a transaction, so a migration that fails half-way leaves nothing behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function queryResult<Row>(result: ResultSet): QueryResult<Row> {
  return {
    // The client's rows also have column numbers as keys; a copy has only the names.
    rows: result.rows.map((row) => ({ ...row }) as Row),
    numAffectedRows: BigInt(result.rowsAffected),
    ...(result.lastInsertRowid === undefined ? {} : { insertId: result.lastInsertRowid }),
  };
}

class LibsqlConnection implements DatabaseConnection {
  #transaction: Transaction | null = null;

  constructor(readonly client: Client) {}

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // Kysely compiles only what the driver can bind.
    const args = parameters as InValue[];
    return queryResult<Row>(await (this.#transaction ?? this.client).execute({ sql, args }));
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, the client has no cursor
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("This database has no cursor; read a page instead.");
  }

  /** Takes the write lock at once, so that a transaction never fails half-way because another process wrote. */
  async begin(): Promise<void> {
    this.#transaction = await this.client.transaction("write");
  }

  async commit(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = null;
    await transaction?.commit();
  }

  async rollback(): Promise<void> {
    const transaction = this.#transaction;
    this.#transaction = null;
    await transaction?.rollback();
  }
}

/** One connection behind a mutex: the client allows one transaction at a time and would reject others with an error. */
class LibsqlDriver implements Driver {
  readonly #mutex = new Mutex();
  readonly #connection: LibsqlConnection;

  constructor(private readonly client: Client) {
    this.#connection = new LibsqlConnection(client);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LibsqlConnection> {
    await this.#mutex.lock();
    try {
      await this.client.executeMultiple(CONNECTION_PRAGMAS);
    } catch (error) {
      this.#mutex.unlock();
      throw error;
    }
    return this.#connection;
  }

  async beginTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: LibsqlConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.unlock();
  }

  async destroy(): Promise<void> {
    this.client.close();
  }
}

/** Kysely over one libsql client, which must be created with `concurrency: 1`. */
export class LibsqlDialect implements Dialect {
  constructor(private readonly client: Client) {}

  createDriver(): Driver {
    return new LibsqlDriver(this.client);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database);
  }
}
