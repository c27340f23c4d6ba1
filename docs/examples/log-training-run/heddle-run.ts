/** Logs the training run of any program to Heddle. Copy this file into your project; it needs no package. */

import { execFile } from "node:child_process";
import { arch, hostname, release, type } from "node:os";

const ATTEMPTS = 4;

export interface Rollout {
  /** Rollouts with the same task are one group; without a task, those with equal messages. */
  readonly task?: string | number;
  readonly messages?: readonly object[];
  readonly answer?: string;
  readonly reward?: number;
  readonly scores?: Readonly<Record<string, unknown>>;
  readonly error?: string;
  readonly tokens?: number;
  readonly trace_id?: string;
  /** The training steps in the weights that sampled it: the iteration less 1 where the newest did. */
  readonly weight_version?: number;
}

interface Names {
  readonly project_id: string;
  readonly run: string;
  readonly model?: string;
  readonly config?: object;
  /** Where the program was started: by default what `origin()` returns; false for nothing. */
  readonly origin?: object | false;
  /** Tags, group (such as a sweep) and notes count until a person changes them in Heddle. */
  readonly tags?: readonly string[];
  readonly group?: string;
  readonly notes?: string;
}

interface Options {
  /** The seconds between two looks at the GPUs; null logs no use of the machine. */
  readonly system?: number | null;
  /** True to send what the program prints to its standard output and error. */
  readonly printed?: boolean;
}

/** What a program prints; null where there is none, or it fails. */
const answerOf = (program: string, ...args: readonly string[]): Promise<string | null> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, text) => resolve(error ? null : text.trim() || null));
  });

const SECRET =
  /([\w.-]*(?:api[_-]?key|access[_-]?key|secret|passw(?:or)?d|credentials?|(?:hf|hub|auth|access|api|bearer|github|wandb)[_-]?token))(=|\s+)(\S+)/gi;

const withoutSecrets = (text: string | null): string | null =>
  text?.replace(SECRET, "$1$2[removed]").replace(/:\/\/[^\s/@]+@/g, "://") ?? null;

/** Where this program was started: never environment variables, and nothing that looks like a secret. */
export async function origin(): Promise<object> {
  const git = (...args: readonly string[]) => answerOf("git", ...args);
  const [names, repository, branch, commit, state] = await Promise.all([
    answerOf("nvidia-smi", "--query-gpu=name", "--format=csv,noheader"),
    git("config", "--get", "remote.origin.url"),
    git("rev-parse", "--abbrev-ref", "HEAD"),
    git("rev-parse", "HEAD"),
    git("describe", "--always", "--dirty", "--exclude=*"),
  ]);
  const gpus = names?.split("\n") ?? [];
  const known = {
    command: withoutSecrets(["node", ...process.argv.slice(1)].join(" ")),
    folder: process.cwd(),
    repository: withoutSecrets(repository),
    ...{ branch, commit },
    host: hostname(),
    system: `${type()} ${release()} ${arch()}`,
    devices: gpus.length > 1 ? `${gpus.length} × ${gpus[0]}` : (gpus[0] ?? null),
    versions: { node: process.versions.node },
    has_changes: state === null ? null : state.endsWith("-dirty"),
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null));
}

const GPU_QUERY = ["--query-gpu=utilization.gpu,memory.used,memory.total", "--format=csv,noheader,nounits"] as const;
const MAX_SAMPLES = 1000;

/** Use of the processor, memory and GPUs since the last reading. Asks nvidia-smi meanwhile, at most every second. */
class SystemUse {
  #samples: { readonly percent: number; readonly used: number; readonly total: number }[] = [];
  #timer: NodeJS.Timeout | null = null;
  #wallMs = performance.now();
  #processor = process.cpuUsage();
  /** Resolves after the first look at the GPUs. */
  readonly begun: Promise<void>;

  constructor(seconds: number) {
    const canUseGpus = process.env.CUDA_VISIBLE_DEVICES !== "";
    this.begun = canUseGpus ? this.#sample() : Promise.resolve();
    if (!canUseGpus) return;
    this.#timer = setInterval(() => void this.#sample(), Math.max(1, seconds) * 1000);
    this.#timer.unref();
  }

