"use client";

import { type ComponentType, lazy, Suspense } from "react";

/**
 * Makes a component whose code loads when it is first drawn. It draws nothing before, nor when its code does not load:
 * for what the page does not need to work.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => () => null) }));
  return function LoadedLater(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
