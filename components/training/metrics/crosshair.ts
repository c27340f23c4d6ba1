"use client";

import { createContext, useContext } from "react";
import { useStore } from "zustand";
import { ReadableStore } from "@/lib/store/readable-store";

/** The position that all charts of a page point at. Only the crosshair's own elements render when it moves. */
export class Crosshair extends ReadableStore<number | null> {
  constructor() {
    super(null);
  }

  readonly move = (at: number | null): void => this.setState(at);
}

export const CrosshairContext = createContext(new Crosshair());

/** The crosshair of the surrounding charts and its position: null while nothing is pointed at. */
export function useCrosshair(): { crosshair: Crosshair; at: number | null } {
  const crosshair = useContext(CrosshairContext);
  return { crosshair, at: useStore(crosshair) };
}
