import { isPresent, MISSING, signed } from "./missing";

const integerFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** The cost of one call: four decimals under a dollar, two from there, none from $1,000. */
export function formatCallCost(costUsd: number | null | undefined): string {
  const value = isPresent(costUsd);
  if (value === null) return MISSING;
  if (value === 0) return "$0";
  return signed(value, (magnitude) => {
    if (magnitude < 0.00005) return "<$0.0001";
    return Number(magnitude.toFixed(4)) < 1 ? `$${magnitude.toFixed(4)}` : dollars(magnitude);
  });
}

/** A sum of money: four decimals below a cent, two from there, none from $1,000. */
export function formatTotalCost(costUsd: number | null | undefined): string {
  const value = isPresent(costUsd);
  if (value === null) return MISSING;
  return signed(value, (magnitude) => {
    if (magnitude === 0 || magnitude >= 0.00995) return dollars(magnitude);
    return magnitude < 0.00005 ? "<$0.0001" : `$${magnitude.toFixed(4)}`;
  });
}

function dollars(magnitude: number): string {
  return Number(magnitude.toFixed(2)) < 1000 ? `$${magnitude.toFixed(2)}` : `$${integerFormat.format(magnitude)}`;
}
