import { isPresent, MISSING, signed } from "./missing";

/** A size in decimal units: `512 B`, `6.4 kB`, `38.2 MB`, `3.42 GB`. */
export function formatBytes(bytes: number | null | undefined): string {
  const value = isPresent(bytes);
  return value === null ? MISSING : signed(value, magnitude);
}

function magnitude(bytes: number): string {
  if (Math.round(bytes) < 1000) return `${Math.round(bytes)} B`;
  if (Number((bytes / 1e3).toFixed(1)) < 1000) return `${(bytes / 1e3).toFixed(1)} kB`;
  if (Number((bytes / 1e6).toFixed(1)) < 1000) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${(bytes / 1e9).toFixed(2)} GB`;
}
