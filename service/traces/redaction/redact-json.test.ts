import { describe, expect, it } from "vitest";
import type { RedactionPlace, RedactionRule } from "@/lib/api/contract/admin/redaction";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { endPart, startPart } from "@/service/traces/store/testing/call-fixtures";
import { ProjectRedactor } from "./project-redactor";

const SECRET = Buffer.alloc(32, 7);

function rule(changes: Partial<RedactionRule>): RedactionRule {
  const plain = { name: "r", is_enabled: true, kind: "key" as const, pattern: "password", action: "remove" as const };
  return { ...plain, places: ["inputs", "output", "attributes", "summary", "exception", "name"], ...changes };
}

const EMAIL = rule({ name: "email", kind: "expression", pattern: "[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w" });

const redact = (text: string, rules: readonly RedactionRule[], place: RedactionPlace = "inputs") =>
  new ProjectRedactor(rules, SECRET).json(place, text);

describe("a key", () => {
  it.each([
    ["of any value", '{"password":[1,{"a":"b"}], "b":2}', '{"password":"[removed: r]", "b":2}'],
    ["at any depth, in lists too", '[{"a":[{"password":"x"}]}]', '[{"a":[{"password":"[removed: r]"}]}]'],
    ["in any case", '{"PassWord":"x"}', '{"PassWord":"[removed: r]"}'],
    ["that is escaped", '{"pass\\u0077ord":"x"}', '{"pass\\u0077ord":"[removed: r]"}'],
    ["that is doubled", '{"password":"x","password":"y"}', '{"password":"[removed: r]","password":"[removed: r]"}'],
    ["after a member without value", '{"a":{},"password":1}', '{"a":{},"password":"[removed: r]"}'],
    ["in JSON within a text", '{"a":"{\\"password\\": \\"x\\"}"}', '{"a":"{\\"password\\": \\"[removed: r]\\"}"}'],
  ])("%s is replaced with its value", (_, text, expected) => {
    expect(redact(text, [rule({})])).toBe(expected);
  });

  it.each([
    '{"passwords":"x","a":"password","password":null,"b":{"password":""}}',
    '{"a":1.0, "b": 12345678901234567890, "c":"\\ud800", "d":[[],{}] }',
    '"password"',
  ])("leaves everything else as it was sent: %s", (text) => {
    expect(redact(text, [rule({})])).toBe(text);
  });

  it("with a path needs the names before it, however lists and dots separate them", () => {
    const rules = [rule({ pattern: "user.email" })];
    expect(redact('{"email":1,"user":[{"email":2}],"a":{"user.email":3}}', rules)).toBe(
      '{"email":1,"user":[{"email":"[removed: r]"}],"a":{"user.email":"[removed: r]"}}',
    );
    expect(redact('{"superuser":{"email":1},"user":{"a":{"email":2}}}', rules)).toBe(
      '{"superuser":{"email":1},"user":{"a":{"email":2}}}',
    );
  });
});

