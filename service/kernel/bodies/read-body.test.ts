import { describe, expect, it } from "vitest";
import { TooBusyError, TooLargeError } from "@/service/kernel/errors/service-errors";
import { readBytes } from "./read-body";
import { ReadingBudget } from "./reading-budget";

/** A request whose body arrives when the test sends it. */
function slowRequest() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const request = new Request("http://service/", { method: "POST", body: readable, duplex: "half" } as RequestInit);
  return { request, send: (bytes: number) => writer.write(new Uint8Array(bytes)), end: () => writer.close() };
}

describe("bodies that arrive at the same time", () => {
  it("are refused beyond their common limit, and taken again when others are complete", async () => {
    const budget = new ReadingBudget(100);
    const [slow, other, later] = [slowRequest(), slowRequest(), slowRequest()];
    const reading = readBytes({ request: slow.request, sent: null }, 1000, budget);
    await slow.send(80);
    const refused = expect(readBytes({ request: other.request, sent: null }, 1000, budget)).rejects.toThrow(
      TooBusyError,
    );
    await other.send(30).catch(() => undefined);
    await refused;
    await slow.end();
    expect(await reading).toHaveLength(80);
    const taken = readBytes({ request: later.request, sent: null }, 1000, budget);
    await later.send(90);
    await later.end();
    expect(await taken).toHaveLength(90);
  });

  it("count only what has arrived: a client that sends nothing keeps no one else waiting", async () => {
    const budget = new ReadingBudget(100);
    const [silent, other] = [slowRequest(), slowRequest()];
    const waiting = readBytes({ request: silent.request, sent: null }, 1000, budget);
    const reading = readBytes({ request: other.request, sent: null }, 1000, budget);
    await other.send(100);
    await other.end();
    expect(await reading).toHaveLength(100);
    await silent.end();
    expect(await waiting).toHaveLength(0);
  });

  it("have a reserve for small ones, which large ones do not use", async () => {
    const budget = new ReadingBudget(2 * 1024 * 1024, 100);
    const large = slowRequest();
    const reading = readBytes({ request: large.request, sent: null }, 3 * 1024 * 1024, budget);
    await large.send(2 * 1024 * 1024);
    const small = () =>
      readBytes(
        { request: new Request("http://service/", { method: "POST", body: "x".repeat(90) }), sent: null },
        1000,
        budget,
      );
    expect(await small()).toHaveLength(90);
    const [one, two] = [slowRequest(), slowRequest()];
    const first = readBytes({ request: one.request, sent: null }, 1000, budget);
    await one.send(90);
    const refused = expect(readBytes({ request: two.request, sent: null }, 1000, budget)).rejects.toThrow(TooBusyError);
    await two.send(90).catch(() => undefined);
    await refused;
    await Promise.all([one.end(), large.end()]);
    expect(await first).toHaveLength(90);
    await reading;
  });

  it("do not limit a body that is alone, which has a limit of its own", async () => {
    const budget = new ReadingBudget(10);
    const body = new Uint8Array(50);
    const request = () => new Request("http://service/", { method: "POST", body });
    expect(await readBytes({ request: request(), sent: null }, 50, budget)).toHaveLength(50);
    await expect(readBytes({ request: request(), sent: null }, 49, budget)).rejects.toThrow(TooLargeError);
    expect(await readBytes({ request: request(), sent: null }, 50, budget)).toHaveLength(50);
  });
});
