import { expect, it } from "vitest";
import { configuredPool } from "./configured-pool";

/** A pool with one connection, whose first statements fail. */
class FlakyPool {
  failures: number;
  statements: unknown[] = [];
  broken: (boolean | undefined)[] = [];

  constructor(failures: number) {
    this.failures = failures;
  }

  readonly client = {
    query: async (...statement: unknown[]) => {
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Error("connection ended");
      }
      this.statements.push(statement);
      return { command: "SELECT" as const, rowCount: 0, rows: [] };
    },
    release: (isBroken?: boolean) => void this.broken.push(isBroken),
  };

  connect = async () => this.client as never;
  end = async () => undefined;
}

it("sets a connection up once", async () => {
  const pool = new FlakyPool(0);
  const configured = configuredPool(pool, { search_path: '"s"' });
  await configured.connect();
  await configured.connect();
  expect(pool.statements[0]).toEqual(["select set_config($1, $2, false)", ["search_path", '"s"']]);
  expect(pool.statements).toHaveLength(2);
});

it("gives back a connection that ended while it was set up, and continues with another", async () => {
  const pool = new FlakyPool(1);
  const configured = configuredPool(pool, { search_path: '"s"' });
  await expect(configured.connect()).rejects.toThrow("connection ended");
  expect(pool.broken).toEqual([true]);
  await configured.connect();
  expect(pool.broken).toEqual([true]);
});
