import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkpoint, GROUP, started, step } from "@/service/training/testing/open-test-training";
import { SERVICE_KEY, type ServiceProcess } from "@/test/faults/service-process";

/** How a job ended, and what it left. */
export interface EndedJob {
  readonly id: string;
  /** The types of its events, in order. */
  readonly events: readonly string[];
  /** Null for a job that completed. */
  readonly failure: string | null;
  /** The number of trainers that worked on it. */
  readonly trainers: number;
}

interface JobEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const ENDS: ReadonlySet<string> = new Set(["training_ended", "training_failed"]);

/** Registers a model and trains it, as the clients of a team do: each request may reach another service. */
export class TrainingClients {
  readonly #folder: string;
  readonly #anyService: () => ServiceProcess;
  /** The file of each job to which its trainers add a line. */
  readonly #counts = new Map<string, string>();
  #model = "";

  /** @param folder in which trainers are counted */
  constructor(folder: string, anyService: () => ServiceProcess) {
    this.#folder = folder;
    this.#anyService = anyService;
  }

  async registerModel(): Promise<void> {
    const body = { entity: "demo", project: "deployment", name: "agent", base_model: "tiny" };
    this.#model = (await this.#ask<{ id: string }>("POST", "models", body)).id;
  }

  /** Sends a job, and returns its id. */
  async send(): Promise<string> {
    const count = join(this.#folder, `trainers-of-${crypto.randomUUID()}`);
    const script = [{ count }, started(1), step({ loss: 1 }), checkpoint()];
    const body = { model_id: this.#model, trajectory_groups: [GROUP], experimental_config: { script } };
    const { id } = await this.#ask<{ id: string }>("POST", "training-jobs", body);
    this.#counts.set(id, count);
    return id;
  }

  /** Returns how a job ended; undefined while it has not. */
  async endOf(id: string): Promise<EndedJob | undefined> {
    const { data } = await this.#ask<{ data: JobEvent[] }>("GET", `training-jobs/${id}/events?limit=100`);
    const end = data.find(({ type }) => ENDS.has(type));
    if (end === undefined) return undefined;
    const failure = end.type === "training_failed" ? String(end.data.error_message) : null;
    return { id, events: data.map(({ type }) => type), failure, trainers: this.#trainersOf(id) };
  }

  /** Returns the steps of the model's checkpoints. */
  async checkpointSteps(): Promise<number[]> {
    const { data } = await this.#ask<{ data: { step: number }[] }>(
      "GET",
      `models/${this.#model}/checkpoints?limit=100&order=asc`,
    );
    return data.map((each) => each.step);
  }

  #trainersOf(id: string): number {
    try {
      return readFileSync(this.#counts.get(id) ?? "", "utf8").split("\n").length - 1;
    } catch {
      // None came so far.
      return 0;
    }
  }

  async #ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.#anyService().url}/v1/preview/${path}`, {
      method,
      headers: { authorization: `Bearer ${SERVICE_KEY}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  }
}
