import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { databaseOfProject, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { openService, type Service } from "@/service/service";
import { SumsProvider } from "@/test/provider/sums-provider";

/** The key of all requests that name no other. */
export const TEST_KEY = "hk_0123456789012345678901234567890123456789";

/** The token of the dashboard, for its own operations. */
export const TEST_DASHBOARD_TOKEN = "ht_0123456789012345678901234567890123456789";

interface Sender {
  readonly method?: string;
  readonly key?: string;
}

type Trainer = Pick<Parameters<typeof openService>[0], "HEDDLE_TRAINER" | "HEDDLE_TRAINER_MODELS">;

/** A service on a folder of its own, whose provider is a server of the test. */
export class ProvidedService {
  readonly folder: string;
  /** A test may set another one for the next start. */
  provider: SumsProvider;
  readonly #database: TestDatabase | undefined;
  #service: Service | null = null;
  #projects = 0;

  private constructor(folder: string, provider: SumsProvider, database: TestDatabase | undefined) {
    this.folder = folder;
    this.provider = provider;
    this.#database = database;
  }

  /** DATABASE_URL of the service, where the project tests PostgreSQL. */
  get databaseUrl(): string | undefined {
    return this.#database?.url;
  }

  /** Creates and starts one. The name of its folder begins with `prefix`. */
  static async create(prefix: string): Promise<ProvidedService> {
    const provider = await SumsProvider.start();
    const folder = mkdtempSync(join(tmpdir(), prefix));
    const provided = new ProvidedService(folder, provider, await databaseOfProject());
    await provided.start();
    return provided;
  }

  async start(trainer: Trainer = {}): Promise<void> {
    const environment = {
      dataFolder: this.folder,
      DATABASE_URL: this.databaseUrl,
      HEDDLE_API_KEY: TEST_KEY,
      HEDDLE_LOCAL_TOKEN: TEST_DASHBOARD_TOKEN,
      ...trainer,
    };
    const keys = { OPENAI_BASE_URL: this.provider.url, OPENAI_API_KEY: "none" };
    this.#service = await openService(environment, pino({ level: "silent" }), keys);
  }

  /** Closes the service, and leaves its folder and its provider for the next start. */
  async stop(): Promise<void> {
    await this.#service?.close();
    this.#service = null;
  }

  /**
   * Prepares a service that the tests of a file share for the next one: it runs, and its provider has seen nothing.
   *
   * @returns a project of the test's own
   */
  async nextProject(): Promise<string> {
    this.provider.forget();
    if (!this.#service) await this.start();
    this.#projects += 1;
    return `demo/project-${this.#projects}`;
  }

  async remove(): Promise<void> {
    this.provider.release();
    await this.stop();
    await this.provider.stop();
    await this.#database?.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sends a request, a GET without a body: operations of training take the key as a bearer, the others as a password. */
  async send(path: string, body?: object, { method = "POST", key = TEST_KEY }: Sender = {}) {
    if (!this.#service) throw new Error("The service has not been started");
    const authorization = path.startsWith("/v1/")
      ? `Bearer ${key}`
      : `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
    const init = body === undefined ? {} : { method, body: JSON.stringify(body) };
    const request = new Request(`http://service${path}`, { ...init, headers: { authorization } });
    const response = await this.#service.fetch(request);
    return { status: response.status, text: await response.text() };
  }

  /** Sends a request as it is. */
  async fetch(path: string, init: RequestInit): Promise<Response> {
    if (!this.#service) throw new Error("The service has not been started");
    return await this.#service.fetch(new Request(`http://service${path}`, init));
  }

  /** The parsed response of a request that must succeed. */
  async ask<Result = Record<string, unknown>>(path: string, body?: object, sender: Sender = {}): Promise<Result> {
    const { status, text } = await this.send(path, body, sender);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as Result;
  }

  /** The parsed lines of a response. */
  async lines(path: string, body: object): Promise<Record<string, unknown>[]> {
    const { text } = await this.send(path, body);
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Record<string, unknown>]));
  }
}
