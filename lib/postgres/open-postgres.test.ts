import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { DatabaseError, isUniqueViolation, type Migrations } from "@/lib/sqlite/open-sqlite";
import { openPostgres } from "./open-postgres";

interface Schema {
  item: { id: number; name: string; data: Uint8Array | null };
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

const SCHEMA = "of_tests";

describeOnPostgres("openPostgres", () => {
  let place: TestDatabase;
  const opened: Kysely<Schema>[] = [];

  const open = async (more: Migrations = {}): Promise<Kysely<Schema>> => {
    const database = await openPostgres<Schema>(place.url, SCHEMA, { ...migrations, ...more });
    opened.push(database);
    return database;
  };

  beforeEach(async () => {
    place = await createTestDatabase();
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.destroy()));
    await place.drop();
  });

  const insert = (database: Kysely<Schema>, id: number, name = `n${id}`) =>
    database.insertInto("item").values({ id, name, data: null }).execute();

  const names = async (database: Kysely<Schema>) =>
    (await database.selectFrom("item").select("name").orderBy("id").execute()).map((row) => row.name);

  it("returns numbers, bytes, counts and comparisons as SQLite does", async () => {
    const database = await open();
    await database
      .insertInto("item")
      .values({ id: 2 ** 40, name: "é", data: new Uint8Array([0, 255, 1]) })
      .execute();
    const row = await database
      .selectFrom("item")
      .select(({ fn }) => ["id", "name", "data", fn.sum("id").over().as("sum"), fn.countAll().over().as("count")])
      .select((eb) => eb("data", "is", null).as("isEmpty"))
      .executeTakeFirstOrThrow();
    expect({ ...row, data: [...(row.data ?? [])] }).toEqual({
      id: 2 ** 40,
      name: "é",
      data: [0, 255, 1],
      sum: 2 ** 40,
      count: 1,
      isEmpty: 0,
    });
    expect((await database.deleteFrom("item").executeTakeFirst()).numDeletedRows).toBe(1n);
  });

  it("refuses to round a number that is too large", async () => {
    const database = await open();
    await sql`insert into item (id, name) values (9007199254740993, 'large')`.execute(database);
    await expect(database.selectFrom("item").select("id").execute()).rejects.toThrow("too large to be read exactly");
  });

  it("orders text by its bytes in any locale of the server", async () => {
    const database = await open();
    for (const [id, name] of [..."aBbA_-é"].entries()) await insert(database, id, name);
    const rows = await database.selectFrom("item").select("name").orderBy("name").execute();
    expect(rows.map(({ name }) => name)).toEqual(["-", "A", "B", "_", "a", "b", "é"]);
  });

  it("stores a text with a zero byte, which PostgreSQL cannot, with a replacement character", async () => {
    const database = await open();
    await insert(database, 1, "a\0b");
    expect(await names(database)).toEqual(["a\ufffdb"]);
    expect(await database.selectFrom("item").select("id").where("name", "=", "\0").execute()).toEqual([]);
  });

  it("distinguishes a duplicate value from other failures", async () => {
    const database = await open();
    await insert(database, 1, "same");
    await expect(insert(database, 2, "same")).rejects.toSatisfy(isUniqueViolation);
    await expect(sql`select * from missing`.execute(database)).rejects.not.toSatisfy(isUniqueViolation);
  });

  it("runs transactions of several processes one after the other, so that none reads an outdated row", async () => {
    const databases = [await open(), await open(), await open()];
    await Promise.all(
      Array.from({ length: 30 }, (_, id) =>
        databases[id % 3]?.transaction().execute(async (transaction) => {
          const { count } = await transaction
            .selectFrom("item")
            .select((eb) => eb.fn.countAll<number>().as("count"))
            .executeTakeFirstOrThrow();
          await insert(transaction, id, `seen-${count}`);
        }),
      ),
    );
    expect(new Set(await names(await open())).size).toBe(30);
  });

