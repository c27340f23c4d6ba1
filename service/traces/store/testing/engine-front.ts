import { randomUUID } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Session } from "chdb";
import { errorMessage } from "@/lib/guard/error-message";
import { SessionPool } from "@/service/traces/store/engine/session-pool";

/** A statement that one client sent. */
interface Statement {
  readonly url: URL;
  readonly sql: string;
  readonly body: Buffer;
}

/** What happens to a statement of a client. */
export type StatementFate =
  /** It runs, and is answered. */
  | "answered"
  /** It runs, and the connection ends before the answer. */
  | "unanswered"
  /** The connection ends before it runs. */
  | "lost"
  /** The connection ends, and it runs when {@link EngineFront.runHeld} is called. */
  | "held";

/** One client of the front, which connects with its own address. */
export interface FrontClient {
  readonly url: string;
  /** Decides what happens to each statement. */
  fate: (sql: string) => StatementFate;
  /** Ends the client's connections, and refuses new ones: what it sent before may still run. */
  kill(): void;
}

const SESSIONS = 8;

/** A result is sent from this many characters on. A statement that fails before is answered with its error. */
const HELD_RESULT = 1_000_000;

const INSERT = /^INSERT INTO (\w+) \(([^)]*)\) FORMAT (RowBinary|JSONEachRow)$/;
const FORMAT_CLAUSE = /\s*FORMAT JSONEachRow\s*$/;

/**
 * The embedded engine behind an HTTP interface like that of a ClickHouse server, for tests of the store that talks to
 * one. It is not a ClickHouse server: statements, parameters, formats and errors are as there, while users, sessions,
 * compression and settings of the protocol are not.
 */
export class EngineFront {
  readonly #folder: string;
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  readonly #sessions = new Map<string, SessionPool<Session>>();
  readonly #clients = new Map<string, { isDead: boolean; client: FrontClient; open: Set<ServerResponse> }>();
  readonly #running = new Set<Promise<unknown>>();
  #held: (() => Promise<void>)[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param folder of the engine, used by nothing else */
  static async open(folder: string): Promise<EngineFront> {
    const front = new EngineFront(folder);
    await new Promise<void>((resolve) => front.#server.listen(0, "127.0.0.1", resolve));
    return front;
  }

  /** Returns a new client of a database, which exists. */
  client(database = "default"): FrontClient {
    // The cast is valid for every server that listens on a port.
    const { port } = this.#server.address() as AddressInfo;
    const name = `client${this.#clients.size + 1}`;
    const open = new Set<ServerResponse>();
    const client: FrontClient = {
      url: `http://${name}:secret@127.0.0.1:${port}/${database}`,
      fate: () => "answered",
      kill: () => {
        const known = this.#clients.get(name);
        if (known) known.isDead = true;
        for (const response of open) response.destroy();
      },
    };
    this.#clients.set(name, { isDead: false, client, open });
    return client;
  }

  /** Runs the statements that were held, in order, as a server does that was slow. */
  async runHeld(): Promise<void> {
    const held = this.#held;
    this.#held = [];
    for (const run of held) await run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await Promise.allSettled(this.#running);
    for (const pool of this.#sessions.values()) for (const session of await pool.close()) session.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const known = this.#clients.get(userOf(request));
    if (known === undefined || known.isDead) return void response.destroy();
    known.open.add(response);
    response.once("close", () => known.open.delete(response));
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // A statement that was cut off never ran.
      return;
    }
    const statement = await statementOf(request, Buffer.concat(chunks));
    const fate = known.isDead ? "lost" : known.client.fate(statement.sql);
    if (fate === "lost") return void response.destroy();
    if (fate === "held") {
      this.#held.push(async () => void (await this.#run(statement)));
      return void response.destroy();
    }
    const running = this.#answer(statement, fate === "answered" ? response : null);
    this.#running.add(running);
    await running.finally(() => this.#running.delete(running));
    if (fate === "unanswered") response.destroy();
  }

  async #answer(statement: Statement, response: ServerResponse | null): Promise<void> {
    try {
      const rest = await this.#run(statement, response);
      response?.end(rest);
    } catch (error) {
      // The client has the beginning of a result: only the connection can say that it is not whole.
      if (response?.headersSent) return void response.destroy();
      const reason = errorMessage(error);
      const code = /Code: (\d+)/.exec(reason)?.[1];
      response?.writeHead(
        code === "394" ? 499 : 500,
        code === undefined ? {} : { "x-clickhouse-exception-code": code },
      );
      response?.end(
        reason.includes("DB::Exception") ? reason : `Code: ${code ?? 1002}. DB::Exception: ${reason} (UNKNOWN)`,
      );
    }
  }

  /** Returns what is left of the result to send. */
  async #run(statement: Statement, response: ServerResponse | null = null): Promise<string> {
    const pool = this.#poolOf(statement.url.searchParams.get("database") ?? "default");
    const session = await pool.acquire();
    try {
      const insert = INSERT.exec(statement.sql.trim());
      if (insert !== null) return await this.#insert(session, statement, insert);
      if (FORMAT_CLAUSE.test(statement.sql)) return await this.#select(session, statement, response);
      await session.queryAsync(withValues(statement));
      return "";
    } finally {
      pool.release(session);
    }
  }

  async #select(session: Session, { sql, url }: Statement, response: ServerResponse | null): Promise<string> {
    const params = Object.fromEntries(
      [...url.searchParams].flatMap(([name, value]) =>
        name.startsWith("param_")
          ? [[name.slice("param_".length), paramOf(value, sql.includes(`{${name.slice("param_".length)}:Array(`))]]
          : [],
      ),
    );
    let text = "";
    const stream = session.queryStreamBind(sql.replace(FORMAT_CLAUSE, ""), params, { format: "JSONEachRow" });
    for await (const chunk of stream) {
      text += chunk.text();
      if (text.length < HELD_RESULT) continue;
      response?.write(text);
      text = "";
    }
    return text;
  }