describe("an expression", () => {
  it("replaces each match in texts and in names of members, and keeps names apart", () => {
    const text = '{"a@b.co":1,"c@d.co":2,"t":"to a@b.co, c@d.co!"}';
    expect(redact(text, [EMAIL])).toBe(
      '{"[removed: email]":1,"[removed: email] 2":2,"t":"to [removed: email], [removed: email]!"}',
    );
  });

  it("sees texts as they were meant: escapes, and JSON within JSON", () => {
    expect(redact('["a\\u0040b.co"]', [EMAIL])).toBe('["[removed: email]"]');
    expect(redact(JSON.stringify({ a: '{"b":["a\\u0040b.co"]}' }), [EMAIL])).toBe(
      JSON.stringify({ a: '{"b":["[removed: email]"]}' }),
    );
  });

  it("looks at what was sent, so that no rule hides a part of another's match", () => {
    const at = rule({ name: "at", kind: "expression", pattern: "@" });
    expect(redact('["mia@b.co"]', [at, EMAIL])).toBe('["[removed: email]"]');
    const [first, second] = [
      rule({ kind: "expression", pattern: "abc" }),
      rule({ kind: "expression", pattern: "cde" }),
    ];
    expect(redact('["xabcdey"]', [first, second])).toBe('["x[removed: r]y"]');
  });

  it("ends after a second for a text that makes it look at the rest again and again, and lets nothing of it through", () => {
    const slow = rule({ kind: "expression", pattern: "a(?:[^b]*b)?" });
    const began = performance.now();
    const redacted = redact(JSON.stringify("a".repeat(300_000)), [slow]);
    expect(redacted.replaceAll("[removed: r]", "")).toBe('""');
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a hash", () => {
  const hash = rule({ action: "hash" });

  it("is the same for equal values of a project, whatever finds them, and of another project another", () => {
    const byKey = JSON.parse(redact('{"password":"mia@b.co"}', [{ ...hash, name: "email" }])).password;
    const byExpression = JSON.parse(redact('["mia@b.co"]', [{ ...EMAIL, action: "hash" }]))[0];
    expect(byKey).toMatch(/^\[hashed: email [0-9a-f]{16}\]$/);
    expect(byExpression).toBe(byKey);
    const other = new ProjectRedactor([{ ...hash, name: "email" }], Buffer.alloc(32, 8));
    expect(JSON.parse(other.json("inputs", '{"password":"mia@b.co"}')).password).not.toBe(byKey);
  });

  it("becomes a removal where the project's key cannot be read", () => {
    expect(new ProjectRedactor([hash], null).json("inputs", '{"password":1}')).toBe('{"password":"[removed: r]"}');
  });

  it("has the name of its rule, with any character that names may have", () => {
    const named = { ...hash, name: "Käse-1_b. x" };
    const once = redact('{"password":"a"}', [named]);
    expect(once).toMatch(/^\{"password":"\[hashed: Käse-1_b\. x [0-9a-f]{16}\]"\}$/);
    expect(redact(once, [named])).toBe(once);
  });

  it("stays what it is when a call is sent again as it was read", () => {
    const hex = rule({ name: "hex", kind: "expression", pattern: "[0-9a-f]{8,}", action: "hash" });
    const once = redact('{"password":"x","t":"id 0123456789abcdef0 {\\"password\\":1}"}', [hash, hex]);
    expect(redact(once, [hash, hex])).toBe(once);
  });
});

describe("the parts of a call", () => {
  it("are redacted where a rule says, and nowhere else", () => {
    const redactor = new ProjectRedactor([{ ...EMAIL, places: ["output", "exception", "name"] }], SECRET);
    const id = { projectId: "p", id: "c" };
    const text = '{"a":"mia@b.co"}';
    const start = startPart({ ...id, opName: "mail mia@b.co", displayName: "mia@b.co", inputs: payloadOf(text) });
    const end = endPart({ ...id, exception: "no mia@b.co", output: payloadOf(text), summary: payloadOf(text) });
    const [newStart, newEnd, name] = redactor.parts([start, end, { ...id, part: "name", displayName: "mia@b.co" }]);
    expect(newStart).toMatchObject({ opName: "mail [removed: email]", displayName: "[removed: email]" });
    expect(newStart).toMatchObject({ inputs: { text: Buffer.from(text) } });
    expect(newEnd).toMatchObject({ exception: "no [removed: email]", summary: { text: Buffer.from(text) } });
    expect(newEnd).toMatchObject({ output: { text: Buffer.from('{"a":"[removed: email]"}') } });
    expect(name).toMatchObject({ displayName: "[removed: email]" });
  });

  it("have their size, refs and search text from what is stored", () => {
    const text = '{"password":"weave:///e/p/object/o:v","n":12345678901234567890123}';
    const start = startPart({ projectId: "p", id: "c", inputs: payloadOf(text) });
    const [redacted] = new ProjectRedactor([rule({})], SECRET).parts([start]);
    expect(redacted).toMatchObject({ inputs: payloadOf('{"password":"[removed: r]","n":12345678901234567890123}') });
  });

  it("include the span as it was sent, which has the same values under other names", () => {
    const messages = rule({ name: "m", pattern: "messages", places: ["inputs"] });
    const dump = '{"start":"2026","events":[{"attributes":{"content":"hush","id":48151623}}]}';
    const inputs = payloadOf('{"messages":[{"role":"user","content":"hush","id":48151623}]}');
    const [start] = new ProjectRedactor([messages], SECRET).parts([
      startPart({ projectId: "p", id: "c", inputs, otelDump: dump }),
    ]);
    expect(start).toMatchObject({
      otelDump: '{"start":"2026","events":[{"attributes":{"content":"[removed: m]","id":"[removed: m]"}}]}',
    });
  });
});
