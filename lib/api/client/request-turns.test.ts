import { expect, it } from "vitest";
import { inTurn } from "./request-turns";

/** Requests that end when they are told to. */
class Requests {
  readonly sent: string[] = [];
  readonly #ends = new Map<string, () => void>();

  send(name: string, signal?: AbortSignal): Promise<Response> {
    return inTurn(() => {
      this.sent.push(name);
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve) => this.#ends.set(name, () => resolve(new Response())));
    }, signal);
  }

  end(name: string): void {
    this.#ends.get(name)?.();
  }
}

it("leaves connections to others while a service does not respond, and sends the rest in order", async () => {
  const requests = new Requests();
  const all = ["a", "b", "c", "d", "e", "f"].map((name) => requests.send(name));
  expect(requests.sent).toEqual(["a", "b", "c", "d"]);
  requests.end("c");
  await all[2];
  await expect.poll(() => requests.sent).toEqual(["a", "b", "c", "d", "e"]);
  for (const name of ["a", "b", "d", "e"]) requests.end(name);
  await expect.poll(() => requests.sent).toEqual(["a", "b", "c", "d", "e", "f"]);
  requests.end("f");
  await Promise.all(all);
});

it("ends the turn of a request that is stopped, once, and stops one that waits at once", async () => {
  const requests = new Requests();
  const [stopped, waiting] = [new AbortController(), new AbortController()];
  // Nothing answers the first one, even when it is stopped.
  void requests.send("hangs", stopped.signal);
  const others = ["b", "c", "d"].map((name) => requests.send(name));
  const waits = requests.send("waits", waiting.signal);
  const next = requests.send("next");
  waiting.abort(new Error("stopped"));
  await expect(waits).rejects.toThrow("stopped");
  expect(requests.sent).toEqual(["hangs", "b", "c", "d", "waits"]);
  stopped.abort();
  await expect.poll(() => requests.sent.at(-1)).toBe("next");
  requests.end("hangs");
  const last = ["x", "y"].map((name) => requests.send(name));
  expect(requests.sent.at(-1)).toBe("next");
  for (const name of ["b", "c", "d", "next"]) requests.end(name);
  await Promise.all([...others, next]);
  await expect.poll(() => requests.sent.slice(-2)).toEqual(["x", "y"]);
  for (const name of ["x", "y"]) requests.end(name);
  await Promise.all(last);
});
