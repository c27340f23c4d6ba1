import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { encode } from "next-auth/jwt";
import pino from "pino";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { Dialect } from "@/lib/api/contract/operation/dialect";
import { type Dashboard, type DashboardOptions, openDashboard } from "@/lib/api/server/dashboard/dashboard";
import { handleAppOperation } from "@/lib/api/server/relay/app-relay";
import { handleRelay } from "@/lib/api/server/relay/relay";
import { Secret } from "@/lib/auth/secret";
import { cookieName } from "@/lib/auth/session-cookie";
import { insertConnection } from "@/lib/database/connections";
import { createSession } from "@/lib/database/sessions";
import { createUser } from "@/lib/database/users";
import { readEnvironment } from "@/lib/environment/environment";
import { databaseOfProject, type TestDatabase } from "@/lib/postgres/testing/test-postgres";

export const ORIGIN = "http://localhost:7700";
export const PASSWORD_CANARY = 'CANARY-basic-9f/"+é';
export const TOKEN_CANARY = "CANARY-bearer-77c1e0";
export const LOCAL_TOKEN_CANARY = "CANARY-local-0123456789012345678901234567890";

export interface CallOptions {
  readonly connection?: string;
  readonly search?: Record<string, string> | ReadonlyArray<readonly [string, string]>;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly role?: Role | null;
  readonly signal?: AbortSignal;
}

/** A dashboard in a folder of its own, with users of each role and a readable log. */
export class TestDashboard {
  readonly logLines: string[] = [];
  private readonly cookies = new Map<Role, string>();
  private count = 0;

  private constructor(
    readonly dashboard: Dashboard,
    readonly folder: string,
    private readonly postgres: TestDatabase | undefined,
    lines: string[],
  ) {
    this.logLines = lines;
  }

  static async open(
    variables: Record<string, string> = {},
    options: Omit<DashboardOptions, "log"> = {},
  ): Promise<TestDashboard> {
    const folder = mkdtempSync(join(tmpdir(), "heddle-relay-"));
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const postgres = await databaseOfProject();
    const environment = readEnvironment({
      HEDDLE_DATA: folder,
      DATABASE_URL: postgres?.url,
      HEDDLE_LOCAL_TOKEN: LOCAL_TOKEN_CANARY,
      ...variables,
    });
    const dashboard = await openDashboard(environment, { ...options, log: pino({ base: null }, sink) });
    return new TestDashboard(dashboard, folder, postgres, lines);
  }

  async close(): Promise<void> {
    await this.dashboard.close();
    await this.postgres?.drop();
    rmSync(this.folder, { recursive: true, force: true });
    const unwritten = this.logLines.find((line) => line.includes("the handler did not write its entry"));
    if (unwritten !== undefined)
      throw new Error(`An entry of the audit log had to be written by the relay: ${unwritten}`);
  }

  /** Returns a Cookie header of a user with this role. */
  async cookie(role: Role): Promise<string> {
    const known = this.cookies.get(role);
    if (known) return known;
    const { database, sessionSecret, environment } = this.dashboard;
    const person = { name: role, email: `${role}@example.org`, role, passwordHash: "none" };
    const user = await createUser(database, person, this.dashboard.now());
    const sid = await createSession(database, user.id, this.dashboard.now());
    const token = await encode({ token: { sub: user.id, sid, role }, secret: sessionSecret });
    const cookie = `${cookieName(environment, "session")}=${token}`;
    this.cookies.set(role, cookie);
    return cookie;
  }

  async userId(role: Role): Promise<string> {
    await this.cookie(role);
    const query = this.dashboard.database.selectFrom("user").select("id").where("email", "=", `${role}@example.org`);
    return (await query.executeTakeFirstOrThrow()).id;
  }

  /** Stores a connection to `baseUrl` with both canary credentials, or another token, and returns its id. */
  async connect(baseUrl: string, dialect: Dialect = "svc", token = TOKEN_CANARY): Promise<string> {
    this.count += 1;
    const id = `connection-${this.count}`;
    const { origin } = new URL(baseUrl);
    const seal = (text: string, kind: "basic" | "bearer") =>
      this.dashboard.vault.seal(new Secret(text), { connectionId: id, kind, origin });
    const state = {
      id,
      name: id,
      baseUrl,
      dialect,
      basicUsername: "user",
      basicPassword: seal(PASSWORD_CANARY, "basic"),
      bearerToken: seal(token, "bearer"),
    };
    await insertConnection(this.dashboard.database, state, this.dashboard.now());
    return id;
  }

  /** Returns the headers of a request from our own page by a user with this role. */
  async pageHeaders(role: Role | null = "member"): Promise<Record<string, string>> {
    const cookie = role === null ? {} : { cookie: await this.cookie(role) };
    return { ...cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  }

  /** Calls one of the app's own operations as a page does. */
  async app(
    operation: string,
    input: unknown = {},
    role: Role | null = "admin",
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const request = new Request(`${ORIGIN}/api/app/${operation}`, {
      method: "POST",
      headers: { ...(await this.pageHeaders(role)), ...headers },
      body: typeof input === "string" ? input : JSON.stringify(input),
    });
    return await handleAppOperation(this.dashboard, request, operation);
  }

  /** Calls an operation of a service as a page does. */
  async call(operation: string, options: CallOptions = {}): Promise<Response> {
    const connection = options.connection ?? "local";
    const url = new URL(`${ORIGIN}/api/service/${connection}/${operation}`);
    const { body, search = [] } = options;
    const pairs = Array.isArray(search) ? search : Object.entries(search);
    for (const [name, value] of pairs) url.searchParams.append(name, value);
    const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
    const request = new Request(url, {
      method: options.method ?? (body === undefined ? "GET" : "POST"),
      headers: { ...(await this.pageHeaders(options.role)), ...options.headers },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    } as RequestInit);
    return await handleRelay(this.dashboard, request, { connection, operation });
  }
}
