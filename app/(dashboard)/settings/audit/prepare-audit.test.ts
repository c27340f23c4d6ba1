import { describe, expect, it } from "vitest";
import { type AuditFilter, auditQueryOf, eventText, filterNames } from "./prepare-audit";

const NONE: AuditFilter = { person: "", event: "", outcome: "all", period: "all" };
const NOW = Date.parse("2026-11-20T12:34:56.789Z");

describe("auditRequest", () => {
  it("requests all entries without filters", () => expect(auditQueryOf(NONE, NOW)).toEqual({}));

  it("sends the filters that are set", () => {
    const filter: AuditFilter = { person: "u1", event: "key.created", outcome: "denied", period: "24h" };
    expect(auditQueryOf(filter, NOW)).toEqual({
      actorId: "u1",
      event: "key.created",
      isAllowed: false,
      since: "2026-11-19T12:00:00.000Z",
    });
  });

  it("returns the same request within an hour", () => {
    const filter: AuditFilter = { ...NONE, period: "7d" };
    expect(auditQueryOf(filter, NOW)).toEqual(auditQueryOf(filter, NOW + 60_000));
  });
});

describe("eventText", () => {
  it("keeps an unknown event unchanged", () => {
    expect(eventText("key.created")).toBe("Created an API key");
    expect(eventText("robot.started")).toBe("robot.started");
  });
});

describe("filterNames", () => {
  it("names each filter as the page does", () => {
    const filter: AuditFilter = { person: "u1", event: "sign-out", outcome: "allowed", period: "30d" };
    expect(filterNames(filter, new Map([["u1", "Ines"]]))).toEqual(["Ines", "Signed out", "Allowed", "Last 30 d"]);
    expect(filterNames(NONE, new Map())).toEqual([]);
  });
});
