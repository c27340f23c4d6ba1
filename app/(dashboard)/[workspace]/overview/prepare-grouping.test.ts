import { describe, expect, it } from "vitest";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import { compileSelection } from "@/lib/calls/calls-query";
import { wordsOf } from "@/lib/calls/field-table";
import { groupingOf, groupings, otherTerms, readGrouping, termOf, valueLabel } from "@/lib/calls/grouping";
import { parseQuery } from "@/lib/filter/query-text";

const isEnabled = (query: string) =>
  compileSelection({ projectId: "e/p", query, areRootsOnly: false, fromMs: null, toMs: null }).problems;

describe("the grouping of calls", () => {
  it("is in the URL, and falls back to the op when it cannot be read", () => {
    expect(readGrouping("user").by).toBe("end_user");
    expect(readGrouping("key").by).toBe("svc_user_id");
    expect(readGrouping("attributes.env.name").by).toBe("attributes.env.name");
    expect(readGrouping("score.close.within").by).toBe("score.close.within");
    for (const name of [
      "",
      "nonsense",
      "score.",
      "score.a.",
      "attributes",
      "attributes.",
      "attributes..a",
      "inputs.a",
      'attributes."a"',
    ]) {
      expect(readGrouping(name).by).toBe("op");
    }
  });

  it("is matched with the groups of the service", () => {
    for (const grouping of groupings) expect(groupingOf(grouping.by)).toEqual(grouping);
    expect(groupingOf("attributes.env").field).toBe("attributes.env");
    expect(groupingOf(undefined).by).toBe("op");
  });

  it("links to a query that the list of traces supports, whatever the value", () => {
    const values = ["chat", "two words", 'say "hi"', "a,b", ">3", "*", "", "gpt-4.1", "-x", null];
    for (const grouping of [...groupings, readGrouping("attributes.env"), readGrouping("score.tone@annotation")]) {
      if (wordsOf(grouping.field).length > 0) continue;
      for (const value of values) {
        expect(isEnabled(termOf(grouping, value)), termOf(grouping, value)).toEqual([]);
        const [term] = parseQuery(termOf(grouping, value)).terms;
        expect(term?.isPresence ? null : term?.values).toEqual(value === null ? null : [value]);
      }
    }
    for (const status of ["success", "error", "running", "descendant_error"]) {
      expect(isEnabled(termOf(groupingOf("status"), status))).toEqual([]);
    }
    for (const source of callSources) expect(isEnabled(termOf(groupingOf("source"), source))).toEqual([]);
    expect([termOf(groupingOf("kind"), "llm"), isEnabled(termOf(groupingOf("kind"), "op"))]).toEqual(["kind:LLM", []]);
  });

  it("labels statuses as the page does, and missing values", () => {
    expect(valueLabel(groupingOf("status"), "success")).toBe("ok");
    expect(valueLabel(groupingOf("status"), "descendant_error")).toBe("error inside");
    expect(valueLabel(groupingOf("model"), null)).toBe("no model");
    expect(valueLabel(groupingOf("op"), "chat")).toBe("chat");
  });
});

describe("all other values", () => {
  const op = groupingOf("op");

  it("are the calls without any of the named ones", () => {
    expect(otherTerms(op, ["chat", "two words"])).toEqual(['-op:chat,"two words"']);
    expect(otherTerms(groupingOf("model"), ["gpt-4o", null])).toEqual(["-model:gpt-4o", "model:*"]);
    expect(otherTerms(op, [])).toEqual([]);
  });

  it("can be queried", () => {
    expect(isEnabled(otherTerms(op, ["chat", 'a "b" c', "d,e"]).join(" "))).toEqual([]);
  });
});
