import { describe, expect, it } from "vitest";
import { callGroupNames } from "@/lib/api/contract/calls/call-stats";
import { callsStreamQuery } from "@/lib/api/contract/calls/calls";
import { questionMessages } from "@/lib/ask/query-question";
import { suggest } from "@/lib/filter/suggestions";
import { compileSelection } from "./calls-query";
import { fieldSuggestions } from "./field-suggestions";
import { type CallField, callField, callFields, columnIdOf, type FieldType } from "./field-table";
import { findGrouping } from "./grouping";

/** A term on a field that can be asked for. */
const VALUES: Readonly<Record<FieldType, string>> = {
  text: "a",
  id: "a",
  word: "",
  model: "a",
  duration: ">2s",
  time: ">2026-11-20T10:00",
  count: ">10k",
  usd: ">0.01",
  json: "",
};

function termOn({ name, type, words }: CallField): string {
  if (type === "json") return `${name}member:a`;
  return `${name}:${words === undefined ? VALUES[type] : Object.keys(words)[0]}`;
}

describe.each(callFields.map((field) => [field.name, field] as const))("the field %s", (name, field) => {
  it("can be asked for, and a service accepts the request", () => {
    const query = termOn(field);
    const compiled = compileSelection({ projectId: "e/p", query, areRootsOnly: false, fromMs: null, toMs: null });
    expect([query, compiled.problems]).toEqual([query, []]);
    const body = { project_id: "e/p", filter: compiled.filter, query: compiled.query };
    expect(callsStreamQuery.safeParse(body).success).toBe(true);
  });

  it("is suggested in the query box, and told to the model that writes queries", () => {
    const typed = suggest(name, fieldSuggestions).map(({ text }) => text);
    expect(typed).toContain(field.type === "json" ? name : `${name}:`);
    const [system] = questionMessages({ sentence: "", ops: [], paths: [], nowMs: 0 });
    expect(system?.content).toContain(`- ${name}${field.type === "json" ? "PATH" : ""}: ${field.hint}`);
  });

  it("is counted under a name that the interface has, if it is counted", () => {
    expect(findGrouping(name)?.by).toBe(field.by);
    if (field.by !== undefined) expect(callGroupNames).toContain(field.by);
  });
});

it("has each name, each path and each column once", () => {
  for (const read of [({ name }: CallField) => name, ({ path }: CallField) => path, columnIdOf]) {
    const values = callFields.map(read);
    expect(new Set(values).size).toBe(values.length);
  }
  expect(callField("no such field")).toBeUndefined();
});
