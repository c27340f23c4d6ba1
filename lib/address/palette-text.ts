import { parseRefTarget, type RefTarget } from "@/lib/object/object-ref";
import { type ModelName, readModelAddress } from "@/lib/training/jobs/model-address";

/** The scope of the text in the palette: `>` only actions, `#` only ids. The `…` of a copied short id is left out. */
export function readPaletteText(text: string): { scope: "all" | "actions" | "ids"; words: string } {
  const trimmed = text.trim().replace(/…(?=[0-9a-f]{8}(?:\s|$))/g, "");
  if (trimmed.startsWith(">")) return { scope: "actions", words: trimmed.slice(1).trim() };
  if (trimmed.startsWith("#")) return { scope: "ids", words: trimmed.slice(1).trim() };
  return { scope: "all", words: trimmed };
}

/** Something that names one item, as users paste it. */
export type PastedId =
  /** An id of any kind, in each spelling that services use. */
  | { readonly kind: "id"; readonly spellings: readonly string[] }
  /** The digest of a version, a table or a file. */
  | { readonly kind: "digest"; readonly digest: string }
  | { readonly kind: "ref"; readonly target: RefTarget }
  | { readonly kind: "model"; readonly name: ModelName }
  /** A path of the dashboard, or one that SDKs print and the dashboard forwards. */
  | { readonly kind: "path"; readonly path: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const HEX_ID = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/i;

/** SHA-256 in 43 letters and digits, or in hex for tables. */
const DIGEST = /^(?:[0-9A-Za-z]{43}|[0-9A-Za-z_-]{43}|[0-9a-f]{64})$/;

/** Links of Weave: /entity/project/weave/… and /entity/project/r/call/…. */
const WEAVE_PATH = /^\/[^/]+\/[^/]+\/(?:weave|r\/call)(?:\/|$)/;

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** A UUID is written with and without hyphens; OpenTelemetry writes 32 hex digits. */
function spellingsOf(id: string): readonly string[] {
  const lower = id.toLowerCase();
  const digits = lower.replaceAll("-", "");
  const dashed = digits.length === 32 ? digits.replace(UUID_PARTS, "$1-$2-$3-$4-$5") : digits;
  return [...new Set([id, lower, digits, dashed])];
}

/**
 * Reads what a text names; null for other text.
 *
 * @param origin the dashboard's own, whose links keep their search parameters
 */
export function readPastedId(text: string, origin: string): PastedId | null {
  const words = text.trim();
  if (UUID.test(words) || HEX_ID.test(words)) return { kind: "id", spellings: spellingsOf(words) };
  if (DIGEST.test(words)) return { kind: "digest", digest: words };
  const target = parseRefTarget(words);
  if (target !== null) return { kind: "ref", target };
  const name = readModelAddress(words);
  if (name !== null) return { kind: "model", name };
  if (!/^https?:\/\//i.test(words) || !URL.canParse(words)) return null;
  const url = new URL(words);
  if (url.origin === origin) return { kind: "path", path: `${url.pathname}${url.search}` };
  return WEAVE_PATH.test(url.pathname) ? { kind: "path", path: url.pathname } : null;
}

/** Returns whether every typed word occurs in a text, ignoring case. */
export function matchesWords(words: string, text: string): boolean {
  const haystack = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