  async #insert(
    session: Session,
    { url, body }: Statement,
    [, table = "", names = "", format]: RegExpExecArray,
  ): Promise<string> {
    const token = url.searchParams.get("insert_deduplication_token");
    const tokenSettings = token === null ? {} : { insert_deduplicate: 1, insert_deduplication_token: token };
    if (format === "JSONEachRow") {
      await session.insert({
        ...{ table, columns: names.split(", "), values: body, format },
        settings: { input_format_skip_unknown_fields: 0, date_time_input_format: "best_effort", ...tokenSettings },
      });
      return "";
    }
    const columns = await session.queryAsync(
      `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = '${table}'`,
      { format: "JSONCompact" },
    );
    const types = new Map(columns.json<{ data: [string, string][] }>().data);
    const structure = names.split(", ").map((name) => `${name} ${types.get(name)}`);
    const path = join(this.#folder, `sent-${randomUUID()}`);
    const file = await open(path, "w+", 0o600);
    try {
      await unlink(path);
      await file.writeFile(body);
      const source = `file(${file.fd}, 'RowBinary', '${structure.join(", ").replaceAll("'", "\\'")}')`;
      const allowed = Number(url.searchParams.get("insert_allow_materialized_columns"));
      await session.queryAsync(
        `INSERT INTO ${table} (${names}) SETTINGS insert_allow_materialized_columns = ${allowed} SELECT ${names} FROM ${source}`,
      );
    } finally {
      await file.close();
    }
    return "";
  }

  #poolOf(database: string): SessionPool<Session> {
    const known = this.#sessions.get(database);
    if (known !== undefined) return known;
    const sessions = Array.from({ length: SESSIONS }, () => new Session(this.#folder));
    if (database !== "default") for (const session of sessions) session.query(`USE ${database}`);
    const pool = new SessionPool(sessions);
    this.#sessions.set(database, pool);
    return pool;
  }
}

/** The statement is the body, or a form's member beside its parameters, or in the address of an insert. */
async function statementOf({ url: address, headers }: IncomingMessage, sent: Buffer): Promise<Statement> {
  const url = new URL(address ?? "/", "http://localhost");
  const type = headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) {
    const form = await new Response(new Uint8Array(sent), { headers: { "content-type": type } }).formData();
    for (const [name, value] of form) url.searchParams.append(name, String(value));
    return { url, sql: url.searchParams.get("query") ?? "", body: Buffer.alloc(0) };
  }
  const query = url.searchParams.get("query");
  return { url, sql: query ?? sent.toString(), body: query === null ? Buffer.alloc(0) : sent };
}

function userOf(request: IncomingMessage): string {
  const basic = /^Basic (.*)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(basic, "base64").toString().split(":")[0] ?? "";
}

const ESCAPED: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", "'": "'", "\\": "\\" };

const unescaped = (value: string): string =>
  value.replace(/\\([tnr'\\])/g, (_, letter: string) => ESCAPED[letter] ?? letter);

/** A parameter is escaped like a field of tab-separated values, and the texts of an array like literals. */
function paramOf(value: string, isArray: boolean): string | string[] | null {
  if (value === "\\N") return null;
  if (!isArray) return unescaped(value);
  if (!value.startsWith("['")) return value;
  return [...value.matchAll(/'((?:\\.|[^'\\])*)'/gs)].map(([, text = ""]) => unescaped(text));
}

/** Returns a statement without result with its parameters as texts. Only `KILL QUERY` has one here. */
const withValues = ({ sql, url }: Statement): string =>
  sql.replace(/\{(\w+):String\}/g, (_, name: string) => `'${url.searchParams.get(`param_${name}`) ?? ""}'`);
