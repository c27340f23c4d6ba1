import { encode } from "uqr";

/** The light border that readers need, in modules. */
const BORDER_MODULES = 4;

/** A QR code as the path of its dark modules, in a square of `size` units of one module. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** Returns the QR code of a text: one rectangle for each run of dark modules in a row. */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: "M", border: BORDER_MODULES });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { size, path: runs.join("") };
}
