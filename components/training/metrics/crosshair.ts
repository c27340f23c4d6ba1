"use client";

import { createContext, useContext, useSyncExternalStore } from "react";

/** The position that all charts of a page point at. Only the crosshair's own elements render when it moves. */
export class Crosshair {
  #at: number | null = null;
  readonly #listeners = new Set<() => void>();

  readonly at = (): number | null => this.#at;

  readonly move = (at: number | null): void => {
    if (at === this.#at) return;
    this.#at = at;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const CrosshairContext = createContext(new Crosshair());

/** The crosshair of the surrounding charts and its position: null while nothing is pointed at. */
export function useCrosshair(): { crosshair: Crosshair; at: number | null } {
  const crosshair = useContext(CrosshairContext);
  return { crosshair, at: useSyncExternalStore(crosshair.subscribe, crosshair.at, crosshair.at) };
}
