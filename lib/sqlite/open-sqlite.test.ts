import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DatabaseError, isUniqueViolation, type Migrations, openSqlite } from "./open-sqlite";

interface Schema {
  item: { id: number; name: string; data: ArrayBuffer | Uint8Array | null };
}

const migrations: Migrations = {
  "001-item": {
    up: async (database) => {
      await sql`create table item (id integer primary key, name text not null unique, data blob) strict`.execute(
        database,
      );
    },
  },
};

let folder: string;
let file: string;
let database: Kysely<Schema>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sqlite-"));
  file = join(folder, "data", "test.db");
  database = await openSqlite<Schema>(file, migrations);
});

afterEach(async () => {
  await database.destroy();
  rmSync(folder, { recursive: true, force: true });
});

async function pragma(name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database);
  return Object.values(rows[0] ?? {})[0];
}

async function insert(id: number, name = `n${id}`): Promise<void> {
  await database.insertInto("item").values({ id, name, data: null }).execute();
}

async function names(): Promise<string[]> {
  return (await database.selectFrom("item").select("name").orderBy("id").execute()).map((row) => row.name);
}

describe("openSqlite", () => {
  it("writes ahead, syncs every commit, checks foreign keys and waits for other processes", async () => {
    expect(await pragma("journal_mode")).toBe("wal");
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
    expect(await pragma("busy_timeout")).toBe(5_000);
  });

  it("refuses a file that was emptied, and leaves it; one that is being created is no such file", async () => {
    const emptied = join(folder, "emptied.db");
    writeFileSync(emptied, "");
    const minuteAgo = new Date(Date.now() - 60_000);
    utimesSync(emptied, minuteAgo, minuteAgo);
    await expect(openSqlite(emptied, migrations)).rejects.toThrow(/emptied\.db: the file is empty/);
    expect(statSync(emptied).size).toBe(0);
    const created = join(folder, "created.db");
    writeFileSync(created, "");
    await (await openSqlite(created, migrations)).destroy();
  });

  it("makes the file readable only by its owner", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
  });

  it("opens an existing file without applying a migration twice", async () => {
    await insert(1);
    await database.destroy();
    database = await openSqlite<Schema>(file, migrations);
    expect(await names()).toEqual(["n1"]);
  });

  it("leaves nothing of a migration that fails half-way, and names the file", async () => {
    const failing: Migrations = {
      ...migrations,
      "002-broken": {
        up: async (db) => {
          await sql`create table half (id integer)`.execute(db);
          throw new Error("broken on purpose");
        },
      },
    };
    await expect(openSqlite(file, failing)).rejects.toThrow(/Could not use the database .*test\.db: broken on purpose/);
    const { rows } = await sql`select name from sqlite_master where name = 'half'`.execute(database);
    expect(rows).toEqual([]);
  });

  it("refuses a file that is not a database", async () => {
    const other = join(folder, "other.db");
    writeFileSync(other, "this is not a database at all".repeat(100));
    await expect(openSqlite(other, migrations)).rejects.toBeInstanceOf(DatabaseError);
    expect(readFileSync(other, "utf8")).toContain("this is not a database");
  });

  it("returns rows with only column names as keys, and bytes unchanged", async () => {
    await database
      .insertInto("item")
      .values({ id: 1, name: "é", data: new Uint8Array([0, 255, 1]) })
      .execute();
    const row = await database.selectFrom("item").selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(row)).toEqual(["id", "name", "data"]);
    expect(row.name).toBe("é");
    expect([...new Uint8Array(row.data ?? new ArrayBuffer(0))]).toEqual([0, 255, 1]);
  });

  it("counts changed rows", async () => {
    await insert(1);
    await insert(2);
    const result = await database.deleteFrom("item").where("id", ">", 0).executeTakeFirst();
    expect(result.numDeletedRows).toBe(2n);
  });

  it("distinguishes a duplicate value from other failures", async () => {
    await insert(1, "same");
    await expect(insert(2, "same")).rejects.toSatisfy(isUniqueViolation);
    await expect(insert(1, "other")).rejects.toSatisfy(isUniqueViolation);
    await expect(sql`select * from missing`.execute(database)).rejects.not.toSatisfy(isUniqueViolation);
  });
});

describe("transactions", () => {
  it("run one after the other when many begin at once, and none is lost", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, id) =>
        database.transaction().execute(async (transaction) => {
          const { count } = await transaction
            .selectFrom("item")
            .select((eb) => eb.fn.countAll<number>().as("count"))
            .executeTakeFirstOrThrow();
          await new Promise((resolve) => setImmediate(resolve));
          await transaction
            .insertInto("item")
            .values({ id, name: `seen-${count}`, data: null })
            .execute();
        }),
      ),
    );
    expect(new Set(await names()).size).toBe(40);
  });

  it("hide their changes from other statements until they commit", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const transaction = database.transaction().execute(async (trx) => {
      await trx.insertInto("item").values({ id: 1, name: "in", data: null }).execute();
      await held;
      throw new Error("undo");
    });
    const outside = names();
    release();
    await expect(transaction).rejects.toThrow("undo");
    expect(await outside).toEqual([]);
  });

  it("are rolled back completely when one statement fails, and the next one works", async () => {
    await insert(1);
    const failing = database.transaction().execute(async (trx) => {
      await trx.insertInto("item").values({ id: 2, name: "two", data: null }).execute();
      await trx.insertInto("item").values({ id: 1, name: "again", data: null }).execute();
    });
    await expect(failing).rejects.toThrow();
    await insert(3);
    expect(await names()).toEqual(["n1", "n3"]);
  });

  it("keep connection settings after a failure", async () => {
    await database
      .transaction()
      .execute(async () => {
        throw new Error("undo");
      })
      .catch(() => {});
    expect(await pragma("synchronous")).toBe(2);
    expect(await pragma("foreign_keys")).toBe(1);
  });

  it("wait for another process that writes the same file", async () => {
    const script = `
      const { createClient } = require("@libsql/client/sqlite3");
      (async () => {
        const client = createClient({ url: ${JSON.stringify(`file:${file}`)}, timeout: 5000 });
        const held = await client.transaction("write");
        await held.execute("insert into item (id, name) values (100, 'other process')");
        process.stdout.write("holding");
        setTimeout(() => held.commit(), 200);
      })();`;
    const child = promisify(execFile)(process.execPath, ["-e", script]);
    await new Promise<void>((resolve) => child.child.stdout?.once("data", () => resolve()));
    await insert(1);
    await child;
    expect(await names()).toEqual(["n1", "other process"]);
  });
});