  read(): Record<string, number> {
    const now = performance.now();
    const seconds = Math.max(now - this.#wallMs, 1e-3) / 1000;
    const { user, system } = process.cpuUsage(this.#processor);
    this.#wallMs = now;
    this.#processor = process.cpuUsage();
    const metrics: Record<string, number> = {
      "system/cpu_percent": (100 * (user + system)) / 1e6 / seconds,
      "system/memory_bytes": process.memoryUsage.rss(),
    };
    const samples = this.#samples.splice(0);
    if (samples.length > 0) {
      const most = samples.reduce((before, one) => (one.used > before.used ? one : before));
      metrics["system/gpu_percent"] = samples.reduce((sum, { percent }) => sum + percent, 0) / samples.length;
      metrics["system/gpu_memory_bytes"] = most.used;
      metrics["system/gpu_memory_percent"] = (100 * most.used) / Math.max(most.total, 1);
    }
    return metrics;
  }

  end(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #sample(): Promise<void> {
    const devices = process.env.CUDA_VISIBLE_DEVICES;
    const text = await answerOf("nvidia-smi", ...GPU_QUERY, ...(devices ? ["-i", devices] : []));
    // A machine without the program has no GPU that it could report.
    if (text === null && this.#samples.length === 0) this.end();
    const rows = (text ?? "").split("\n").map((line) => line.split(",").map(Number));
    // A GPU may not report its use: [N/A].
    const known = rows.filter((row) => row.length === 3 && row.every(Number.isFinite));
    if (known.length === 0) return;
    const sum = (at: number) => known.reduce((all, row) => all + (row[at] ?? 0), 0);
    this.#samples.push({ percent: sum(0) / known.length, used: sum(1) * 2 ** 20, total: sum(2) * 2 ** 20 });
    this.#samples.splice(0, this.#samples.length - MAX_SAMPLES);
  }
}

interface PrintedPart {
  readonly at: number;
  readonly text: string;
  /** Of what was printed. */
  readonly length: number;
}

/** What the program prints from now on, in whole lines. Heddle stores 4 MiB of a run. */
class Printed {
  static readonly #MAX_BYTES = 2 ** 22;
  static readonly #PART = 2 ** 18;
  #text = "";
  #at = 0;
  #isEnding = false;
  readonly #restore: (() => void)[] = [];

  constructor() {
    for (const stream of [process.stdout, process.stderr]) {
      const write = stream.write;
      const copy = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
        this.#add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
        return Reflect.apply(write, stream, [chunk, ...rest]);
      };
      stream.write = copy;
      this.#restore.push(() => {
        if (stream.write === copy) stream.write = write;
      });
    }
  }

