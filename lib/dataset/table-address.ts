/** The target of a pasted text. */
export type TableAddress =
  | { readonly kind: "table"; readonly digest: string; readonly rowDigest: string | null }
  | {
      readonly kind: "object";
      readonly objectId: string;
      /** A digest, `latest`, or `v` and a number. */
      readonly version: string;
      readonly rowDigest: string | null;
    }
  | { readonly kind: "problem"; readonly message: string };

const REF = /^weave:\/\/\/([^/]+)\/([^/]+)\/(\w+)\/(.+)$/;

/** Digests are hexadecimal or base64url; services create other forms too, but never with blanks or slashes. */
const DIGEST = /^[\w-]{8,}$/;

const problem = (message: string): TableAddress => ({ kind: "problem", message });

/** Reads a digest of a table, a ref of a table or a row, or a ref of an object with rows. */
export function readTableAddress(text: string, projectId: string): TableAddress {
  const trimmed = text.trim();
  const ref = REF.exec(trimmed);
  if (!ref) {
    if (DIGEST.test(trimmed)) return { kind: "table", digest: trimmed, rowDigest: null };
    return problem("Not a digest or a ref. A digest has only letters, digits, - and _.");
  }
  const [, entity = "", project = "", kind = "", rest = ""] = ref;
  const refProject = `${decoded(entity)}/${decoded(project)}`;
  if (refProject !== projectId)
    return problem(`This ref belongs to the project ${refProject}, this page shows ${projectId}.`);
  const [name = "", ...edges] = rest.split("/");
  const rowAt = edges.indexOf("id");
  const rowDigest = rowAt < 0 ? null : (edges[rowAt + 1] ?? null);
  if (kind === "table") return { kind: "table", digest: decoded(name), rowDigest };
  const colon = name.indexOf(":");
  if (kind !== "object" || colon < 1) return problem(`A ref of the kind ${kind} has no rows.`);
  return { kind: "object", objectId: decoded(name.slice(0, colon)), version: name.slice(colon + 1), rowDigest };
}

/** Returns the digest of the table that an object's `rows` point to; null if they point to none. */
export function rowsDigest(val: unknown): string | null {
  const rows =
    typeof val === "object" && val !== null ? Object.getOwnPropertyDescriptor(val, "rows")?.value : undefined;
  const ref = typeof rows === "string" ? REF.exec(rows) : null;
  return ref?.[3] === "table" ? decoded(ref[4]?.split("/")[0] ?? "") : null;
}

/** Shortens a digest for tight places. */
export function shortDigest(digest: string): string {
  return digest.slice(0, 12);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not percent-encoded after all: it is the name itself.
    return part;
  }
}
