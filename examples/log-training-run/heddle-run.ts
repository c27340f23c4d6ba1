/** Logs the training run of any program to Heddle. Copy this file into your project; it needs no package. */

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
}

interface Names {
  readonly project_id: string;
  readonly run: string;
  readonly model?: string;
  readonly config?: object;
  /** Where the program was started: `command`, `commit`, `host`, `versions` and the like. */
  readonly origin?: object;
  /** Tags, group (such as a sweep) and notes count until a person changes them in Heddle. */
  readonly tags?: readonly string[];
  readonly group?: string;
  readonly notes?: string;
}

/**
 * A run, identified by its name in a project. Logging an iteration again replaces its data, so that retries are safe.
 */
export class HeddleRun {
  readonly #target: { readonly url: string; readonly key: string };
  readonly #names: object;

  constructor(names: Names, url: string, key: string) {
    this.#target = { url: `${url.replace(/\/+$/, "")}/training_runs/log`, key };
    this.#names = names;
  }

  async log(iteration: number, metrics: Readonly<Record<string, number>> = {}, rollouts: readonly Rollout[] = []) {
    const finite = Object.fromEntries(Object.entries(metrics).filter(([, value]) => Number.isFinite(value)));
    await this.#send({ iteration, metrics: finite, rollouts });
  }

  async finish(error?: unknown) {
    await this.#send(error === undefined ? { state: "finished" } : { state: "failed", reason: String(error) });
  }

  async #send(members: object) {
    const authorization = `Basic ${btoa(`api:${this.#target.key}`)}`;
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ ...this.#names, ...members });
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(this.#target.url, { method: "POST", headers, body }).catch((error: unknown) => {
        if (attempt === ATTEMPTS) throw error;
      });
      if (response?.ok) return;
      const isFinal = response !== undefined && response.status !== 429 && response.status < 500;
      if (response && (isFinal || attempt === ATTEMPTS))
        throw new Error(`Heddle answered ${response.status}: ${(await response.text()).slice(0, 2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** (attempt - 1)));
    }
  }
}
