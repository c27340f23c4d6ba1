import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDashboard } from "@/lib/api/server/dashboard/dashboard";
import { findTarget, readCredential } from "@/lib/api/server/upstream/service-target";
import { findLiveSession } from "@/lib/database/sessions";
import { listWorkspaces } from "@/lib/database/workspaces";
import { readEnvironment } from "@/lib/environment/environment";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { openService } from "@/service/service";
import { firstOnce, sized } from "@/test/setup/test-length";
import {
  columnsOf,
  comparable,
  createOlderFolder,
  type OlderFolder,
  type OlderVersion,
  storedNow,
} from "./older-folder";

const LOCAL_TOKEN = "token-of-this-start-0123456789012345678901234";
const log = pino({ level: "silent" });

const VERSIONS = firstOnce<readonly [string, OlderVersion]>(1, [
  ["the first release", { app: "001-first-tables", state: "003-retention", training: "001-training" }],
  ["a release of the week after", { app: "011-session-origin", state: "014-redaction", training: "003-lease" }],
]);

const STARTS = sized({ once: 1, all: 2 });

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-older-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts this version's service on a folder, and uses what the older one stored. */
async function expectServiceWorks({ key }: OlderFolder, url?: string): Promise<void> {
  const environment = { dataFolder: folder, DATABASE_URL: url, HEDDLE_LOCAL_TOKEN: LOCAL_TOKEN };
  const service = await openService(environment, log);
  try {
    const ask = async (path: string, authorization: string, body?: object) => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const headers = { authorization, "content-type": "application/json" };
      const response = await service.fetch(new Request(`http://service${path}`, { ...init, headers }));
      expect([path, response.status]).toEqual([path, 200]);
      return await response.text();
    };
    const basic = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
    expect(await ask("/retention/read", basic, { project_id: "demo/air" })).toContain('"max_age_days":30');
    const providers = await ask("/providers/list", `Bearer ${LOCAL_TOKEN}`);
    expect(providers).toContain('"name":"own"');
    expect(providers).not.toContain('"key":"unreadable"');
  } finally {
    await service.close();
  }
}

/** The same for the dashboard. */
async function expectDashboardWorks({ sessionId, connectionToken }: OlderFolder, url?: string): Promise<void> {
  const dashboard = await openDashboard(readEnvironment({ HEDDLE_DATA: folder, DATABASE_URL: url }), { log });
  try {
    const { database } = dashboard;
    expect((await findLiveSession(database, sessionId, new Date()))?.user).toMatchObject({ email: "ines@example.org" });
    expect(await listWorkspaces(database)).toMatchObject([{ slug: "air", projectId: "demo/air" }]);
    const target = await findTarget(dashboard, "c1");
    if (!target) throw new Error("The connection is gone.");
    const { headers } = await readCredential(dashboard, target, "bearer", "u1");
    expect(headers.authorization).toBe(`Bearer ${connectionToken}`);
  } finally {
    await dashboard.close();
  }
}

async function expectUpgraded(version: OlderVersion, url?: string): Promise<void> {
  const older = await createOlderFolder(folder, version, url);
  // Again on what the first start left.
  for (let start = 0; start < STARTS; start += 1) {
    await expectServiceWorks(older, url);
    await expectDashboardWorks(older, url);
    for (const name of ["app", "state", "training"] as const) {
      const now = await storedNow(name, older.rows[name], folder, url);
      for (const [table, rows] of Object.entries(comparable(older.rows[name]))) {
        // Sessions and keys say when they were used last.
        const same = rows.map(({ last_seen_at: _seen, ...row }) => expect.objectContaining(row));
        expect([name, table, now[table]]).toEqual([name, table, expect.arrayContaining(same)]);
      }
    }
  }
}

describe("a data folder of an older version", () => {
  it.each(VERSIONS)("of %s keeps its rows, keys, sessions and credentials, and works", (_name, version) =>
    expectUpgraded(version),
  );

  it.each(VERSIONS)("of %s has the tables of a new one afterwards", async (_name, version) => {
    await createOlderFolder(folder, version);
    const other = mkdtempSync(join(tmpdir(), "heddle-new-"));
    try {
      mkdirSync(join(other, "training"));
      expect(await columnsOf(folder)).toEqual(await columnsOf(other));
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });
});

describeOnPostgres("the databases of an older version on PostgreSQL", () => {
  let place: TestDatabase;

  beforeEach(async () => {
    place = await createTestDatabase();
  });

  afterEach(() => place.drop());

  it.each(VERSIONS)(
    "of %s keep their rows, keys, sessions and credentials, and work",
    { tags: ["all"] },
    (_name, version) => expectUpgraded(version, place.url),
  );
});
