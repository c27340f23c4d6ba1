import { describe, expect, it } from "vitest";
import type { Connection } from "./connection";
import { connectionHost, connectionStatus, medianLatency, medianLatencyMs } from "./connection-status";

type LastTest = NonNullable<Connection["lastTest"]>;
type Tested = LastTest["operations"][number];

/** A test of one operation each, with these results. */
const tested = (results: readonly Partial<Tested>[]): Pick<Connection, "lastTest"> => ({
  lastTest: {
    operations: results.map((result) => ({ status: 200, support: "supported", latencyMs: 10, ...result })),
  } as unknown as LastTest,
});

const refused = { status: 401, support: "refused" } as const;
const missing = { status: 404, support: "missing" } as const;
const silent = { status: null, latencyMs: null } as const;

describe("the last test of a connection", () => {
  it.each<[string, Pick<Connection, "lastTest">, string, string]>([
    ["no test", { lastTest: null }, "unknown", "not tested"],
    ["no response at all", tested([silent, silent]), "error", "does not respond"],
    ["refused credentials", tested([refused, missing, silent]), "error", "credentials rejected"],
    ["some refused operations", tested([refused, {}]), "warning", "partly rejected"],
    ["a response that is not one of the interface", tested([missing]), "warning", "no supported operations"],
    ["a supported operation", tested([{}, missing, silent]), "ok", "responds"],
  ])("with %s reads", (_case, connection, status, words) => {
    expect(connectionStatus(connection)).toEqual({ status, words });
  });
});

describe("the latency of a connection", () => {
  it("is the median of supported operations", () => {
    const times = [30, 10, 20].map((latencyMs) => ({ latencyMs }));
    expect(medianLatencyMs(tested([...times, { ...missing, latencyMs: 900 }]))).toBe(20);
    expect(medianLatencyMs(tested([...times, { latencyMs: 40 }, { latencyMs: null }]))).toBe(25);
    expect(medianLatency(tested([{ latencyMs: 12 }]))).toMatch(/^12\sms$/);
  });

  it("is unknown without a supported operation", () => {
    expect([medianLatency({ lastTest: null }), medianLatency(tested([missing]))]).toEqual([null, null]);
  });
});

describe("the host of a connection", () => {
  it("is that of its address, or the text of an unreadable one", () => {
    expect(connectionHost({ baseUrl: "https://traces.example.org:8443/api" })).toBe("traces.example.org:8443");
    expect(connectionHost({ baseUrl: "not an address" })).toBe("not an address");
  });
});
