import { crc32, deflateSync } from "node:zlib";
import { API_KEY } from "./run-heddle";

const AUTHORIZATION = `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}`;

/** Stores a file as SDKs do and returns its digest. */
async function storeFile(serviceUrl: string, project: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set("project_id", project);
  form.set("file", new Blob([bytes]), "content");
  const response = await fetch(`${serviceUrl}/file/create`, {
    method: "POST",
    headers: { authorization: AUTHORIZATION },
    body: form,
  });
  if (!response.ok) throw new Error(`/file/create answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { digest: string }).digest;
}

const bytesOf = (content: string | Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(content));

/** A PNG with a gradient, so that a screen shows it. */
function pngImage(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows.set([(x * 255) / width, (y * 255) / height, 150], y * (1 + width * 3) + 1 + x * 3);
    }
  }
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A tone of a quarter of a second. */
function wavTone(): Buffer {
  const samples = 2000;
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8000, 24);
  file.writeUInt32LE(16_000, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) file.writeInt16LE(Math.sin(at / 3) * 8000, 44 + at * 2);
  return file;
}

export const HOSTILE_PAGE = "<!doctype html><script>document.title = 'run'</script><h1>Offer</h1>";

/** Returns functions that store values as the Python client logs them, with their files in a project. */
function valuesIn(serviceUrl: string, project: string) {
  const custom = async (type: string, contents: Readonly<Record<string, string | Buffer>>) => {
    const files: Record<string, string> = {};
    for (const [name, content] of Object.entries(contents)) {
      files[name] = await storeFile(serviceUrl, project, bytesOf(content));
    }
    const load_op = `weave:///${project}/op/load_${type}:${"f".repeat(43)}`;
    return { _type: "CustomWeaveType", weave_type: { type }, files, load_op };
  };
  const content = (bytes: string | Buffer, filename: string, mimetype: string, metadata: object | null = null) =>
    custom("weave.type_wrappers.Content.content.Content", {
      content: bytes,
      "metadata.json": JSON.stringify({
        size: Buffer.from(bytes).length,
        mimetype,
        filename,
        metadata,
        encoding: "utf-8",
      }),
    });
  return { custom, content };
}

/** Stores a file as the Python client's `weave.Content`. */
export const storeContent = (serviceUrl: string, project: string, bytes: Buffer, filename: string, mimetype: string) =>
  valuesIn(serviceUrl, project).content(bytes, filename, mimetype);

/** Values as the Python client logs them, with their files in a project. */
export async function storeMediaValues(serviceUrl: string, project: string) {
  const { custom, content } = valuesIn(serviceUrl, project);
  const written = (type: string, val: unknown) => ({ _type: "CustomWeaveType", weave_type: { type }, val });
  return {
    photo: await custom("PIL.Image.Image", { "image.png": pngImage(320, 200) }),
    speech: await custom("weave.type_handlers.Audio.audio.Audio", { "_metadata.json": "{}", "audio.wav": wavTone() }),
    report: await content("%PDF-1.7\n%%EOF", "report.pdf", "application/pdf", { pages: 3 }),
    page: await content(HOSTILE_PAGE, "offer.html", "text/html"),
    fake: await custom("PIL.Image.Image", { "image.png": HOSTILE_PAGE }),
    frame: await custom("lab.Frame", { "a.parquet": "PAR1xxxx", "b.csv": "seat,price\n12A,30\n" }),
    note: written("rich.markdown.Markdown", { markup: "# Notes\n\nThe bag is *blue*.", code_theme: "monokai" }),
    when: { ...written("datetime.datetime", "2026-11-23T02:03:04.567890+00:00") },
    gone: {
      _type: "CustomWeaveType",
      weave_type: { type: "PIL.Image.Image" },
      files: { "lost.png": "A".repeat(43) },
    },
  };
}

/** Data in plain JSON, in the shapes of providers. */
export function inlineParts() {
  const image = pngImage(64, 40).toString("base64");
  return [
    { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
    { type: "input_audio", input_audio: { data: wavTone().toString("base64"), format: "wav" } },
    { inline_data: { mime_type: "image/png", data: image } },
    { type: "image", source: { type: "base64", media_type: "image/png", data: image } },
  ];
}