  it("rolls a failed transaction back completely, and the next one works", async () => {
    const database = await open();
    await insert(database, 1);
    const failing = database.transaction().execute(async (transaction) => {
      await insert(transaction, 2);
      await insert(transaction, 1, "again");
    });
    await expect(failing).rejects.toSatisfy(isUniqueViolation);
    await database.transaction().execute((transaction) => insert(transaction, 3));
    expect(await names(database)).toEqual(["n1", "n3"]);
  });

  it("commits to disk although the server's default does not", async () => {
    await (await open()).destroy();
    opened.length = 0;
    const database = await open();
    const name = new URL(place.url).pathname.slice(1);
    await sql.raw(`alter database ${name} set synchronous_commit = off`).execute(database);
    const later = await open();
    const { rows } = await sql`select current_setting('synchronous_commit') as setting`.execute(later);
    expect(rows).toEqual([{ setting: "on" }]);
  });

  it("applies each migration once when many open an empty database at the same time", { tags: ["all"] }, async () => {
    const applied: number[] = [];
    const counting: Migrations = { "002-counted": { up: async () => void applied.push(1) } };
    await Promise.all(Array.from({ length: 6 }, () => open(counting)));
    expect(applied).toHaveLength(1);
  });

  it("applies each migration once when several processes open an empty database at the same time", async () => {
    const program = `
      import { sql } from "kysely";
      import { openPostgres } from "./lib/postgres/open-postgres.ts";
      const up = async (database) => {
        await sql.raw("create table item (id integer primary key, name text not null unique, data blob) strict").execute(database);
        await sql.raw("insert into item (name) values ('applied')").execute(database);
      };
      openPostgres(process.argv[1], "${SCHEMA}", { "001-item": { up } }).then((database) => database.destroy());`;
    const run = promisify(execFile);
    const processes = Array.from({ length: 2 }, () =>
      run(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program, place.url]),
    );
    await Promise.all(processes);
    expect(await names(await open())).toEqual(["applied"]);
  });

  it("leaves nothing of a migration that fails half-way", async () => {
    const failing: Migrations = {
      "002-broken": {
        up: async (database) => {
          await sql`create table half (id integer)`.execute(database);
          throw new Error("broken on purpose");
        },
      },
    };
    await expect(open(failing)).rejects.toThrow(
      /^Could not use the PostgreSQL database test_\w+ on 127.0.0.1:\d+: broken/,
    );
    const { rows } = await sql`select to_regclass('half') as found`.execute(await open());
    expect(rows).toEqual([{ found: null }]);
  });

  it("continues on new connections after the server ended the old ones", async () => {
    const [database, other] = [await open(), await open()];
    await insert(database, 1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'heddle' and datname = current_database() and pid <> pg_backend_pid()`.execute(other);
    await expect.poll(() => names(database).catch(() => [])).toEqual(["n1"]);
  });

  it("refuses a database of another encoding than UTF8, which could not store every text", async () => {
    const name = `${new URL(place.url).pathname.slice(1)}_latin`;
    const database = await open();
    await sql.raw(`create database ${name} encoding 'latin1' template template0`).execute(database);
    const url = new URL(place.url);
    url.pathname = `/${name}`;
    await expect(openPostgres(url.href, SCHEMA, migrations)).rejects.toThrow("its encoding is LATIN1, not UTF8");
    await sql.raw(`drop database ${name} with (force)`).execute(database);
  });

  it("names the database that it cannot open, without the password", async () => {
    for (const change of [
      (url: URL) => {
        url.pathname = "/missing";
      },
      (url: URL) => {
        url.port = "1";
      },
    ]) {
      const url = new URL(place.url);
      change(url);
      url.password = "canary-%2F-password";
      const failure = await openPostgres(url.href, SCHEMA, migrations).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DatabaseError);
      expect(String(failure)).toContain("Could not use the PostgreSQL database");
      expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/canary/);
    }
  });
});
