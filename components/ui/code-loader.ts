import { useEffect, useState, useSyncExternalStore } from "react";

/** Code that loads when it is first needed. */
export interface CodeLoader<Code> {
  /** Loads the code before it is needed, and tries again after a failure, which it does not report. */
  readonly preload: () => Promise<void>;
  /** Loads the code while the component needs it. `code` is null until then, and on the server. */
  readonly useCode: (isNeeded?: boolean) => { readonly code: Code | null; readonly hasFailed: boolean };
}

/**
 * Loads code once for all components that need it. Unlike `React.lazy`, code that has loaded is drawn in the same
 * moment, and code that did not load is tried again by the next component.
 */
export function codeLoader<Code>(load: () => Promise<Code>): CodeLoader<Code> {
  let code: Code | null = null;
  let loading: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const start = () => {
    loading ??= load().then(
      (loaded) => {
        code = loaded;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  return {
    preload: () => start().catch(() => undefined),
    useCode: (isNeeded = true) => {
      const loaded = useSyncExternalStore(
        subscribe,
        () => code,
        () => null,
      );
      const [hasFailed, setHasFailed] = useState(false);
      // The outside system is the network.
      useEffect(() => {
        if (!isNeeded) return;
        let isMounted = true;
        start().catch(() => {
          if (isMounted) setHasFailed(true);
        });
        return () => {
          isMounted = false;
        };
      }, [isNeeded]);
      return { code: loaded, hasFailed };
    },
  };
}
