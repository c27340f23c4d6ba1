import { fraction, hash, scramble } from "./random";
import type { Slot, Template } from "./template";
import { NEEDLE, TRACE_SHAPE, type TraceFacts, tokensOf } from "./trace-facts";

/** What differs between traces: ids, times and tokens in bytes for OTLP, in text for JSON. */
export type TraceSlot =
  | "trace"
  | "span"
  | "parent"
  | "start"
  | "end"
  | "input-tokens"
  | "output-tokens"
  | "cached-tokens"
  | "trace-text"
  | "span-text"
  | "parent-text"
  | "start-text"
  | "end-text"
  | "input-tokens-text"
  | "output-tokens-text"
  | "cached-tokens-text"
  | "words"
  | "answer"
  | "hex"
  | "thread"
  | "customer";

export type TraceTemplate = Template<TraceSlot>;

/** Lengths of the slots that always have the same one. */
export const SLOT_LENGTHS = {
  trace: 16,
  id: 8,
  time: 8,
  timeText: 27,
  tokens: 2,
  tokensText: 5,
  thread: 6,
  customer: 4,
} as const;

const MAX_TEXT_LENGTH = 16_384;
const TRACE_SALT = 21;
const SPAN_SALT = 100;
const HEX_SALT = 200;
/** More than all salts: they tell the ids of one trace apart. */
const SALTS = 512;

interface Place {
  readonly target: Buffer;
  readonly at: number;
  readonly slot: Slot;
  readonly facts: TraceFacts;
  readonly corpus: Buffer;
}

const ofSpan = ({ slot }: Place) => SPAN_SALT + slot.span;
const ofParent = ({ slot }: Place) => SPAN_SALT + (TRACE_SHAPE[slot.span]?.parent ?? 0);
const tokens = ({ facts, slot }: Place) => tokensOf(facts.trace, slot.span);

/** Four bytes of an id. The first four are different for each id, as random ones would not always be. */
function idWord(trace: number, salt: number, word: number): number {
  return word === 0 ? scramble(trace * SALTS + salt) : hash(trace, salt, word);
}

function writeId({ target, at, slot, facts }: Place, salt: number): void {
  for (let word = 0; word < slot.length; word += 4) target.writeUInt32LE(idWord(facts.trace, salt, word), at + word);
}

/** The same id as {@link writeId} writes, in hexadecimal digits: a multiple of eight. */
function writeIdText({ target, at, slot, facts }: Place, salt: number): void {
  for (let word = 0; word < slot.length / 2; word += 4) {
    const value = idWord(facts.trace, salt, word);
    for (let byte = 0; byte < 4; byte += 1) {
      const digits = ((value >>> (byte * 8)) & 255).toString(16).padStart(2, "0");
      target.write(digits, at + (word + byte) * 2, "latin1");
    }
  }
}

function writeNanos({ target, at }: Place, micros = 0): void {
  target.writeBigUInt64LE(BigInt(micros) * 1000n, at);
}

function writeTimeText({ target, at }: Place, micros = 0): void {
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19);
  target.write(`${seconds}.${String(micros % 1_000_000).padStart(6, "0")}Z`, at, "latin1");
}

/** In two bytes, from 128 up. */
function writeVarint({ target, at }: Place, value: number): void {
  target[at] = (value % 128) | 128;
  target[at + 1] = Math.floor(value / 128);
}

function writePadded({ target, at, slot }: Place, value: number, padding: string): void {
  target.write(String(value).padStart(slot.length, padding), at, "latin1");
}

function writeWords({ target, at, slot, facts, corpus }: Place): void {
  const from = Math.floor(fraction(facts.trace, 19, slot.part) * (corpus.length - MAX_TEXT_LENGTH));
  corpus.copy(target, at, from, from + slot.length);
}

function writeAnswer(place: Place): void {
  writeWords(place);
  const { target, at, slot, facts } = place;
  if (facts.hasNeedle) target.write(` ${NEEDLE} `, at + Math.floor(slot.length / 2), "latin1");
}

const WRITERS: Readonly<Record<TraceSlot, (place: Place) => void>> = {
  trace: (place) => writeId(place, TRACE_SALT),
  span: (place) => writeId(place, ofSpan(place)),
  parent: (place) => writeId(place, ofParent(place)),
  start: (place) => writeNanos(place, place.facts.startMicros[place.slot.span]),
  end: (place) => writeNanos(place, place.facts.endMicros[place.slot.span]),
  "input-tokens": (place) => writeVarint(place, tokens(place).input),
  "output-tokens": (place) => writeVarint(place, tokens(place).output),
  "cached-tokens": (place) => writeVarint(place, tokens(place).cached),
  "trace-text": (place) => writeIdText(place, TRACE_SALT),
  "span-text": (place) => writeIdText(place, ofSpan(place)),
  "parent-text": (place) => writeIdText(place, ofParent(place)),
  "start-text": (place) => writeTimeText(place, place.facts.startMicros[place.slot.span]),
  "end-text": (place) => writeTimeText(place, place.facts.endMicros[place.slot.span]),
  "input-tokens-text": (place) => writePadded(place, tokens(place).input, " "),
  "output-tokens-text": (place) => writePadded(place, tokens(place).output, " "),
  "cached-tokens-text": (place) => writePadded(place, tokens(place).cached, " "),
  words: writeWords,
  answer: writeAnswer,
  hex: (place) => writeIdText(place, HEX_SALT + place.slot.part),
  thread: (place) => writePadded(place, place.facts.thread, "0"),
  customer: (place) => writePadded(place, place.facts.customer, "0"),
};

/** Writes what differs between traces into copies of a template. */
export class TraceFiller {
  readonly #corpus: Buffer;

  constructor(corpus: Buffer) {
    this.#corpus = corpus;
  }

  /** Copies a template to a place of the target and fills it in; returns the end of the copy. */
  fill(target: Buffer, at: number, template: TraceTemplate, facts: TraceFacts): number {
    template.bytes.copy(target, at);
    for (const slot of template.slots) {
      WRITERS[slot.name]({ target, at: at + slot.at, slot, facts, corpus: this.#corpus });
    }
    return at + template.bytes.length;
  }
}
