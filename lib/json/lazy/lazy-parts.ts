import { entriesOfPart, type LazyValue, valueOfPart } from "./lazy-value";
import type { ValueWindow } from "./value-source";

/** A window of a lazy value that a line waits for; without a window the value itself. */
export interface LoadRequest {
  /** Identifies the request among all of a viewer. */
  readonly key: string;
  readonly lazy: LazyValue;
  readonly window: ValueWindow | null;
}

/** The result of a request. `from` is the start of the entries or characters. */
export type Loaded =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly error: unknown }
  | { readonly status: "ready"; readonly value: unknown; readonly from: number };

export type LazyParts = ReadonlyMap<string, Loaded>;

/** Reads the value that a line waits for. */
export async function loadPart({ lazy, window }: LoadRequest, signal: AbortSignal): Promise<Loaded> {
  const { origin } = lazy;
  const part = await origin.source.read(origin.path, window, signal);
  const value = window === null ? valueOfPart(part, origin) : entriesOfPart(part, origin);
  return { status: "ready", value, from: part.from };
}
