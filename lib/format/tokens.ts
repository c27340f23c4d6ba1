import { isPresent, MISSING, signed } from "./missing";

/** A number of tokens: `311`, `12.4k`, `148k`, `182.4M`, `1.20B`. */
export function formatTokens(tokens: number | null | undefined): string {
  const value = isPresent(tokens);
  return value === null ? MISSING : signed(value, magnitude);
}

function magnitude(tokens: number): string {
  if (Math.round(tokens) < 1000) return String(Math.round(tokens));
  if (Number((tokens / 1e3).toFixed(1)) < 100) return `${(tokens / 1e3).toFixed(1)}k`;
  if (Math.round(tokens / 1e3) < 1000) return `${Math.round(tokens / 1e3)}k`;
  if (Number((tokens / 1e6).toFixed(1)) < 1000) return `${(tokens / 1e6).toFixed(1)}M`;
  return `${(tokens / 1e9).toFixed(2)}B`;
}
