import type { MessagePart } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { formatBytes } from "@/lib/format/bytes";
import { mediaPart } from "./prepare-media";

/** A request may have 32 MiB, and base64 makes a third more of a file. */
const MAX_BYTES = 20 * 1024 * 1024;

/** Files as content parts, and why one of them is left out. */
export async function partsOfFiles(
  files: readonly File[],
): Promise<{ readonly parts: readonly MessagePart[]; readonly refused: string | null }> {
  const fitting = files.filter(({ size }) => size <= MAX_BYTES);
  const [tooLarge] = files.filter(({ size }) => size > MAX_BYTES);
  const parts = await Promise.all(fitting.map(async (file) => mediaPart(file.name, file.type, await base64Of(file))));
  const refused = tooLarge
    ? `${tooLarge.name} has ${formatBytes(tooLarge.size)}. A request takes files up to ${formatBytes(MAX_BYTES)}.`
    : null;
  return { parts, refused };
}

/** Arguments of one call are limited, so bytes become characters piece by piece. */
const PIECE_BYTES = 32_768;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + PIECE_BYTES)));
  }
  return btoa(pieces.join(""));
}
