import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A value that must not leak anywhere, under a name that may appear in a test's report. */
export interface Canary {
  readonly name: string;
  readonly value: string;
}

/** The place and the form in which a canary was found. */
export interface Leak {
  readonly canary: string;
  readonly form: string;
  readonly place: string;
}

/** Base64 of a text after 0, 1 or 2 other bytes: the part that is the same whatever those bytes are. */
function base64Cores(text: string, encoding: "base64" | "base64url"): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const wholeCharacters = Math.floor((bytes.length * 4) / 3);
    return bytes.toString(encoding).slice(Math.ceil((before * 4) / 3), wholeCharacters);
  });
}

function asciiJson(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The likely encodings of a text, by name. */
function formsOf(text: string): readonly (readonly [string, string])[] {
  const percent = encodeURIComponent(text);
  const json = JSON.stringify(text).slice(1, -1);
  const html = text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return [
    ["as it is", text],
    ...base64Cores(text, "base64").map((core) => ["base64", core] as const),
    ...base64Cores(text, "base64url").map((core) => ["base64url", core] as const),
    ["percent-encoded", percent],
    ["percent-encoded", percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())],
    ["JSON", json],
    // A flight payload is JSON within a string of a script.
    ["JSON in JSON", JSON.stringify(json).slice(1, -1)],
    ["JSON in ASCII", asciiJson(text)],
    ["JSON with slashes escaped", json.replaceAll("/", "\\/")],
    ["HTML", html],
    ["hex", Buffer.from(text).toString("hex")],
  ];
}

/** Searches its input for secrets, and records where it found one. */
export class SecretSearch {
  readonly leaks: Leak[] = [];
  /** The amount searched: a search that saw nothing has proved nothing. */
  placeCount = 0;
  readonly #needles: readonly { canary: string; form: string; bytes: Buffer }[];

  constructor(canaries: readonly Canary[]) {
    this.#needles = canaries.flatMap(({ name, value }) =>
      formsOf(value).map(([form, text]) => ({ canary: name, form, bytes: Buffer.from(text) })),
    );
  }

  look(place: string, content: string | Buffer): void {
    this.placeCount += 1;
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    for (const { canary, form, bytes: needle } of this.#needles) {
      if (bytes.includes(needle)) this.leaks.push({ canary, form, place });
    }
  }

  /** Every file below a folder, whatever its kind. */
  lookIntoFolder(folder: string): void {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath ?? entry.path, entry.name);
      this.look(file, readFileSync(file));
    }
  }
}
