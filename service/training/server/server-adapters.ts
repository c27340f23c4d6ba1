import { z } from "zod";
import { ProviderError } from "@/service/kernel/errors/service-errors";
import type { ServerProcess } from "./server-process";

/** Checkpoints that a server has loaded at a time; beyond that the one that was used longest ago is unloaded. */
const MAX_LOADED = 16;

/** A checkpoint by the name under which the server answers for it. */
export interface ServedCheckpoint {
  /** `wandb-artifact:///entity/project/name:step3`. A model that is registered again may reuse it. */
  readonly name: string;
  readonly id: string;
  /** The folder of its files. */
  readonly path: string;
}

interface Loaded {
  readonly id: string;
  readonly loading: Promise<void>;
  users: number;
}

const errorBody = z.looseObject({
  message: z.string().optional(),
  error: z.union([z.string(), z.looseObject({ message: z.string() })]).optional(),
});

/** The message of an error in the formats of OpenAI's and vLLM's servers; otherwise the beginning of the text. */
export function serverErrorText(text: string): string {
  try {
    const { error, message } = errorBody.parse(JSON.parse(text));
    return (typeof error === "object" ? error.message : error) ?? message ?? text.slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}

/** The checkpoints that one server has loaded, in the order of their last use. */
export class ServerAdapters {
  readonly #server: ServerProcess;
  readonly #loaded = new Map<string, Loaded>();

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  get names(): readonly string[] {
    return [...this.#loaded.keys()];
  }

  /**
   * Loads a checkpoint if necessary, and keeps it loaded until the returned function is called.
   * @throws ProviderError when the server could not load it, ServerUnavailableError when it has ended
   */
  async hold(checkpoint: ServedCheckpoint): Promise<() => void> {
    const known = this.#loaded.get(checkpoint.name);
    const kept = known?.id === checkpoint.id ? known : this.#load(checkpoint, known !== undefined);
    kept.users += 1;
    // Inserted again, so that the first one is the one that was used longest ago.
    this.#loaded.delete(checkpoint.name);
    this.#loaded.set(checkpoint.name, kept);
    const release = () => {
      kept.users -= 1;
    };
    try {
      await kept.loading;
      return release;
    } catch (error) {
      release();
      if (this.#loaded.get(checkpoint.name) === kept) this.#loaded.delete(checkpoint.name);
      throw error;
    }
  }

  /** @param isReplacing the name is that of another checkpoint, which is loaded */
  #load({ name, id, path }: ServedCheckpoint, isReplacing: boolean): Loaded {
    const load = async () => {
      if (isReplacing) await this.#unload(name);
      await this.#unloadOldest();
      await this.#post("load_lora_adapter", { lora_name: name, lora_path: path });
    };
    return { id, loading: load(), users: 0 };
  }

  async #unloadOldest(): Promise<void> {
    for (const [name, { users }] of [...this.#loaded]) {
      if (this.#loaded.size < MAX_LOADED) return;
      if (users > 0) continue;
      this.#loaded.delete(name);
      await this.#unload(name);
    }
  }

  /** A server that does not know the name any more has nothing to unload. */
  async #unload(name: string): Promise<void> {
    await this.#post("unload_lora_adapter", { lora_name: name }).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
  }

  async #post(operation: string, body: object): Promise<void> {
    const { address, gone } = this.#server;
    let response: Response;
    try {
      response = await fetch(`${address}/v1/${operation}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: gone,
      });
      const text = await response.text();
      if (response.ok) return;
      throw new ProviderError(`The model server refused ${operation}: ${serverErrorText(text)}`, null);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw await this.#server.lostConnection();
    }
  }
}
