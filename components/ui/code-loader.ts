import { useEffect, useState, useSyncExternalStore } from "react";

/** Code that loads when it is first needed. */
export interface CodeLoader<Code> {
  /** Loads the code before it is needed, and tries again after a failure, which it does not report. */
  readonly preload: () => Promise<void>;
  /** Loads the code while the component needs it, and again when the browser is back online. */
  readonly useCode: (isNeeded?: boolean) => LoadedCode<Code>;
}

interface LoadedCode<Code> {
  /** Null until the code has loaded, and on the server. */
  readonly code: Code | null;
  /** True from the first failure until the code has loaded. */
  readonly hasFailed: boolean;
  /** A failed load is under way again. */
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/**
 * Loads code once for all components that need it. Unlike `React.lazy`, code that has loaded is drawn in the same
 * moment, and code that did not load can be tried again.
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
      const [attempt, setAttempt] = useState(1);
      const [failedAttempt, setFailedAttempt] = useState(0);
      // The outside system is the network.
      useEffect(() => {
        if (!isNeeded) return;
        let isMounted = true;
        const tryAgain = () => setAttempt(attempt + 1);
        start().catch(() => {
          if (!isMounted) return;
          setFailedAttempt(attempt);
          window.addEventListener("online", tryAgain);
        });
        return () => {
          isMounted = false;
          window.removeEventListener("online", tryAgain);
        };
      }, [isNeeded, attempt]);
      return {
        code: loaded,
        hasFailed: failedAttempt > 0,
        isRetrying: failedAttempt < attempt,
        retry: () => setAttempt(failedAttempt + 1),
      };
    },
  };
}
