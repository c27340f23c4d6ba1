"use client";

import type { ComponentType, ReactNode } from "react";
import { codeLoader } from "./code-loader";

interface Meanwhile {
  /** Drawn until the code has loaded. */
  readonly pending?: ReactNode;
  /** Drawn when the code does not load; nothing for what the page does not need. */
  readonly failed?: ReactNode;
}

type LoadedLater<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** Makes a component whose code loads when it is first drawn, and never on the server. */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending = null, failed = null }: Meanwhile = {},
): LoadedLater<Props> {
  const { preload, useCode } = codeLoader(load);
  function Later(props: Props) {
    const { code: Loaded, hasFailed } = useCode();
    if (Loaded !== null) return <Loaded {...props} />;
    return hasFailed ? failed : pending;
  }
  return Object.assign(Later, { preload });
}

/** Makes a part of a page whose code loads when it is first drawn. A part that does not load says so. */
export function partLoadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
): LoadedLater<Props> {
  return loadedLater(load, {
    pending,
    failed: (
      <p role="alert" className="p-4 text-small text-err">
        This part of the page could not be loaded. Reload the page.
      </p>
    ),
  });
}
