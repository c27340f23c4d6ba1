import { describe, expect, test } from "vitest";
import { logOf } from "@/lib/training/events/testing/log-of";
import { sized } from "@/test/setup/test-length";
import { chunkBuffers, MAX_CACHED_TEXTS, packEvents } from "./event-chunk";
import { EventLog } from "./event-log";
import { IdColumn } from "./id-column";
import { packId } from "./packed-id";

const uuid = (index: number) => `0199a7c2-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;
const step = (index: number, data: Record<string, unknown> = { loss: index }) => ({
  id: uuid(index),
  type: "gradient_step",
  data,
  timeMs: index * 10,
});

function columnOf(ids: readonly string[]): IdColumn {
  const column = new IdColumn();
  for (const id of ids) {
    const words = packId(id);
    column.push(words ?? [0, 0, 0, 0], 0, words ? undefined : id);
  }
  return column;
}

describe("ids of events", () => {
  test("are returned unchanged, whatever their form", () => {
    const ids = [uuid(1), "ev_1", "", "00000000-0000-0000-0000-000000000000", uuid(1).toUpperCase(), "ffffffff"];
    const column = columnOf(ids);
    expect(ids.map((_, index) => column.at(index))).toEqual(ids);
  });

  test("are added once among thousands", () => {
    const ids = Array.from({ length: 5000 }, (_, index) => (index % 3 === 0 ? `ev_${index}` : uuid(index)));
    const column = columnOf([...ids, ...ids]);
    expect(column.count).toBe(ids.length);
    expect(ids.every((id, index) => column.at(index) === id)).toBe(true);
  });
});

describe("a log of events", () => {
  test("is the same for any chunks and any duplicates", () => {
    const events = Array.from({ length: 100 }, (_, index) =>
      index % 10 === 9 ? { ...step(index, { score: index }), type: "evaluation" } : step(index),
    );
    const complete = logOf(events);
    const pieces = new EventLog();
    for (let from = 0; from < events.length; from += 7) {
      pieces.append(packEvents(events.slice(Math.max(0, from - 3), from + 7)));
    }
    for (const log of [complete, pieces]) {
      expect(events.map((_, index) => log.eventAt(index))).toEqual(events);
      expect([log.count, log.gradientSteps, log.runs.length]).toEqual([100, 90, 20]);
      expect([...(log.metrics.seriesOf("evaluation score")?.values ?? [])]).toEqual([
        ...[9, 19, 29, 39, 49, 59, 69, 79, 89, 99],
      ]);
    }
    expect([...(pieces.metrics.seriesOf("loss")?.rows ?? [])]).toEqual([
      ...(complete.metrics.seriesOf("loss")?.rows ?? []),
    ]);
  });

  test("returns how many events of a chunk were new", () => {
    const log = logOf([step(1), step(2)]);
    expect(log.append(packEvents([step(2), step(3)]))).toBe(1);
    expect(log.append(packEvents([step(2), step(3)]))).toBe(0);
  });

  test("keeps the newest, first and last events in full, and the numbers of all others", () => {
    const started = { id: "start", type: "training_started", data: { num_sequences: 9, note: "x" }, timeMs: 0 };
    const others = Array.from({ length: MAX_CACHED_TEXTS * 3 }, (_, index) => ({
      id: `note-${index}`,
      type: "note",
      data: { at: index },
      timeMs: null,
    }));
    const steps = Array.from({ length: MAX_CACHED_TEXTS * 3 }, (_, index) => step(index));
    const failed = { id: "end", type: "training_failed", data: { error_message: "x".repeat(99_999) }, timeMs: null };
    const log = new EventLog();
    for (const part of [[started], others.slice(0, 700), others.slice(700), steps.slice(0, 700), steps.slice(700)]) {
      log.append(packEvents(part));
    }
    log.append(packEvents([failed]));
    const stored = Array.from({ length: log.count }, (_, index) => index).filter((index) => log.hasData(index));
    expect(stored.length).toBeLessThanOrEqual(MAX_CACHED_TEXTS * 2 + 2);
    expect(log.started?.data).toEqual(started.data);
    expect(log.last?.data).toEqual(failed.data);
    expect(log.hasData(1)).toBe(false);
    expect(log.hasData(log.count - 2)).toBe(true);
    expect(log.metrics.seriesOf("loss")?.values.length).toBe(steps.length);
  });

  test("transfers a chunk to another thread without copying its numbers", () => {
    const chunk = packEvents([step(1, { loss: 0.5, reward: 1 }), { ...step(2), id: "ev_2" }]);
    const log = new EventLog();
    log.append(structuredClone(chunk, { transfer: chunkBuffers(chunk) }));
    expect(chunk.timesMs.length).toBe(0);
    expect([log.idAt(0), log.idAt(1)]).toEqual([uuid(1), "ev_2"]);
    expect(log.metrics.numbersOf(0)).toEqual([
      ["loss", 0.5],
      ["reward", 1],
    ]);
  });

  test("of many events stays small: 24 MiB for 100,000 with a million numbers", () => {
    const count = sized({ once: 25_000, all: 100_000 });
    const data = Object.fromEntries(Array.from({ length: 10 }, (_, metric) => [`metric_${metric}`, metric]));
    const log = new EventLog();
    for (let from = 0; from < count; from += 5000) {
      log.append(packEvents(Array.from({ length: 5000 }, (_, index) => step(from + index, data))));
    }
    expect(log.count).toBe(count);
    expect(log.metrics.series.reduce((sum, { values }) => sum + values.length, 0)).toBe(10 * count);
    const bytes = log.metrics.series.reduce(
      (sum, { values, rows }) => sum + values.buffer.byteLength + rows.buffer.byteLength,
      0,
    );
    expect(bytes).toBeLessThan((24 * 1024 * 1024 * count) / 100_000);
  });
});
