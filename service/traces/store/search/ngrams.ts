import { crc32 } from "node:zlib";

/** Shorter sequences are in most hours, longer ones take more space. */
const NGRAM_LENGTH = 4;

/** The number of hashes. Two sequences with the same hash only let more hours be read. */
const HASHES = 2 ** 20;

/** Marks hours with a word that is longer than {@link MAX_WORD_LENGTH}: they may have every sequence. */
export const ANY_NGRAM = HASHES;

/** In bytes. Longer runs of letters and digits are hardly words, such as images in base64, and have nearly every sequence. */
export const MAX_WORD_LENGTH = 1024;

/** Times of calls begin there, in microseconds before 1970, so that hours and days are counted from 0. */
const SINCE_1900_US = 2_208_988_800_000_000;

/** Returns SQL of the hour of a time, counted from 1900. */
export const hourSql = (time: string): string =>
  `intDiv(toUnixTimestamp64Micro(${time}) + ${SINCE_1900_US}, 3600000000)`;

/** Returns SQL of the hashes of all sequences in a word; none in a shorter one. Must agree with {@link ngramsOf}. */
export const ngramsSql = (word: string): string =>
  `arrayMap(ngram -> toUInt32(CRC32(ngram) % ${HASHES}), ngrams(${word}, ${NGRAM_LENGTH}))`;

/** Returns the hashes of all sequences in a word of ASCII letters and digits. */
export function ngramsOf(word: string): readonly number[] {
  const lower = word.toLowerCase();
  const count = Math.max(0, lower.length - NGRAM_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => crc32(lower.slice(at, at + NGRAM_LENGTH)) % HASHES);
}
