import { axisCount } from "@/lib/chart/ticks";
import { formatCount } from "@/lib/format/count";
import { isPresent, MISSING, signed } from "@/lib/format/missing";

/** Formats a learning rate and other values too small for three decimals: `5.0e-6`. */
const scientific = (value: number) => value.toExponential(1);

/**
 * Formats a training metric by its name: three decimals, four for a KL, a learning rate in scientific notation, whole
 * numbers with commas, and two decimals from 100.
 */
export function formatMetric(path: string, value: number | null | undefined): string {
  const number = isPresent(value);
  if (number === null) return MISSING;
  return signed(number, (magnitude) => magnitudeText(path, magnitude));
}

function magnitudeText(path: string, magnitude: number): string {
  const isRate = /(^|[._/ ])(learning_rate|lr)$/.test(path);
  if (isRate && magnitude > 0 && magnitude < 0.01) return scientific(magnitude);
  if (Number.isInteger(magnitude)) return formatCount(magnitude);
  if (magnitude < 0.001 || magnitude >= 1e9) return scientific(magnitude);
  if (magnitude >= 1000) return formatCount(magnitude);
  if (magnitude >= 100) return magnitude.toFixed(1);
  return magnitude.toFixed(/(^|[._/ ])kl/.test(path) ? 4 : 3);
}

/** Formats a round axis number as briefly as possible: `0.6`, `1,500`, `200k`, `5e-6`. */
export function metricTick(value: number): string {
  return signed(value, (magnitude) => {
    if (magnitude >= 1e5 || (magnitude >= 1e4 && magnitude % 100 === 0)) return axisCount(magnitude);
    if (magnitude >= 1000) return magnitude.toLocaleString("en-US");
    const exact = Number(magnitude.toPrecision(6));
    return exact !== 0 && exact < 0.001 ? exact.toExponential() : String(exact);
  });
}
