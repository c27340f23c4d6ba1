import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
  type TransactionSettings,
} from "kysely";
import { translateTable } from "./translate-table";

/** First key of the lock that a transaction holds; the second is that of its schema. */
export const WRITER_LOCK = 0x4865;

/**
 * Runs the transactions of a schema one after the other, across all processes, as SQLite does: what a transaction has
 * read is still true when it writes. Each of its statements sees everything that was committed before it began.
 */
class OneWriterDriver extends PostgresDriver {
  constructor(
    config: PostgresDialectConfig,
    private readonly schema: string,
  ) {
    super(config);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    try {
      const lock = "select pg_advisory_xact_lock($1, hashtext($2))";
      await connection.executeQuery(CompiledQuery.raw(lock, [WRITER_LOCK, this.schema]));
    } catch (error) {
      await super.rollbackTransaction(connection);
      throw error;
    }
  }
}

/**
 * Replaces zero bytes in texts. PostgreSQL rejects them, but any client can send one: a search for it must return no
 * rows.
 */
function storable(parameter: unknown): unknown {
  return typeof parameter === "string" ? parameter.replaceAll("\0", "\ufffd") : parameter;
}

class StorableTextCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId);
    return { ...query, parameters: query.parameters.map(storable) };
  }
}

class MigrationCompiler extends StorableTextCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId);
    return { ...query, sql: translateTable(query.sql) };
  }
}

/** Kysely over a pool of connections to one schema. */
export class OneWriterPostgresDialect implements Dialect {
  constructor(
    private readonly config: PostgresDialectConfig,
    private readonly schema: string,
  ) {}

  createDriver(): Driver {
    return new OneWriterDriver(this.config, this.schema);
  }

  createQueryCompiler(): QueryCompiler {
    return new StorableTextCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(database);
  }
}

/** The same for migrations, whose tables are written for SQLite. */
export class PostgresMigrationDialect extends OneWriterPostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new MigrationCompiler();
  }
}
