import { createHash, hash } from "node:crypto";
import { pythonJson } from "@/service/kernel/json/python-json";

/** SHA-256 in the alphabet of the wire: base64url with `-` as `X` and `_` as `Y`, 43 characters. */
function spell(base64url: string): string {
  return base64url.replaceAll("-", "X").replaceAll("_", "Y");
}

/** Returns the digest of a file's bytes, or of text as UTF-8. */
export function bytesDigest(content: Uint8Array | string): string {
  return spell(hash("sha256", content, "base64url"));
}

/** Returns the digest of a value or a table row, from its JSON text. The order of members does not change it. */
export function valueDigest(json: string): string {
  return bytesDigest(pythonJson(json));
}

/** Returns the digest of a table: hex SHA-256 over the digests of its rows, in order. */
export function tableDigest(rowDigests: Iterable<string>): string {
  const sum = createHash("sha256");
  for (const digest of rowDigests) sum.update(digest);
  return sum.digest("hex");
}

const DIGEST = /^[0-9A-Za-z]{43}$/;

/** True when text could be a digest of a value, a row or a file. */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}

/** Hashes the bytes of a file in pieces; `digest` returns the wire's spelling, `hex` the name of the stored blob. */
export class DigestStream {
  readonly #sum = createHash("sha256");

  update(piece: Uint8Array): void {
    this.#sum.update(piece);
  }

  digest(): string {
    return spell(this.#sum.copy().digest("base64url"));
  }

  hex(): string {
    return this.#sum.copy().digest("hex");
  }
}
