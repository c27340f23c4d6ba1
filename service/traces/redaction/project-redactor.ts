import { createHmac } from "node:crypto";
import type { RedactionPlace, RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { CallPart, EndPart, Payload, StartPart } from "@/service/traces/store/calls/call-parts";
import { payloadOf } from "@/service/traces/store/calls/payload";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import { type CompiledRules, compileRules } from "./compiled-rules";
import { isJsonText, JsonRedaction, type RedactedValues } from "./redact-json";
import { redactText } from "./redact-text";

/** Called for each value that is replaced. @param path names of members; empty for the whole */
export type OnRedactedValue = (
  place: RedactionPlace,
  rule: string,
  path: readonly string[],
  before: string,
  after: string,
) => void;

/** What was replaced for its key in one call, which its span contains, too. */
type CollectedByCall = Map<string, RedactedValues>;

function textOf(text: string | Uint8Array): string {
  return typeof text === "string" ? text : Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString();
}

/** The rules of one project, applied to what is about to be stored. What no rule matches is returned as it is. */
export class ProjectRedactor {
  readonly #rules: CompiledRules;
  readonly #secret: Buffer | null;

  /** @param secret the project's key for hashes; null when it cannot be read, and values are then removed instead */
  constructor(rules: readonly RedactionRule[], secret: Buffer | null) {
    this.#rules = compileRules(rules, secret);
    this.#secret = secret;
  }

  /** Redacts parts of calls. A span is redacted with what is known of its call in the same request. */
  parts(parts: readonly CallPart[]): readonly CallPart[] {
    const collected: CollectedByCall = new Map();
    // Ends first: what they contain is also in the span that comes with the start.
    const ends = parts.map((part) => (part.part === "end" ? this.#end(part, collectedOf(collected, part.id)) : part));
    return ends.map((part) => {
      if (part.part === "start") return this.#start(part, collectedOf(collected, part.id));
      if (part.part === "name") return { ...part, displayName: this.text("name", part.displayName) };
      return part;
    });
  }

  feedback(row: StoredFeedback): StoredFeedback {
    const { payload } = row;
    return typeof payload === "string" ? { ...row, payload: this.json("feedback", payload) } : row;
  }

  /**
   * Redacts an event of a span that arrives by itself, and will be a part of inputs or output under names of its own.
   *
   * @param event JSON
   */
  event(event: string): string {
    return this.#rules.span === null ? event : new JsonRedaction(this.#rules.span).redact(event);
  }

  /** Returns a digest that reveals nothing of a text, also of a short one that could be guessed. */
  digest(digest: string): string {
    return this.#secret === null ? digest : createHmac("sha256", this.#secret).update(digest).digest("hex");
  }

  /** Redacts JSON text. @throws SyntaxError when it is not JSON */
  json(place: RedactionPlace, text: string, onRedacted?: OnRedactedValue, collected?: RedactedValues): string {
    const rules = this.#rules.places.get(place);
    if (rules === undefined) return text;
    const redaction = new JsonRedaction(rules, {
      ...(collected === undefined ? {} : { collected }),
      onRedacted: onRedacted && ((rule, path, before, after) => onRedacted(place, rule, path, before, after)),
    });
    return redaction.redact(text);
  }

  /** Redacts plain text, which may be JSON. */
  text(place: RedactionPlace, text: string, onRedacted?: OnRedactedValue): string {
    const rules = this.#rules.places.get(place);
    if (rules === undefined) return text;
    const inner = isJsonText(text) ? this.json(place, text, onRedacted) : text;
    return redactText(
      inner,
      rules,
      onRedacted && ((rule, before, after) => onRedacted(place, rule, [], before, after)),
    );
  }

  #start(part: StartPart, collected: RedactedValues): StartPart {
    const { opName, displayName } = part;
    const attributes = this.#payload("attributes", part.attributes, collected);
    const inputs = this.#payload("inputs", part.inputs, collected);
    return {
      ...part,
      opName: this.text("name", opName),
      displayName: displayName === null ? null : this.text("name", displayName),
      attributes,
      inputs,
      otelDump: part.otelDump === null ? null : this.#span(part.otelDump, collected),
    };
  }

  #end(part: EndPart, collected: RedactedValues): EndPart {
    const { exception, output, summary } = part;
    return {
      ...part,
      exception: exception === null ? null : this.text("exception", exception),
      output: output && this.#payload("output", output, collected),
      summary: this.#payload("summary", summary, collected),
    };
  }

  #payload(place: RedactionPlace, payload: Payload, collected: RedactedValues): Payload {
    if (!this.#rules.places.has(place)) return payload;
    const text = textOf(payload.text);
    const redacted = this.json(place, text, undefined, collected);
    return redacted === text ? payload : payloadOf(redacted);
  }

  #span(dump: string | Uint8Array, alsoRedacted: RedactedValues): string | Uint8Array {
    if (this.#rules.span === null) return dump;
    const text = textOf(dump);
    const redacted = new JsonRedaction(this.#rules.span, { alsoRedacted }).redact(text);
    return redacted === text ? dump : redacted;
  }
}

function collectedOf(byCall: CollectedByCall, id: string): RedactedValues {
  const known = byCall.get(id) ?? new Map();
  byCall.set(id, known);
  return known;
}
