import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import { FieldDiscovery } from "./field-discovery";
import { RowForms } from "./row-forms";

const lineOf = (val: string, number = "0") => `{"digest":"d${number}","val":${val},"original_index":${number}}`;

/** Returns the forms of these lines, whose fields were discovered before. */
function learned(...lines: string[]): RowForms {
  const forms = new RowForms();
  const discovery = new FieldDiscovery(new Set());
  const rows = lines.map((line) => parseJson(line) as TableRow);
  discovery.addPart(rows);
  for (const [index, line] of lines.entries()) forms.learn(rows[index] as TableRow, line, discovery.root);
  return forms;
}

const matches = (forms: RowForms, line: string) => forms.match(`${line}\n`, 0, line.length) !== null;

const LEARNED = lineOf('{"name":"a","n":1,"share":0.5,"ok":true,"tags":["x",1],"none":null,"in":{"deep":"é"}}');

const valueWith = (members: object) =>
  JSON.stringify({ name: "a", n: 1, share: 0.5, ok: true, tags: [], none: null, in: { deep: "b" }, ...members });

describe("the form of a row", () => {
  it.each([
    ["other values", valueWith({ name: 'q"\\\n🧵', n: -200, share: 1e-7, ok: false })],
    ["another number of items", valueWith({ tags: [1, "x", "y"] })],
    ["no items", valueWith({ tags: [] })],
    ["spaces after colons and commas", valueWith({}).replaceAll(/([:,])"/g, '$1 "')],
  ])("has a row with %s", (_what, val) => {
    const forms = learned(LEARNED, lineOf(valueWith({ tags: [] })));
    expect(matches(forms, lineOf(val, "17"))).toBe(true);
  });

  it.each([
    ["a new member", valueWith({ late: 1 })],
    ["a missing member", '{"name":"a"}'],
    ["another kind of value", valueWith({ n: "1" })],
    ["a fraction where only integers were", valueWith({ n: 1.5 })],
    ["an integer where only fractions were", valueWith({ share: 1 })],
    ["a new member further down", valueWith({ in: { deep: "b", deeper: 1 } })],
    ["an object in a list of texts", valueWith({ tags: [{}] })],
  ])("does not have a row with %s", (_what, val) => {
    expect(matches(learned(LEARNED), lineOf(val))).toBe(false);
  });

  it.each([
    ["a digest that is a number", LEARNED.replace('"d0"', "7")],
    ["a row number that is a text", LEARNED.replace('index":0', 'index":"0"')],
    ["a row number with a fraction", LEARNED.replace('index":0', 'index":0.5')],
    ["no row number", LEARNED.replace(',"original_index":0', "")],
    ["a comma too many in a list", LEARNED.replace('"x",1]', '"x",1,]')],
    ["a comma and a space too many in a list", LEARNED.replace('"x",1]', '"x",1, ]')],
    ["a comma that is missing in a list", LEARNED.replace('"x",1]', '"x"1]')],
    ["a number with a leading zero", LEARNED.replace('"n":1', '"n":01')],
    ["an unknown escape", LEARNED.replace('"a"', '"\\x"')],
    ["an escape that is cut", LEARNED.replace('"a"', '"\\u00g0"')],
    ["a control character in a text", LEARNED.replace('"a"', '"\t"')],
    ["a text that does not close", LEARNED.replace('"a"', '"a')],
    ["something after its end", `${LEARNED}}`],
    ["something missing at its end", LEARNED.slice(0, -1)],
  ])("does not have a line with %s", (_what, line) => {
    expect(line).not.toBe(LEARNED);
    expect(matches(learned(LEARNED), line)).toBe(false);
  });

  it("allows all kinds of value that a field has had", () => {
    const forms = learned(lineOf('{"a":"x","b":1}'), lineOf('{"a":null,"b":0.5}'), lineOf('{"a":"x","b":true}'));
    for (const val of ['{"a":null,"b":1}', '{"a":"x","b":0.5}', '{"a":null,"b":true}']) {
      expect(matches(forms, lineOf(val))).toBe(true);
    }
    expect(matches(forms, lineOf('{"a":1,"b":1}'))).toBe(false);
  });

  it("includes the type of an object, which decides whether its members are fields", () => {
    const custom = (type: string) => lineOf(`{"at":{"_type":"${type}","weave_type":{"type":"Time"},"val":"x"}}`);
    expect(matches(learned(custom("CustomWeaveType")), custom("CustomWeaveType"))).toBe(true);
    expect(matches(learned(custom("CustomWeaveType")), custom("Note"))).toBe(false);
    expect(matches(learned(custom("Note")), custom("CustomWeaveType"))).toBe(false);
  });

  it("is not learned from a row with a duplicate member", () => {
    const twice = lineOf('{"a":1,"a":2}');
    const forms = learned(twice);
    expect([matches(forms, twice), matches(forms, lineOf('{"a":2}'))]).toEqual([false, false]);
  });

  it("returns the digits of the row number, and the position after the line", () => {
    const forms = learned(LEARNED, LEARNED.replace('index":0', 'index":null'));
    const text = `other\n${lineOf(valueWith({ tags: ["x"] }), "99")}\nother`;
    expect(forms.match(text, 6, 1)).toEqual({ end: text.lastIndexOf("\n") + 1, rowNumber: "99" });
    const unnumbered = `${LEARNED.replace('index":0', 'index":null')}\n`;
    expect(forms.match(unnumbered, 0, 1)).toEqual({ end: unnumbered.length, rowNumber: undefined });
  });
});

describe("forms that hardly any row has", () => {
  it("are no longer learned", () => {
    const forms = new RowForms();
    const discovery = new FieldDiscovery(new Set());
    const line = (index: number) => lineOf(`{"key ${index}":1}`);
    for (let index = 0; forms.isLearning(line(index)) && index < 1000; index += 1) {
      expect(matches(forms, line(index))).toBe(false);
      const row = parseJson(line(index)) as TableRow;
      discovery.addPart([row]);
      forms.learn(row, line(index), discovery.root);
    }
    expect(forms.isLearning(line(0))).toBe(false);
  });

  it("are dropped after a thousand rows that match none of them", () => {
    const forms = learned(LEARNED);
    const other = lineOf('{"other":1}');
    for (let index = 0; index < 1000; index += 1) matches(forms, other);
    expect(matches(forms, LEARNED)).toBe(true);
    for (let index = 0; index < 2; index += 1) matches(forms, other);
    expect(matches(forms, LEARNED)).toBe(false);
  });
});

describe("a row is always parsed when it", () => {
  it("is longer than 64 KiB", () => {
    const forms = learned(LEARNED);
    expect(forms.match(`${LEARNED}\n`, 0, 65_537)).toBeNull();
    expect(forms.isLearning(lineOf(JSON.stringify("x".repeat(65_537))))).toBe(false);
  });

  it("nests deeply", () => {
    const nested = (depth: number) => lineOf(`${"[".repeat(depth)}${"]".repeat(depth)}`);
    const forms = new RowForms();
    expect([forms.isLearning(nested(10)), forms.isLearning(nested(20_000))]).toEqual([true, false]);
  });

  it("has items of many forms", () => {
    const line = lineOf('[{"a":1},{"b":1},{"c":1},{"d":1},{"e":1}]');
    expect(matches(learned(line), line)).toBe(false);
  });
});

it("a row with nested lists of any content is compared in one pass", () => {
  const items = [{ x: [] }, { x: [1] }, { x: [{ y: [] }, 1] }, { x: [{ y: ["a"] }] }];
  const many = Array.from({ length: 400 }, (_, index) => items[index % items.length]);
  const line = lineOf(JSON.stringify(many));
  const forms = learned(lineOf(JSON.stringify(items)));
  expect(matches(forms, line)).toBe(true);
  expect(matches(forms, line.replace(/}$/, ",}"))).toBe(false);
});
