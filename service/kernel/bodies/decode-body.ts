import { TooLargeError } from "@/service/kernel/errors/service-errors";
import { decompress } from "./decompress";

/** Bodies up to this size wait for no one. */
export const SMALL_BODY_BYTES = 1024 * 1024;

/** A format without its size expands to this many times its length at first, and to the limit at the second try. */
const EXPECTED_RATIO = 8;

/** The last bytes of a gzip file have the length of its content (RFC 1952, ISIZE). */
const GZIP_SIZE_BYTES = 4;

/** Whose body it is, and how it waits. */
export interface Admission {
  readonly owner: string;
  /** Resolves when the owner may have a body of this size in memory, with what ends it. */
  readonly admit: (bytes: number) => Promise<() => void>;
}

const AT_ONCE: Admission = { owner: "", admit: () => Promise.resolve(() => undefined) };

interface DecodedBody {
  readonly bytes: Uint8Array;
  /** Called when no one reads the body any more. */
  readonly release: () => void;
}

let decodedBytes = 0;

/** Bytes of all large bodies that this process has decoded. */
export const decodedBytesOfThisProcess = (): number => decodedBytes;

function expectedBytes(sent: Uint8Array, encoding: string, limitBytes: number): number {
  if (encoding === "" || encoding === "identity") return sent.byteLength;
  const isGzip = encoding.endsWith("gzip") && sent.byteLength > GZIP_SIZE_BYTES;
  const view = new DataView(sent.buffer, sent.byteOffset, sent.byteLength);
  const named = isGzip ? view.getUint32(sent.byteLength - GZIP_SIZE_BYTES, true) : sent.byteLength * EXPECTED_RATIO;
  return Math.min(limitBytes, Math.max(sent.byteLength, named, SMALL_BODY_BYTES));
}

/**
 * Decodes the content encoding of a body. A large one first waits until its owner, and all owners together, have room
 * for it, and has that room until it is released.
 *
 * @throws as `decompress`; StoreOverloaded when too many bodies of this owner wait
 */
export async function decodeBody(
  sent: Uint8Array,
  header: string | null,
  limitBytes: number,
  { admit }: Admission = AT_ONCE,
): Promise<DecodedBody> {
  const encoding = (header ?? "").trim().toLowerCase();
  const expected = expectedBytes(sent, encoding, limitBytes);
  const first = await decodedWithin(sent, header, expected, admit).catch((error: unknown) => {
    // It is larger than it says.
    if (error instanceof TooLargeError && expected < limitBytes) return null;
    throw error;
  });
  return first ?? (await decodedWithin(sent, header, limitBytes, admit));
}

async function decodedWithin(
  sent: Uint8Array,
  header: string | null,
  mostBytes: number,
  admit: Admission["admit"],
): Promise<DecodedBody> {
  const release = mostBytes > SMALL_BODY_BYTES ? await admit(mostBytes) : () => undefined;
  try {
    const bytes = await decompress(sent, header, mostBytes);
    if (bytes.byteLength > SMALL_BODY_BYTES) decodedBytes += bytes.byteLength;
    return { bytes, release };
  } catch (error) {
    release();
    throw error;
  }
}
