import { describe, expect, it } from "vitest";
import type { StorageSizes } from "@/lib/api/contract/admin/service-info";
import type { EarlierImport } from "@/lib/import/earlier/import-record";
import { importEstimate } from "./prepare-estimate";

const sizesOf = (sentBytes: number, engineBytes: number | null, freeBytes = 200e9): StorageSizes => ({
  projects: [
    {
      project_id: "e/p",
      calls: 1,
      traces_bytes: sentBytes,
      objects_bytes: 0,
      tables_bytes: 0,
      files_bytes: 0,
      week_bytes: 0,
    },
  ],
  project_count: 1,
  engine_bytes: engineBytes,
  disk: engineBytes === null ? null : { size_bytes: 250e9, free_bytes: freeBytes },
});

const importOf = (sent: number, runMs: number): EarlierImport => ({
  userId: null,
  record: {
    import_id: "i",
    state: "done",
    source: "Langfuse",
    from: "a",
    started_at: "2026-11-20T12:00:00Z",
    ended_at: null,
    sent,
    run_ms: runMs,
    calls: null,
    feedback: null,
    versions: [],
    skipped: 0,
    losses: [],
    undone: null,
  },
});

const size = { records: 60_000, bytes: 1e9 };

describe("the estimate of an import", () => {
  it("is compressed as the data of the service is, beside the space that is left", () => {
    const { size: onDisk, isTight } = importEstimate(size, sizesOf(100e6, 25e6), []);
    expect(onDisk).toEqual({ value: "250.0 MB", note: "on disk, 200.00 GB free" });
    expect(isTight).toBe(false);
    expect(importEstimate(size, sizesOf(100e6, 25e6, 400e6), []).isTight).toBe(true);
  });

  it("says the size as it is sent where nothing tells how it is compressed, and no size where it is unknown", () => {
    const asSent = "as sent, less on disk";
    expect(importEstimate(size, null, []).size).toEqual({ value: "1.00 GB", note: asSent });
    expect(importEstimate(size, sizesOf(100e6, null), []).size.note).toBe(asSent);
    // The engine's own files are larger than so little data.
    expect(importEstimate(size, sizesOf(1e6, 25e6), []).size.value).toBe("1.00 GB");
    expect(importEstimate({ ...size, bytes: null }, null, []).size).toEqual({ value: "–", note: "on disk" });
  });

  it("takes as long as the last import that says a rate, otherwise as is usual", () => {
    const { time } = importEstimate(size, null, [importOf(10, 1), importOf(6_000, 10_000), importOf(6_000, 1)]);
    expect(time).toEqual({ value: "1 m 40 s", note: "at 600 a second, as on 20 Nov" });
    expect(importEstimate(size, null, [importOf(10, 1)]).time.note).toMatch(/^at a usual [\d,]+ a second$/);
    expect(importEstimate({ ...size, records: 0 }, null, []).time.value).toBe("–");
  });
});
