import { afterEach, expect, test, vi } from "vitest";
import type { EventChunk } from "./event-chunk";
import { EventLog } from "./event-log";
import { readStored } from "./read-stored-events";

afterEach(() => vi.unstubAllGlobals());

const address = { connectionId: "local", jobId: "job", after: null, arrivedMs: null };

/** Answers the next request with a text, cut into pieces independent of its lines. */
function answerWith(text: string, pieceLength = 1000) {
  const requests: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push([path, JSON.parse(String(init.body))]);
    const bytes = new TextEncoder().encode(text);
    return new Response(
      new ReadableStream({
        start(controller) {
          for (let at = 0; at < bytes.length; at += pieceLength) controller.enqueue(bytes.slice(at, at + pieceLength));
          controller.close();
        },
      }),
    );
  });
  return requests;
}

const line = (index: number, data = `{"loss":${index}}`) =>
  `{"id":"ev_${index}","type":"gradient_step","data":${data}}\n`;

test("returns every event of a stream once and in order, in chunks that grow up to a limit", async () => {
  const requests = answerWith(Array.from({ length: 23_000 }, (_, index) => line(index)).join(""));
  const log = new EventLog();
  const sizes: number[] = [];
  const onChunk = (chunk: EventChunk) => {
    sizes.push(chunk.count);
    log.append(chunk);
  };
  const summary = await readStored({ ...address, after: "ev" }, onChunk);
  expect(requests).toEqual([["/api/service/local/trainingJobs.streamEvents", { training_job_id: "job", after: "ev" }]]);
  expect(summary).toEqual({ rowCount: 23_000, badLines: [], end: { kind: "complete" } });
  expect([...(log.metrics.seriesOf("loss")?.values ?? [])]).toEqual(Array.from({ length: 23_000 }, (_, i) => i));
  expect(Math.max(...sizes)).toBeLessThan(5100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(23_000);
});

test("keeps all digits of kept events, and draws doubles", async () => {
  answerWith(line(0, '{"seed":12345678901234567890,"loss":1.0}'));
  const log = new EventLog();
  await readStored(address, (chunk) => log.append(chunk));
  expect(String(log.eventAt(0).data.seed)).toBe("12345678901234567890");
  expect(log.metrics.seriesOf("seed")?.values[0]).toBe(12345678901234567000);
});

test("returns the events before a stream was cut short, and counts lines that are not events", async () => {
  answerWith(`${line(0)}{"id":7}\n${line(1)}{"id":"ev_2","ty`);
  const log = new EventLog();
  const summary = await readStored(address, (chunk) => log.append(chunk));
  expect(log.count).toBe(2);
  expect(summary.badLines).toHaveLength(1);
  expect(summary.end.kind).toBe("cut-short");
});
