import { JsonReader } from "@/lib/json/scan/json-slices";
import type { Slices } from "@/service/kernel/concurrency/loop-turns";
import { JsonSteps } from "@/service/kernel/json/json-steps";

/** The JSON texts of the payload members of one start or end, by member name, exactly as the client sent them. */
export type PayloadTexts = ReadonlyMap<string, string>;

const payloadMembers = new Set(["attributes", "inputs", "otel_dump", "output", "summary"]);

/** The location of the parts of a batch: in the requests, or the calls, of `batch`. */
export type BatchLocation = "batch of requests" | "batch of calls";

/** The location of the parts: the body's `part`, or each entry of `batch`. */
type PartLocation = "start" | "end" | BatchLocation;

/**
 * The payload texts of every part of an ingest request, in request order. Parsed values lose numbers, order and
 * spelling, so stored texts are cut out of the body.
 * @param bodyText a body that its schema has accepted
 */
export function payloadTexts(bodyText: string, location: PartLocation): PayloadTexts[] {
  const reader = new JsonReader(bodyText);
  const parts: PayloadTexts[] = [];
  reader.object((name) => {
    // Of two members with one name the later one counts.
    if (location === "start" || location === "end") {
      if (name === location) parts.splice(0, parts.length, readMembers(reader, new Map()));
    } else if (name === "batch") {
      parts.length = 0;
      reader.array(() => parts.push(readEntry(reader, location)));
    }
  });
  return parts;
}

/** The same for a large batch, in pieces. */
export async function batchTexts(bodyText: string, location: BatchLocation, slices: Slices): Promise<PayloadTexts[]> {
  const steps = new JsonSteps(bodyText);
  const parts: PayloadTexts[] = [];
  if (!steps.enter("{")) return parts;
  for (let members = 0; steps.hasMore("{", members); members += 1) {
    if (steps.name() !== "batch" || !steps.enter("[")) {
      steps.skip();
      continue;
    }
    parts.length = 0;
    while (steps.hasMore("[", parts.length)) {
      parts.push(readEntry(new JsonReader(bodyText, steps.position), location));
      steps.skip();
      if (slices.isOver) await slices.next();
    }
  }
  return parts;
}

function readEntry(reader: JsonReader, location: BatchLocation): PayloadTexts {
  return location === "batch of calls" ? readMembers(reader, new Map()) : readRequest(reader);
}

/** `{mode, req: {start | end}}`. If both are present, `mode` decides, so both are kept until then. */
function readRequest(reader: JsonReader): PayloadTexts {
  const payloads = new Map<string, Map<string, string>>();
  reader.object((name) => {
    if (name !== "req") return;
    payloads.clear();
    reader.object((part) => {
      if (part === "start" || part === "end") payloads.set(part, readMembers(reader, new Map()));
    });
  });
  const [start, end] = [payloads.get("start"), payloads.get("end")];
  return new Map([...(start ?? []), ...(end ?? [])]);
}

function readMembers(reader: JsonReader, into: Map<string, string>): Map<string, string> {
  reader.object((name) => {
    if (!payloadMembers.has(name)) return;
    const { start, end } = reader.skip();
    into.set(name, onOneLine(reader.text.slice(start, end)));
  });
  return into;
}

/** Line breaks in JSON text occur only between tokens; responses have one line per call. */
function onOneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, " ") : text;
}
