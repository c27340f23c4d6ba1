import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { databaseOfProject, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { createRouter } from "@/service/http/router";
import type { Identity } from "@/service/kernel/access/identity";
import { UnfinishedImports } from "@/service/kernel/access/unfinished-imports";
import type { Services } from "@/service/traces/handlers/handler";
import type { Handlers } from "@/service/traces/handlers/handlers";
import type { Bucket } from "@/service/traces/store/files/bucket";
import { openTraining, type Training } from "@/service/training/open-training";
import { jobHandlers } from "@/service/training/operations/training-handlers";
import type { TrainerSettings } from "@/service/training/runner/trainer";
import type { ServerSettings } from "@/service/training/server/server-settings";

const script = fileURLToPath(new URL("../../../test/trainer/scripted-trainer.mjs", import.meta.url));

/** The command of a trainer that follows the instructions in a job's settings. */
export const SCRIPTED_TRAINER = `"${process.execPath}" "${script}"`;

const SCRIPTED = { name: "scripted", command: SCRIPTED_TRAINER, baseModels: ["tiny"] };

const KEYS: Readonly<Record<string, Identity>> = {
  "key-of-all": { userId: "ada", name: "ada", projects: null },
  "key-of-airline": { userId: "bob", name: "bob", projects: ["demo/airline"] },
};

export interface TestTrainingOptions {
  readonly trainer?: TrainerSettings["trainer"] | "built-in";
  readonly limits?: Partial<TrainerSettings["limits"]>;
  readonly devices?: readonly string[];
  /** Storage for payloads and checkpoints instead of the folder. */
  readonly bucket?: Bucket;
  /** A database that another service also uses; by default a new one of the kind that the test project uses. */
  readonly database?: TestDatabase;
  readonly leaseMs?: number;
  /** None by default. */
  readonly server?: ServerSettings | null;
}

export interface Answer {
  readonly status: number;
  // Tests assert the members that they expect.
  // biome-ignore lint/suspicious/noExplicitAny: the answer of any operation
  readonly body: any;
}

/**
 * The training operations as clients reach them, with a test's own folder, the database of its test project, and a
 * trainer that tests control.
 */
export class TestTraining {
  private constructor(
    readonly folder: string,
    private readonly options: TestTrainingOptions,
    private readonly database: TestDatabase | undefined,
    private opened: { training: Training; request: (path: string, init: RequestInit) => Promise<Response> },
  ) {}

  static async open(options: TestTrainingOptions = {}): Promise<TestTraining> {
    const folder = mkdtempSync(join(tmpdir(), "heddle-training-"));
    const database = options.database ?? (await databaseOfProject());
    return new TestTraining(folder, options, database, await openOn(folder, options, database?.url));
  }

  get training(): Training {
    return this.opened.training;
  }

  /** A path in the folder, for files that trainer and test exchange. */
  file(name: string): string {
    return join(this.folder, name);
  }

  /** Ends the service cleanly, and starts it again on the same folder. */
  async restart(options: TestTrainingOptions = this.options): Promise<void> {
    await this.training.close();
    this.opened = await openOn(this.folder, options, this.database?.url);
  }

  async close(): Promise<void> {
    await this.training.close();
    if (this.options.database === undefined) await this.database?.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async ask(method: string, path: string, body?: unknown, headers: HeadersInit = {}): Promise<Answer> {
    const response = await this.#send(method, path, body, headers);
    const text = await response.text();
    // Between real requests the process has time for its trainers; without a port nothing else would give it.
    await new Promise((resolve) => setImmediate(resolve));
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  /** The text of a response, where it must be exact. */
  async askText(path: string, body: unknown): Promise<string> {
    return await (await this.#send("POST", path, body)).text();
  }

  async #send(method: string, path: string, body?: unknown, headers: HeadersInit = {}): Promise<Response> {
    const raw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
    return await this.opened.request(path, {
      method,
      headers: { authorization: "Bearer key-of-all", ...headers },
      ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    } as RequestInit);
  }

  /** Registers a model and returns its id. */
  async model(name = "agent", project = "airline"): Promise<string> {
    const body = { entity: "demo", project, name, base_model: "tiny" };
    const answer = await this.ask("POST", "/v1/preview/models", body);
    return answer.body.id;
  }

  /** Creates a job whose trainer runs these steps, and returns its id. */
  async job(model_id: string, steps: readonly unknown[], groups: readonly unknown[] = [GROUP]): Promise<string> {
    const body = { model_id, trajectory_groups: groups, experimental_config: { script: steps } };
    const answer = await this.ask("POST", "/v1/preview/training-jobs", body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  }

  async events(jobId: string): Promise<Answer["body"][]> {
    const events: Answer["body"][] = [];
    for (;;) {
      const query = `limit=100&after=${events.at(-1)?.id ?? ""}`;
      const { body } = await this.ask("GET", `/v1/preview/training-jobs/${jobId}/events?${query}`);
      events.push(...body.data);
      if (!body.has_more) return events;
    }
  }

  /** Polls like a client until the terminal event is there. */
  async ended(jobId: string): Promise<Answer["body"][]> {
    for (;;) {
      const events = await this.events(jobId);
      if (events.some(({ type }) => type === "training_ended" || type === "training_failed")) return events;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async checkpoints(modelId: string): Promise<Answer["body"][]> {
    return (await this.ask("GET", `/v1/preview/models/${modelId}/checkpoints`)).body.data;
  }
}

async function openOn(folder: string, options: TestTrainingOptions, url: string | undefined) {
  const { trainer, limits, devices = [], bucket, leaseMs, server = null } = options;
  const log = pino({ level: "silent" });
  const training = await openTraining(
    folder,
    (builtIn) => ({
      trainer: trainer === "built-in" ? builtIn : trainer === undefined ? SCRIPTED : trainer,
      limits: { silenceMs: 60_000, totalMs: 120_000, graceMs: 5_000, ...limits },
      devices,
    }),
    log,
    bucket ?? null,
    { url, leaseMs, server },
  );
  const router = createRouter({
    // The training operations use none of the store's services.
    services: { imports: new UnfinishedImports() } as Services,
    // Tests call only these operations; the router omits operations without a handler.
    handlers: jobHandlers(training) as unknown as Handlers,
    keys: { verify: async (key) => KEYS[key] ?? null },
    localToken: null,
    log,
  });
  return { training, request: async (path: string, init: RequestInit) => router.request(path, init) };
}

export const USER = { role: "user", content: "2 + 2?" };

export function choice(content: string): unknown {
  return { finish_reason: "stop", index: 0, logprobs: null, message: { role: "assistant", content } };
}

export const GROUP = {
  trajectories: [
    { messages_and_choices: [USER, choice("4")], reward: 1 },
    { messages_and_choices: [USER, choice("5")], reward: 0 },
  ],
};

export const started = (num_sequences: number) => ({ say: { type: "training_started", data: { num_sequences } } });
export const step = (data: unknown) => ({ say: { type: "gradient_step", data } });
export const checkpoint = (metrics?: unknown) => ({ say: { type: "checkpoint", ...(metrics ? { metrics } : {}) } });
