import { type CountedBuckets, countedSpans } from "./time-buckets";

/** Returns the buckets that a drag touched, as the ends of a range in the address. */
export function snapZoom(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  result: CountedBuckets,
): { readonly from: string; readonly to: string } {
  const touched = countedSpans(result).filter((span) => span.endMs > fromMs && span.startMs < toMs);
  return {
    from: new Date(touched[0]?.startMs ?? fromMs).toISOString(),
    to: new Date(touched.at(-1)?.endMs ?? toMs).toISOString(),
  };
}
