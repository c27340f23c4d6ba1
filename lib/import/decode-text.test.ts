import { describe, expect, it } from "vitest";
import { decodeText } from "./decode-text";
import { ImportFileError } from "./values/import-file-error";

async function decode(bytes: Uint8Array, size: number): Promise<string> {
  async function* chunks() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
  }
  let text = "";
  for await (const chunk of decodeText(chunks())) text += chunk;
  return text;
}

describe("decoding a file", () => {
  it("returns the same text at every chunk boundary", async () => {
    const text = "größer 😀 \u2028";
    for (const size of [1, 2, 3, 100]) expect(await decode(new TextEncoder().encode(text), size)).toBe(text);
  });

  it.each([
    ["a byte that is no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d])],
    ["half a character at the end", new Uint8Array([0xf0, 0x9f])],
  ])("refuses %s", async (_name, bytes) => {
    await expect(decode(bytes, 1)).rejects.toThrow(ImportFileError);
  });
});
