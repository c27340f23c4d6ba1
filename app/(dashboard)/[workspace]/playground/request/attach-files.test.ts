import { describe, expect, it } from "vitest";
import { partsOfFiles } from "./attach-files";
import { describeMedia } from "./prepare-media";

const fileOf = (name: string, type: string, bytes: number[]) => new File([new Uint8Array(bytes)], name, { type });

describe("a file in a message", () => {
  it("becomes a content part with its bytes: image, audio or file", async () => {
    const { parts, refused } = await partsOfFiles([
      fileOf("a.png", "image/png", [1, 2, 3]),
      fileOf("b.mp3", "audio/mpeg", [255]),
      fileOf("c.pdf", "application/pdf", [0, 0]),
      fileOf("d", "", []),
    ]);
    expect(refused).toBeNull();
    expect(parts.map((part) => part.kind === "media" && part.value)).toEqual([
      { type: "image_url", image_url: { url: "data:image/png;base64,AQID" } },
      { type: "input_audio", input_audio: { data: "/w==", format: "mp3" } },
      { type: "file", file: { filename: "c.pdf", file_data: "data:application/pdf;base64,AAA=" } },
      { type: "file", file: { filename: "d", file_data: "data:application/octet-stream;base64," } },
    ]);
  });

  it("that is too large for a request is reported by name, and the others are attached", async () => {
    const large = fileOf("film.mp4", "video/mp4", []);
    Object.defineProperty(large, "size", { value: 50 * 1024 * 1024 });
    const { parts, refused } = await partsOfFiles([large, fileOf("a.png", "image/png", [1])]);
    expect(parts).toHaveLength(1);
    expect(refused).toContain("film.mp4");
  });

  it("keeps every byte of a large file", async () => {
    const bytes = Array.from({ length: 100_001 }, (_, index) => index % 256);
    const { parts } = await partsOfFiles([fileOf("x.bin", "application/x", bytes)]);
    const [part] = parts;
    const value = part?.kind === "media" ? (part.value as { file: { file_data: string } }) : null;
    const data = value?.file.file_data.split(",")[1] ?? "";
    expect([...Buffer.from(data, "base64")]).toEqual(bytes);
  });
});

it.each([
  [{ type: "image_url", image_url: { url: "data:image/png;base64,AQID" } }, "image/png, 3 B"],
  [{ type: "image_url", image_url: { url: "https://x/y.png" } }, "https://x/y.png"],
  [{ type: "input_audio", input_audio: { data: "/w==", format: "mp3" } }, "mp3 audio, 1 B"],
  [{ type: "file", file: { filename: "c.pdf", file_data: "data:application/pdf;base64,AAA=" } }, "c.pdf, 2 B"],
  [{ type: "file", file: { file_id: "f1" } }, "f1"],
  [{ type: "video" }, "video"],
])("a content part is summarized in one line: %j", (part, text) => {
  expect(describeMedia(part).text).toBe(text);
});
