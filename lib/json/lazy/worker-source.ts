import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { JsonPath } from "@/lib/json/scan/json-slices";
import { postPieces } from "@/lib/worker/post-pieces";
import type { ValueSource } from "./value-source";
import type { FromWorker, ToWorker, WorkerRequest, WorkerResponse } from "./value-worker-messages";

/** A text without requests for this long is released; the next request reads it again. */
const CACHE_TIME_MS = 60_000;

/** Reads the full text when it is first needed. */
export type OpenText = () => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

/** A JSON text that is read once, in full, into a worker, which then returns parts of it. */
export class WorkerText {
  readonly #open: OpenText;
  readonly #waiting = new Map<number, { resolve: (answer: WorkerResponse) => void; reject: (error: Error) => void }>();
  #worker: Promise<Worker> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(open: OpenText) {
    this.#open = open;
  }

  async ask<Kind extends WorkerRequest["kind"]>(
    question: WorkerRequest & { kind: Kind },
  ): Promise<WorkerResponse & { kind: Kind }> {
    clearTimeout(this.#timer);
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = new Promise<WorkerResponse>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    post(worker, { kind: "ask", id, question });
    // The worker answers a request with a response of its kind.
    return (await answer) as WorkerResponse & { kind: Kind };
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(new URL("./value-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#settle(data);
    worker.onerror = () => this.#end(new Error("The value is too large for this browser."));
    try {
      await postPieces(worker, await this.#open(), (bytes): ToWorker => ({ kind: "piece", bytes }));
      post(worker, { kind: "end" });
      return worker;
    } catch (error) {
      worker.terminate();
      this.#worker = null;
      throw error;
    }
  }

  #settle(message: FromWorker): void {
    const waiter = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ("answer" in message) waiter?.resolve(message.answer);
    else waiter?.reject(new Error(message.problem));
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) this.#timer = setTimeout(() => this.#end(new Error("Stopped.")), CACHE_TIME_MS);
  }

  #end(reason: Error): void {
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
    void this.#worker?.then((worker) => worker.terminate());
    this.#worker = null;
  }
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

/** Parts of the value at a path of a text in a worker. */
export function workerSource(text: WorkerText, base: JsonPath): ValueSource {
  return {
    read: async (path, window) => {
      const { part } = await text.ask({ kind: "read", path: [...base, ...path], window });
      const { text: json, omitted: leftOut, ...rest } = part;
      return { ...rest, value: parseJson(json), left_out: leftOut.map((left) => ({ ...left, path: [...left.path] })) };
    },
    find: async (path, words, after) => {
      const { found } = await text.ask({ kind: "find", path: [...base, ...path], words, after });
      return found;
    },
    content: async (path) => {
      const { blob } = await text.ask({ kind: "content", path: [...base, ...path] });
      return blob.stream();
    },
  };
}
