import { describe, expect, it } from "vitest";
import type { Connection } from "./connection";
import { connectionHost, connectionStatus, medianLatency, medianLatencyMs, presentStatus } from "./connection-status";

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

describe("the present status of a connection", () => {
  const of = (results: readonly Partial<Tested>[] | null) => ({
    id: "c",
    lastTest: results && tested(results).lastTest,
  });
  const up = { connectionId: "c", problem: null };

  it("is an error while the service does not respond, whatever its last test found", () => {
    const down = { connectionId: "c", problem: "It hangs." };
    expect(presentStatus(of([{}]), down)).toEqual({ status: "error", words: "does not respond" });
  });

  it("replaces a test that is missing or found no response", () => {
    expect(presentStatus(of(null), up).words).toBe("responds");
    expect(presentStatus(of([silent]), up).words).toBe("responds");
  });

  it("keeps the findings of a test that say more, and those of other connections", () => {
    expect(presentStatus(of([refused, {}]), up).words).toBe("partly rejected");
    expect(presentStatus(of([{}]), { connectionId: "other", problem: "It hangs." }).words).toBe("responds");
    expect(presentStatus(of(null), null).words).toBe("not tested");
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
