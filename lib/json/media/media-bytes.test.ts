import { describe, expect, it } from "vitest";
import { byteType } from "./byte-type";
import { BrokenDataError, base64Bytes, percentBytes } from "./decode-data";
import { kindOfName, kindOfType, safeFileName } from "./file-name";
import { pixelSize } from "./pixel-size";

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe("the type of bytes", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n", "PNG"],
    ["\xff\xd8\xff\xe0", "JPEG"],
    ["RIFF\0\0\0\0WEBPVP8 ", "WebP"],
    ["RIFF\0\0\0\0WAVEfmt ", "WAV"],
    ["\0\0\0\x1cftypavif", "AVIF"],
    ["\0\0\0\x1cftypM4A ", "M4A"],
    ["\0\0\0\x1cftypisom", "MP4"],
    ["ID3\x04\0\0", "MP3"],
    ["\xff\xfb\x90\x64", "MP3"],
    ["\xff\xf1\x50\x80", "AAC"],
    ["\x1aE\xdf\xa3", "WebM"],
    ["PAR1", "Parquet"],
    ["%PDF-1.7", "PDF"],
    ["a,b\n1,2\n", "Text"],
    ["\xff\xfe\0\0", "File"],
    ["\0\x01\x02", "File"],
    ["", "Text"],
  ])("of %j is %s", (text, label) => {
    expect(byteType(bytesOf(text)).label).toBe(label);
  });

  it.each(["<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "<!doctype html><script>"])(
    "of %j is text, so that it never runs",
    (text) => {
      expect(byteType(bytesOf(text))).toMatchObject({ kind: "text", mimeType: "text/plain" });
    },
  );

  it("does not depend on where a letter of several bytes is cut", () => {
    const long = new TextEncoder().encode(`x${"é".repeat(4000)}`);
    expect(byteType(long).kind).toBe("text");
  });

  it("never has a media type that a browser runs", () => {
    for (const start of ["%PDF-", "PK\x03\x04", "<html>", "\0"]) {
      expect(byteType(bytesOf(start)).mimeType).toMatch(/^(?:text\/plain|application\/octet-stream)$/);
    }
  });
});

describe("the size of an image", () => {
  const uint32 = (value: number) =>
    String.fromCharCode(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255);

  it("is read from the header", () => {
    expect(pixelSize(bytesOf(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${uint32(40_000)}${uint32(20)}`))).toEqual({
      width: 40_000,
      height: 20,
    });
    expect(pixelSize(bytesOf("GIF89a\x05\0\x07\0"))).toEqual({ width: 5, height: 7 });
    expect(pixelSize(bytesOf("\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20"))).toEqual({
      width: 32,
      height: 16,
    });
    expect(pixelSize(bytesOf(`RIFF\0\0\0\0WEBPVP8X${"\0".repeat(8)}\x09\0\0\x04\0\0`))).toEqual({
      width: 10,
      height: 5,
    });
  });

  it("is unknown for a header that is cut off and for other bytes", () => {
    expect(pixelSize(bytesOf("\x89PNG\r\n"))).toBeNull();
    expect(pixelSize(bytesOf("\xff\xd8\xff"))).toBeNull();
    expect(pixelSize(bytesOf(""))).toBeNull();
    expect(pixelSize(bytesOf("plain text that is long enough"))).toBeNull();
  });
});

describe("the name of a saved file", () => {
  it.each([
    ["report.pdf", "pdf", "report.pdf"],
    ["", "png", "file.png"],
    ["content", "wav", "content.wav"],
    ["../../etc/passwd", "txt", "_.._etc_passwd.txt"],
    ['scan "v1".svg', "txt", "scan _v1_.svg"],
    ["..", "bin", "file.bin"],
    ["CON.txt", "txt", "_CON.txt"],
    ["invoice\u202egnp.exe", "bin", "invoice_gnp.exe"],
    [`${"x".repeat(400)}.png`, "png", `${"x".repeat(120)}.png`],
  ])("%j with %s is %s", (name, extension, saved) => {
    expect(safeFileName(name, extension)).toBe(saved);
  });
});

describe("the expected kind", () => {
  it("of a name and of a claimed type treats SVG and HTML as text", () => {
    expect([kindOfName("a.PNG"), kindOfName("a.svg"), kindOfName("a.html"), kindOfName("content")]).toEqual([
      "image",
      "text",
      "text",
      "file",
    ]);
    expect(
      ["image/svg+xml", "image/png", "application/json; charset=utf-8", "audio/wav", "model/gltf"].map(kindOfType),
    ).toEqual(["text", "image", "text", "audio", "file"]);
  });
});

describe("encoded bytes", () => {
  it("are read from base64 of both alphabets, with line ends, with or without padding", () => {
    const bytes = Buffer.from([0xfb, 0xff, 0xfe, 1]);
    for (const text of ["+//+AQ==", "-__-AQ", "+//+\r\nAQ=="]) expect(Buffer.from(base64Bytes(text))).toEqual(bytes);
  });

  it("that are broken are an error", () => {
    expect(() => base64Bytes("a")).toThrow(BrokenDataError);
    expect(() => base64Bytes("<b>!</b>")).toThrow("The base64 text is broken");
    expect(() => percentBytes("%E0%A4%A")).toThrow("The data address text is broken");
    expect(Buffer.from(percentBytes("a%20b%C3%A9")).toString()).toBe("a bé");
  });
});
