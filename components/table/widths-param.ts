import { createParser } from "nuqs";

/** Widths of columns in the address: `op:240,cost:90`, in pixels. */
export const parseAsWidths = createParser<Readonly<Record<string, number>>>({
  parse: (text) => {
    const entries = text.split(",").flatMap((part): [string, number][] => {
      const [, id = "", width] = /^(.+):(\d{1,4})$/.exec(part) ?? [];
      return width === undefined ? [] : [[decodeURIComponent(id), Number(width)]];
    });
    return entries.length === 0 ? null : Object.fromEntries(entries);
  },
  serialize: (widths) =>
    Object.entries(widths)
      .map(([id, width]) => `${id.replace(/[%,:]/g, encodeURIComponent)}:${Math.round(width)}`)
      .join(","),
  eq: (left, right) => JSON.stringify(left) === JSON.stringify(right),
});
