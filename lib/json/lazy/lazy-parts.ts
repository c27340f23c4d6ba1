import { entriesOfPart, type LazyValue, valueOfPart } from "./lazy-value";
import type { ValueWindow } from "./value-source";

/** A window of a lazy value that a line waits for; without a window the value itself. */
export interface LoadRequest {
  /** Names the request among all of a viewer. */
  readonly key: string;
  readonly lazy: LazyValue;
  readonly window: ValueWindow | null;
}

/** What became of a request. `from` is where the entries or characters begin. */
export type Loaded =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: unknown }
  | { readonly status: "ready"; readonly value: unknown; readonly from: number };

export type LazyParts = ReadonlyMap<string, Loaded>;

/** Reads what a line waits for. */
export async function loadPart({ lazy, window }: LoadRequest, signal: AbortSignal): Promise<Loaded> {
  const { origin } = lazy;
  const part = await origin.source.read(origin.path, window, signal);
  const value = window === null ? valueOfPart(part, origin) : entriesOfPart(part, origin);
  return { status: "ready", value, from: part.from };
}
