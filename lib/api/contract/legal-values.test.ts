import { describe, expect, it } from "vitest";
import { callsStats } from "./calls/calls";
import { thread } from "./calls/threads";
import { objectVersion } from "./objects/objects";
import { parseJson } from "./scalars/json-text";

const THREAD = `"thread_id":"booking","turn_count":2`;
const VERSION = `"project_id":"e/p","object_id":"o","created_at":"2026-11-01T10:00:00Z","digest":"d","version_index":0,"is_latest":1,"kind":"object"`;

describe("a line of another service", () => {
  it.each([
    `{${THREAD},"start_time":null,"last_updated":null,"p50_turn_duration_ms":null,"p99_turn_duration_ms":null}`,
    `{${THREAD}}`,
  ])("is a thread with null, or nothing, for what the service does not know: %s", (line) => {
    expect(thread.parse(parseJson(line))).toMatchObject({ thread_id: "booking", turn_count: 2 });
  });

  it("has no duration where the service writes −1 for one that it does not know", () => {
    const line = `{${THREAD},"p50_turn_duration_ms":-1,"p99_turn_duration_ms":-1.0}`;
    expect(thread.parse(parseJson(line))).toMatchObject({ p50_turn_duration_ms: null, p99_turn_duration_ms: null });
    expect(thread.parse(parseJson(`{${THREAD},"p50_turn_duration_ms":0}`)).p50_turn_duration_ms).toBe(0);
  });

  it.each(["9007199254740993", "18446744073709551615"])("may have a size above 2^53: %s bytes", (size) => {
    expect(objectVersion.parse(parseJson(`{${VERSION},"size_bytes":${size}}`)).size_bytes).toBe(Number(size));
    const stats = callsStats.parse(parseJson(`{"count":1,"total_storage_size_bytes":${size}}`));
    expect(stats.total_storage_size_bytes).toBe(Number(size));
  });
});