  /** The part that is sent next; null without a whole line. */
  part(): PrintedPart | null {
    const limit = Printed.#PART;
    const end = this.#text.lastIndexOf("\n", limit - 1) + 1;
    const isDue = this.#isEnding || this.#text.length >= limit;
    const raw = this.#text.slice(0, end === 0 && isDue ? limit : end);
    if (raw === "") return null;
    // A progress bar writes its line again and again.
    const lines = raw.split("\n").map((line) => line.replace(/\r+$/, "").split("\r").at(-1));
    return { at: this.#at, text: lines.join("\n"), length: raw.length };
  }

  sent({ text, length }: PrintedPart): void {
    this.#text = this.#text.slice(length);
    this.#at += Buffer.byteLength(text);
  }

  end(): void {
    this.#isEnding = true;
    for (const restore of this.#restore) restore();
  }

  #add(text: string): void {
    if (this.#at + this.#text.length < Printed.#MAX_BYTES) this.#text += text;
  }
}

const PRINTED_MS = 5000;

/**
 * A run, identified by its name in a project. Logging an iteration again replaces its data, so that retries are safe.
 */
export class HeddleRun {
  readonly #target: { readonly url: string; readonly key: string };
  readonly #names: Pick<Names, "project_id" | "run">;
  readonly #use: SystemUse | null;
  readonly #printed: Printed | null;
  readonly #timer: NodeJS.Timeout | null;
  /** What is sent once. */
  #about: Promise<object> | null;
  /** One request at a time, since later lines follow earlier ones. */
  #sending: Promise<unknown> = Promise.resolve();
  #spent: Record<string, number> = {};
  #last = 0;
  #sinceMs = performance.now();

  constructor(names: Names, url: string, key: string, { system = 10, printed = false }: Options = {}) {
    const { project_id, run, origin: given, ...about } = names;
    this.#target = { url: `${url.replace(/\/+$/, "")}/training_runs/log`, key };
    this.#names = { project_id, run };
    this.#about = aboutOf(about, given);
    this.#use = system === null ? null : new SystemUse(system);
    this.#printed = printed ? new Printed() : null;
    this.#timer = this.#printed && setInterval(() => this.#sendPrinted(), PRINTED_MS);
    this.#timer?.unref();
  }

  async log(iteration: number, metrics: Readonly<Record<string, number>> = {}, rollouts: readonly Rollout[] = []) {
    const numbers = iteration > this.#last ? { ...this.#measured(rollouts), ...metrics } : metrics;
    this.#last = Math.max(this.#last, iteration);
    // JSON writes NaN as null, which says that a metric was not a number: the run's page marks it.
    await this.#send({ iteration, metrics: numbers, rollouts });
  }

  /**
   * Adds the seconds of a piece of work to `time/PHASE_s` of the iteration that is logged next. The page of the run draws the
   * phases sampling, reward, training, weight_sync, loading and waiting as parts of it.
   */
  async timed<Result>(phase: string, work: () => Result | Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    try {
      return await work();
    } finally {
      const name = `time/${phase}_s`;
      this.#spent[name] = (this.#spent[name] ?? 0) + (performance.now() - startedMs) / 1000;
    }
  }

  async finish(error?: unknown) {
    if (this.#timer) clearInterval(this.#timer);
    this.#use?.end();
    this.#printed?.end();
    while (this.#printed?.part()) await this.#send({});
    await this.#send(error === undefined ? { state: "finished" } : { state: "failed", reason: String(error) });
  }

  /** The times and the use of the machine since the iteration before, and the tokens of rollouts each second. */
  #measured(rollouts: readonly Rollout[]): Record<string, number> {
    const spent = this.#spent;
    this.#spent = {};
    if (!this.#use) return spent;
    const now = performance.now();
    const seconds = Math.max(now - this.#sinceMs, 1e-3) / 1000;
    this.#sinceMs = now;
    const tokens = rollouts.flatMap((one) => one.tokens ?? []);
    const speed = tokens.reduce((sum, count) => sum + count, 0) / seconds;
    return { ...spent, ...this.#use.read(), ...(tokens.length === 0 ? {} : { tokens_per_second: speed }) };
  }

  /** What could not be sent is sent with the next request. */
  #sendPrinted(): void {
    if (this.#printed?.part()) this.#send({}, 1).catch(() => undefined);
  }

  /** Sends members, what is sent once, and the lines that were printed since. */
  #send(members: object, attempts = ATTEMPTS): Promise<void> {
    const sent = this.#sending.then(async () => {
      const [about] = await Promise.all([this.#about, this.#use?.begun]);
      const part = this.#printed?.part() ?? null;
      const printed = part && { printed: { at: part.at, text: part.text } };
      await this.#post({ ...this.#names, ...about, ...members, ...printed }, attempts);
      this.#about = null;
      if (part) this.#printed?.sent(part);
    });
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  async #post(members: object, attempts: number): Promise<void> {
    const authorization = `Basic ${btoa(`api:${this.#target.key}`)}`;
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify(members);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(this.#target.url, { method: "POST", headers, body }).catch((error: unknown) => {
        if (attempt === attempts) throw error;
      });
      if (response?.ok) return;
      const isFinal = response !== undefined && response.status !== 429 && response.status < 500;
      if (response && (isFinal || attempt === attempts))
        throw new Error(`Heddle answered ${response.status}: ${(await response.text()).slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** (attempt - 1)));
    }
  }
}

async function aboutOf(about: object, given: Names["origin"]): Promise<object> {
  return given === false ? about : { ...about, origin: given ?? (await origin()) };
}
