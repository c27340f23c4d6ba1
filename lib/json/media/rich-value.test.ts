import { describe, expect, it } from "vitest";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { textSource } from "@/lib/json/lazy/testing/text-source";
import type { RichMedia } from "./media-value";
import { richValue } from "./rich-value";
import { clientValues } from "./testing/client-values";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const base64Of = (text: string) => Buffer.from(text, "latin1").toString("base64");
const WAV = base64Of(`RIFF\x24\x01\0\0WAVEfmt ${"\0".repeat(280)}`);

const mediaOf = (value: unknown): RichMedia => {
  const found = richValue(value);
  if (found?.kind !== "media") throw new Error(`not media: ${JSON.stringify(value).slice(0, 80)}`);
  return found;
};

const fileOf = (value: unknown) => mediaOf(value).files[0];

const lazyText = (text: string, shown = 600) =>
  new LazyValue(
    { source: textSource(JSON.stringify(text), 100).source, path: [] },
    { kind: "string", size: text.length + 2, count: text.length, beginning: text.slice(0, shown) },
  );

describe("a value that the Python client stored", () => {
  it.each([
    ["png", "image", "image.png"],
    ["jpeg", "image", "image.jpg"],
    ["wave", "audio", "audio.wav"],
    ["mp3", "audio", "audio.mp3"],
    ["op", "text", "obj.py"],
  ] as const)("%s is a stored %s", (name, kind, fileName) => {
    const value = clientValues[name];
    const { files, type, metadataDigest } = mediaOf(value);
    expect(type).toBe(value.weave_type.type);
    expect(metadataDigest).toBeNull();
    expect(files).toEqual([
      {
        name: fileName,
        kind,
        claimedType: null,
        sizeBytes: null,
        source: { kind: "stored", digest: Object.entries(value.files).find(([each]) => each === fileName)?.[1] },
      },
    ]);
  });

  it("weave.Content is a file of unknown kind, described by its metadata", () => {
    const { files, metadataDigest } = mediaOf(clientValues.content);
    expect(files).toMatchObject([{ name: "content", kind: "file" }]);
    expect(metadataDigest).toBe(clientValues.content.files["metadata.json"]);
  });

  it("datetime is a time, with what was written", () => {
    expect(richValue(clientValues.datetime)).toEqual({
      kind: "time",
      timeMs: Date.parse("2026-11-23T02:03:04.567Z"),
      text: "2026-11-23T02:03:04.567890+00:00",
    });
  });

  it("datetime with another text keeps its type and shows no time", () => {
    const value = { ...clientValues.datetime, val: "yesterday" };
    expect(richValue(value)).toMatchObject({ kind: "media", type: "datetime.datetime", files: [] });
  });

  it("Markdown is text inside the value", () => {
    expect(fileOf(clientValues.markdown)).toMatchObject({
      kind: "text",
      sizeBytes: 13,
      source: { kind: "inline", text: "# Title\n\ntext", encoding: "plain" },
    });
  });

  it("an unknown type is named, with all its files", () => {
    const value = { _type: "CustomWeaveType", weave_type: { type: "lab.Frame" }, files: { "a.parquet": "1", b: "2" } };
    expect(mediaOf(value)).toMatchObject({ type: "lab.Frame", files: [{ name: "a.parquet" }, { name: "b" }] });
  });

  it("only metadata is offered where there is nothing else", () => {
    const value = { _type: "CustomWeaveType", weave_type: { type: "X" }, files: { "metadata.json": "1" } };
    expect(mediaOf(value).files).toMatchObject([{ name: "metadata.json" }]);
  });

  it("is recognized from the loaded entries of a large value", () => {
    const { source } = textSource(JSON.stringify(clientValues.png), 1000);
    const large = new LazyValue({ source, path: [] }, { kind: "object", size: 9e6, count: 4, first: clientValues.png });
    expect(fileOf(large)).toMatchObject({ name: "image.png" });
    expect(richValue(new LazyValue({ source, path: [] }, { kind: "object", size: 9e6, count: 4 }))).toBeNull();
  });
});

describe("data inside a string", () => {
  it.each([
    ["an OpenAI image_url", `data:image/png;base64,${PNG}`, "image"],
    ["an OpenAI input_audio", WAV, "audio"],
    ["a Gemini inline_data", PNG, "image"],
    ["an Anthropic source", PNG, "image"],
    ["a PDF of an Anthropic document", base64Of(`%PDF-1.7\n${" ".repeat(80)}`), "document"],
    ["a GIF", base64Of(`GIF89a${"\0".repeat(60)}`), "image"],
    ["an MP4", base64Of(`\0\0\0\x20ftypisom${"\0".repeat(60)}`), "video"],
    [
      "base64 in the alphabet of addresses",
      base64Of(`\xff\xd8\xff\xe0${"\xfb\xff".repeat(50)}`)
        .replaceAll("+", "-")
        .replaceAll("/", "_"),
      "image",
    ],
  ])("%s is recognized by its first bytes", (_name, text, kind) => {
    expect(fileOf(text)).toMatchObject({ kind, source: { kind: "inline", encoding: "base64" } });
  });

  it("states the number of its bytes", () => {
    expect(fileOf(`data:image/png;base64,${PNG}`)?.sizeBytes).toBe(Buffer.from(PNG, "base64").length);
    expect(fileOf(WAV)?.sizeBytes).toBe(Buffer.from(WAV, "base64").length);
  });

  it("is not an image because it claims to be one", () => {
    const html = base64Of("<script>alert(1)</script>".repeat(10));
    expect(fileOf(`data:image/png;base64,${html}`)).toMatchObject({ kind: "file", claimedType: "image/png" });
    expect(fileOf(`data:image/svg+xml;base64,${html}`)).toMatchObject({ kind: "text" });
    expect(fileOf(`data:text/html,<script>alert(1)</script>`)).toMatchObject({ kind: "text" });
  });

  it("is not seen in text, addresses, digests and broken data addresses", () => {
    for (const text of [
      "",
      "data: the third column",
      "data:image/png;base64,<script>",
      "https://example.com/image.png",
      "/9j/short",
      "GngYD9FvmaN5ltgqghKFC2eIEV9XA7sBY89338T3W7Y",
      "a".repeat(4000),
      "AAAA".repeat(500),
      "iVBORw0KGgo is how a PNG begins, and this is a sentence that tells more about it",
    ]) {
      expect(richValue(text), text.slice(0, 40)).toBeNull();
    }
  });

  it("without a known signature is a file to download", () => {
    const pcm = Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 73 + (index >> 3)) & 0xff));
    expect(fileOf(pcm.toString("base64"))).toMatchObject({ kind: "file", claimedType: null });
  });

  it("is recognized from the beginning of a string that is not loaded", () => {
    const text = `data:image/png;base64,${PNG}${"A".repeat(400_000)}`;
    const lazy = lazyText(text);
    expect(fileOf(lazy)).toMatchObject({ kind: "image", source: { text: lazy, from: 22 } });
    expect(fileOf(lazy)?.sizeBytes).toBe(Math.floor(((text.length - 22) * 3) / 4));
    expect(richValue(lazyText("plain words ".repeat(9000)))).toBeNull();
    expect(richValue(lazyText(text, 0))).toBeNull();
  });
});

describe("other values", () => {
  it("are nothing but JSON", () => {
    const custom = { weave_type: { type: "PIL.Image.Image" } };
    for (const value of [null, undefined, true, 3, [], {}, { _type: "CustomWeaveType" }, custom]) {
      expect(richValue(value)).toBeNull();
    }
  });
});
