"use client";

import { useEffect, useState } from "react";

/** An address for bytes, given back when they change or the page is left. */
export function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined, type: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  // The outside system is the browser's list of object addresses.
  useEffect(() => {
    if (!bytes) return;
    const made = URL.createObjectURL(new Blob([bytes], { type: type ?? "application/octet-stream" }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [bytes, type]);
  return url;
}
