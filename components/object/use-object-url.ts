"use client";

import { useEffect, useState } from "react";

/** An object URL for bytes, revoked when they change or the component unmounts. */
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
