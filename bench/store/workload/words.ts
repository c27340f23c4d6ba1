import { hash } from "./random";

/** Long enough that two texts in one block that the engine compresses rarely overlap. */
const CORPUS_BYTES = 16 * 1024 * 1024;
const VOCABULARY = 8_000;
/** Every so many words comes a code that appears nowhere else, as numbers and names do in real text. */
const CODE_EVERY = 24;

const COMMON = `the of and to a in for is on that by this with you it not or be are from at as your all have new more an
was we will can us about if my has but our one other do no they he up may what which their out use any there see only so
flight booking passenger seat bag checked policy refund change fare order customer agent answer question reservation`;
const SYLLABLES =
  "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo za bra cle dri flo gru ster tion ment".split(" ");

function vocabulary(): Buffer[] {
  const words = COMMON.split(/\s+/);
  for (let at = words.length; at < VOCABULARY; at += 1) {
    const syllables = 2 + (hash(at, 1) % 3);
    words.push(Array.from({ length: syllables }, (_, s) => SYLLABLES[hash(at, 2, s) % SYLLABLES.length]).join(""));
  }
  return words.map((word) => Buffer.from(`${word} `, "latin1"));
}

const RANKS = 65_536;

/** Numbers of words to draw from, with the frequencies of natural language: the n-th word is as frequent as 1/n. */
function ranks(): Uint16Array {
  return Uint16Array.from({ length: RANKS }, (_, at) => Math.floor(VOCABULARY ** (at / RANKS)) - 1);
}

export const textKinds = ["words", "random"] as const;

/** Made-up words that compress about as English does, or base64 of random bytes, which hardly compresses. */
export type TextKind = (typeof textKinds)[number];

/** Makes the text that the spans' texts are cut from. Needs no escapes in JSON. */
export function makeCorpus(kind: TextKind = "words"): Buffer {
  return kind === "words" ? wordText() : randomText();
}

function randomText(): Buffer {
  const bytes = Buffer.alloc((CORPUS_BYTES / 4) * 3);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(hash(at, 5), at);
  return Buffer.from(bytes.toString("base64"), "latin1");
}

function wordText(): Buffer {
  const words = vocabulary();
  const drawn = ranks();
  const corpus = Buffer.alloc(CORPUS_BYTES, " ");
  let length = 0;
  for (let at = 0; length < CORPUS_BYTES - 32; at += 1) {
    const word = at % CODE_EVERY === 0 ? undefined : words[drawn[hash(at, 3) % RANKS] ?? 0];
    if (word) length += word.copy(corpus, length);
    else length += corpus.write(`${hash(at, 4).toString(36)} `, length, "latin1");
  }
  return corpus;
}
