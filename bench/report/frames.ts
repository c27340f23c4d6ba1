import type { Report } from "./report";

/** Times of frames during a movement, in milliseconds. */
interface Frames {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
}

const SHARES = [
  ["median", "p50"],
  ["95 %", "p95"],
  ["worst", "worst"],
] as const;

/** Adds the median, the 95th percentile and the worst of some frames, each beside the same of a baseline. */
export function addFrames(
  report: Report,
  label: string,
  frames: Frames,
  baseline: { readonly name: string; readonly frames: Frames } | null = null,
): void {
  for (const [name, share] of SHARES) {
    const beside = baseline && { name: baseline.name, value: baseline.frames[share] };
    report.add(`${label}: ${name}`, frames[share], "ms", beside);
  }
}
