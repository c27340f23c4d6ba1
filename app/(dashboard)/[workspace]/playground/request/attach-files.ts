import type { MessagePart } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { formatBytes } from "@/lib/format/bytes";
import { mediaPart } from "./prepare-media";

/** A request may have 32 MiB, and base64 adds a third to a file. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Files as content parts, and the reason why one of them was not attached. */
export async function partsOfFiles(
  files: readonly File[],
): Promise<{ readonly parts: readonly MessagePart[]; readonly refused: string | null }> {
  const fitting = files.filter(({ size }) => size <= MAX_BYTES);
  const [tooLarge] = files.filter(({ size }) => size > MAX_BYTES);
  const parts = await Promise.all(fitting.map(async (file) => mediaPart(file.name, file.type, await base64Of(file))));
  const refused = tooLarge
    ? `${tooLarge.name} is ${formatBytes(tooLarge.size)}. The maximum file size is ${formatBytes(MAX_BYTES)}.`
    : null;
  return { parts, refused };
}

/** The number of arguments of one call is limited, so bytes become characters in slices. */
const PIECE_BYTES = 32_768;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + PIECE_BYTES)));
  }
  return btoa(pieces.join(""));
}
