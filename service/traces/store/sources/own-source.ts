import { type CallSource, isCallSource } from "@/lib/api/contract/calls/call-sources";
import { isJsonObject } from "@/lib/guard/json-object";
import { bufferOf, TextMark } from "@/service/kernel/json/text-mark";
import { beginningWith, OWN_MEMBER, SOURCE_MARKS } from "@/service/traces/store/schema/source-marks";

/** What tells the source of a call. */
export interface MarkedCall {
  readonly opName: string;
  /** JSON as text, or as the bytes of its UTF-8. */
  readonly attributes: { readonly text: string | Uint8Array };
}

const REF = "weave:///";
const OP_REF = /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^/:]+):/s;

const BY_OP: ReadonlyMap<string, CallSource> = new Map(
  SOURCE_MARKS.flatMap(({ source, ops }) => ops.map((op) => [op, source] as const)),
);

/** A member's name in quotes is never inside a text, where quotes are escaped. */
const quoted = (member: string): TextMark => new TextMark(`"${member}"`);

const OWN = quoted(OWN_MEMBER);
const WRITTEN = SOURCE_MARKS.flatMap(({ source, written }) =>
  written.map((member) => ({ beginning: beginningWith(member), source })),
);
const MEMBERS = SOURCE_MARKS.flatMap(({ source, members }) =>
  members.map((member) => ({ mark: quoted(member), source })),
);

/**
 * Returns the source that a call itself tells: by what this service writes, by name in `attributes.heddle.source`, by its op,
 * or by a member of its attributes. Null for most calls.
 *
 * Must agree with `SOURCE_COLUMN_SQL` in schema/source-column.ts, which does not look for the name.
 */
export function ownSource({ opName, attributes: { text } }: MarkedCall): CallSource | null {
  const told = OWN.isIn(text) ? sourceIn(typeof text === "string" ? text : bufferOf(text).toString()) : null;
  if (told !== null) return told;
  const ofOp = BY_OP.get((opName.startsWith(REF) ? OP_REF.exec(opName)?.[1] : null) ?? opName);
  if (ofOp !== undefined) return ofOp;
  return MEMBERS.find(({ mark }) => mark.isIn(text))?.source ?? null;
}

/** Returns the source that attributes with our member tell; null if that has something else. */
function sourceIn(attributes: string): CallSource | null {
  const written = WRITTEN.find(({ beginning }) => attributes.startsWith(beginning));
  if (written !== undefined) return written.source;
  const value = parsed(attributes);
  const own = isJsonObject(value) ? value[OWN_MEMBER] : null;
  const named = isJsonObject(own) ? own.source : null;
  return isCallSource(named) ? named : null;
}

/** Some clients write numbers that JSON does not have: such attributes name no source. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
