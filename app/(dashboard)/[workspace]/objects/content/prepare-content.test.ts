import { describe, expect, it, vi } from "vitest";
import { publishSnippet, readSnippets } from "@/app/(dashboard)/[workspace]/objects/use/prepare-snippets";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { kindOfName } from "@/lib/json/media/file-name";
import { contentOf } from "./prepare-content";

describe("content", () => {
  it("of an op is its source file", () => {
    const value = { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "a.txt": "1", "obj.py": "2" } };
    expect(contentOf(value)).toEqual({ type: "code", file: { name: "obj.py", digest: "2" } });
  });

  it("of another custom object is its files", () => {
    const value = { _type: "CustomWeaveType", weave_type: { type: "PIL.Image.Image" }, files: { "image.png": "1" } };
    expect(contentOf(value)).toMatchObject({
      type: "rich",
      rich: { type: "PIL.Image.Image", files: [{ name: "image.png", source: { kind: "stored", digest: "1" } }] },
    });
  });

  it("of a datetime is its time", () => {
    const value = { _type: "CustomWeaveType", weave_type: { type: "datetime.datetime" }, val: "2026-11-23T02:03:04Z" };
    expect(contentOf(value)).toMatchObject({ type: "rich", rich: { kind: "time", text: "2026-11-23T02:03:04Z" } });
  });

  it("of a value that is not loaded is read part by part, and never mistaken for another type", () => {
    const source = { read: vi.fn(), find: vi.fn(), content: vi.fn() };
    expect(contentOf(new LazyValue({ source, path: [] }, { kind: null, size: 5_000_000 }))).toEqual({ type: "json" });
    expect(source.read).not.toHaveBeenCalled();
  });

  it("of a dataset is its table", () => {
    const ref = "weave:///e/p/table/abc";
    expect(contentOf({ _type: "Dataset", rows: ref })).toEqual({ type: "table", ref, digest: "abc" });
    expect(contentOf({ rows: "plain text" })).toEqual({ type: "json" });
  });

  it("of a prompt is its messages, with lines, parts and tool calls", () => {
    const messages = [
      { role: "system", content: ["one", "two"] },
      { role: "user", content: [{ type: "text", text: "hi" }] },
      { role: "assistant", content: null, tool_calls: [{ id: "c" }] },
    ];
    expect(contentOf({ messages })).toEqual({
      type: "messages",
      messages: [
        { role: "system", text: "one\ntwo" },
        { role: "user", text: "hi" },
        { role: "assistant", text: '{"tool_calls":[{"id":"c"}]}' },
      ],
    });
    expect(contentOf({ messages: [{ role: "user", content: "x" }, { text: "no role" }] })).toEqual({ type: "json" });
  });

  it("of a string is its text, of any other value its JSON", () => {
    expect(contentOf("a")).toEqual({ type: "text", text: "a" });
    expect(contentOf({ _class_name: "StringPrompt", content: "b" })).toEqual({ type: "text", text: "b" });
    expect(contentOf(Buffer.from("Some bytes of a picture 0123456789".repeat(30)).toString("base64"))).toMatchObject({
      type: "rich",
      rich: { type: null, files: [{ kind: "file", source: { kind: "inline", encoding: "base64" } }] },
    });
    for (const value of [null, 1, [], {}, { messages: [] }]) expect(contentOf(value)).toEqual({ type: "json" });
  });
});

describe("a file", () => {
  it("is shown as an image only when it cannot run code", () => {
    expect(kindOfName("image.PNG")).toBe("image");
    expect(kindOfName("drawing.svg")).toBe("text");
    expect(kindOfName("image.webp")).toBe("image");
    expect(kindOfName("obj.py")).toBe("text");
  });
});

describe("programs that read a version", () => {
  const base = { baseUrl: "http://localhost:6000", projectId: "demo/airline", digest: "abc" };

  it("use the ref, quoted as one word for a shell", () => {
    const snippets = readSnippets({ ...base, object: { kind: "object", id: "it's" } });
    expect(snippets.map(({ id }) => id)).toEqual(["python", "typescript", "curl"]);
    expect(snippets[0]?.text).toContain('weave.ref("weave:///demo/airline/object/it\'s:abc").get()');
    expect(snippets[2]?.text).toContain(`"object_id":"it'\\''s"`);
  });

  it("omit the client that cannot read ops", () => {
    const snippets = readSnippets({ ...base, object: { kind: "op", id: "quote" } });
    expect(snippets.map(({ id }) => id)).toEqual(["python", "curl"]);
  });

  it("publish the first object with the real address", () => {
    expect(publishSnippet("http://localhost:6000", "demo/airline")).toContain(
      "WF_TRACE_SERVER_URL=http://localhost:6000",
    );
  });
});
