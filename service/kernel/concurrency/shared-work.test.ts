import { expect, test } from "vitest";
import { SharedWork } from "./shared-work";

/** A promise that the test settles. */
function deferred() {
  let [resolve, reject] = [(_value: number) => {}, (_reason: unknown) => {}];
  const promise = new Promise<number>((onValue, onReason) => {
    [resolve, reject] = [onValue, onReason];
  });
  return { promise, resolve, reject };
}

const never = new AbortController().signal;

test("runs once for all who wait, and again for those who come later", async () => {
  const shared = new SharedWork<number>();
  const first = deferred();
  let starts = 0;
  const start = () => {
    starts++;
    return starts === 1 ? first.promise : Promise.resolve(2);
  };
  const results = Promise.all([shared.run("a", never, start), shared.run("a", never, start)]);
  first.resolve(1);
  expect(await results).toEqual([1, 1]);
  expect(await shared.run("a", never, start)).toBe(2);
  expect(starts).toBe(2);
});

test("continues for the others when one leaves, and stops when all have left", async () => {
  const shared = new SharedWork<number>();
  const [leaving, staying] = [new AbortController(), new AbortController()];
  const result = deferred();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    signal.addEventListener("abort", () => result.reject(signal.reason));
    return result.promise;
  };
  const left = shared.run("a", leaving.signal, start);
  const stayed = shared.run("a", staying.signal, start);
  leaving.abort(new Error("left"));
  await expect(left).rejects.toThrow("left");
  expect(signals[0]?.aborted).toBe(false);
  staying.abort(new Error("left too"));
  await expect(stayed).rejects.toThrow("left too");
  expect(signals[0]?.aborted).toBe(true);
  await expect(shared.run("a", never, () => Promise.resolve(3))).resolves.toBe(3);
});

test("passes a failure to all who wait, and starts anew afterwards", async () => {
  const shared = new SharedWork<number>();
  const fail = () => Promise.reject(new Error("no rows"));
  const both = await Promise.allSettled([shared.run("a", never, fail), shared.run("a", never, fail)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared.run("a", never, () => Promise.resolve(1))).toBe(1);
});

test("starts nothing for one who has left already", async () => {
  const shared = new SharedWork<number>();
  let starts = 0;
  const start = () => Promise.resolve(++starts);
  await expect(shared.run("a", AbortSignal.abort(new Error("left")), start)).rejects.toThrow("left");
  expect(starts).toBe(0);
});
