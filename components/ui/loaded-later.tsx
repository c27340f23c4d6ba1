"use client";

import type { ComponentType, ReactNode } from "react";
import { codeLoader } from "./code-loader";
import { LoadFailure, type LoadFailureProps } from "./load-failure";

interface Meanwhile<Props> {
  /** Drawn until the code has loaded. */
  readonly pending?: ReactNode;
  /** Drawn when the code does not load; nothing for what the page does not need. */
  readonly Failed?: ComponentType<Props & LoadFailureProps>;
}

type LoadedLater<Props> = ComponentType<Props> & { readonly preload: () => Promise<void> };

/** Makes a component whose code loads when it is first drawn, and never on the server. */
export function loadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending = null, Failed }: Meanwhile<Props> = {},
): LoadedLater<Props> {
  const { preload, useCode } = codeLoader(load);
  function Later(props: Props) {
    const { code: Loaded, hasFailed, isRetrying, retry } = useCode();
    if (Loaded !== null) return <Loaded {...props} />;
    if (!hasFailed) return pending;
    return Failed === undefined ? null : <Failed {...props} isRetrying={isRetrying} onRetry={retry} />;
  }
  return Object.assign(Later, { preload });
}

/** Makes a part of a page whose code loads when it is first drawn. A part that does not load says so. */
export function partLoadedLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  pending: ReactNode = null,
): LoadedLater<Props> {
  return loadedLater(load, { pending, Failed: LoadFailure });
}
