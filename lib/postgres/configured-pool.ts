import type { PostgresPool } from "kysely";

/** A connection of `pg`, as far as it is used here. */
interface PooledClient {
  query(statement: string, values?: readonly unknown[]): Promise<unknown>;
  release(isBroken?: boolean): void;
}

interface ClientPool<Client> {
  connect(): Promise<Client>;
  end(): Promise<void>;
}

/** Ensures that a commit is on disk when its promise resolves, even if the server's default is different. */
const DURABLE_COMMITS =
  "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'";

/**
 * Sets a connection up before its first use. A connection that ends meanwhile is returned to the pool as broken:
 * otherwise it would count towards the pool's limit forever.
 *
 * @param settings names and values of PostgreSQL's settings
 */
export function configuredPool<Client extends PooledClient & Awaited<ReturnType<PostgresPool["connect"]>>>(
  pool: ClientPool<Client>,
  settings: Readonly<Record<string, string>>,
): PostgresPool {
  const configured = new WeakSet<Client>();
  const configure = async (client: Client): Promise<void> => {
    for (const [name, value] of Object.entries(settings)) {
      await client.query("select set_config($1, $2, false)", [name, value]);
    }
    await client.query(DURABLE_COMMITS);
    configured.add(client);
  };
  return {
    connect: async () => {
      const client = await pool.connect();
      try {
        if (!configured.has(client)) await configure(client);
        return client;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    end: () => pool.end(),
  };
}
