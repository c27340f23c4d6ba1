import { describe, expect, it } from "vitest";
import type { CallFailure } from "@/lib/api/contract/calls/call-failures";
import { compileSelection } from "@/lib/calls/calls-query";
import {
  affectedText,
  byRise,
  failedOnly,
  failureLabel,
  failureQuery,
  likelyUserField,
  recentCalls,
  withoutStatus,
} from "./prepare-failures";

describe("the field that names the user of a call", () => {
  it.each([
    [["attributes.env", "attributes.user"], "attributes.user"],
    [["attributes.customer_id", "attributes.user_id"], "attributes.user_id"],
    [["attributes.session.user.id"], "attributes.session.user.id"],
    [["attributes.account", "attributes.customerId"], "attributes.customerId"],
    [["attributes.tenant_id"], "attributes.tenant_id"],
    [["attributes.user_agent", "attributes.browser"], "svc_user_id"],
    [[], "svc_user_id"],
  ])("among %j is %s", (paths, field) => {
    expect(likelyUserField(paths)).toBe(field);
  });
});

describe("the query of failures", () => {
  it("counts among all calls, whatever status the page selects", () => {
    expect(withoutStatus("op:search status:error latency:>2s")).toBe("op:search latency:>2s");
    expect(withoutStatus("-status:ok status:error")).toBe("");
    expect(withoutStatus('inputs.a:"two  spaces"')).toBe('inputs.a:"two  spaces"');
  });

  it("charts only failed calls, so that errors have a scale of their own", () => {
    expect(failedOnly("op:search status:ok")).toBe("op:search status:error");
    expect(failedOnly("")).toBe("status:error");
  });

  it("selects a group by its op and by the texts that all its exceptions contain", () => {
    const group = { op: "search", pattern: "TimeoutError: … did not answer within … s" };
    expect(failureQuery("attributes.env:prod status:ok", group)).toBe(
      'attributes.env:prod status:error op:search exception:~TimeoutError exception:~"did not answer within"',
    );
  });

  it("leaves out what clients escape or separate in JSON", () => {
    const group = { op: "a b", pattern: 'KeyError: "größe" of … missing \\ here' };
    expect(failureQuery("", group)).toBe(
      'status:error op:"a b" exception:~KeyError exception:~missing exception:~here',
    );
  });

  it("selects by status and op alone where nothing else is left", () => {
    expect(failureQuery("", { op: "x", pattern: "…" })).toBe("status:error op:x");
  });

  it("can be read by the filter bar", () => {
    const query = failureQuery("", { op: "x,y", pattern: "Odd, *: >1 ~ text" });
    const selection = compileSelection({ projectId: "e/p", query, areRootsOnly: false, fromMs: null, toMs: null });
    expect(selection.problems).toEqual([]);
  });
});

it("writes how many are affected, and their share", () => {
  expect(affectedText({ field: "attributes.user", value_count: 120, failed_value_count: 30 })).toBe("30 of 120 (25%)");
  expect(affectedText({ field: "attributes.user", value_count: 0, failed_value_count: 0 })).toBeNull();
});

describe("groups of failures", () => {
  const group = (op: string, part_counts: number[] | null) => {
    const call_count = part_counts?.reduce((sum, count) => sum + count) ?? 7;
    return { op, pattern: "p", call_count, part_counts } as CallFailure;
  };

  it("begin with those that rise above their earlier rate, however many calls steady ones have", () => {
    const groups = [
      group("steady", [100, 100, 100, 100]),
      group("fell", [40, 40, 10, 0]),
      group("outage", [0, 1, 1, 38]),
    ];
    expect(byRise(groups).map(({ op }) => op)).toEqual(["outage", "steady", "fell"]);
  });

  it("keep the order of a service that does not count them over time", () => {
    const groups = [group("fell", [9, 0]), group("unknown", null), group("outage", [0, 9])];
    expect(byRise(groups)).toEqual(groups);
  });

  it("are recent in the last quarter of the range", () => {
    expect(recentCalls(group("a", [1, 2, 3, 4]))).toBe(4);
    expect(recentCalls(group("a", Array(24).fill(2)))).toBe(12);
    expect(recentCalls(group("a", null))).toBeNull();
  });

  it("are named by what their exceptions have in common, else by one of them", () => {
    expect(failureLabel({ pattern: "gift_card_… holds … USD", message: "gift_card_77 holds 12 USD" })).toBe(
      "gift_card_… holds … USD",
    );
    expect(failureLabel({ pattern: "…", message: "E404" })).toBe("E404");
    expect(failureLabel({ pattern: "", message: "" })).toBe("(no text)");
  });
});
