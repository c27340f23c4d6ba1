"use client";

import { useEffect, useState } from "react";
import { downloadBlob } from "@/lib/export/file-sink";
import { savedName } from "@/lib/json/media/describe-media";
import type { MediaFile } from "@/lib/json/media/media-value";
import type { MediaRead } from "./use-media";

interface MediaDownload {
  /** True while the download waits for the bytes. */
  readonly isWaiting: boolean;
  readonly start: () => void;
}

/** Saves a file as soon as its bytes are there. They are never of a type that the browser would open. */
export function useMediaDownload(file: MediaFile, { loaded, error }: MediaRead): MediaDownload {
  const [isWanted, setIsWanted] = useState(false);
  // The outside system is the browser's list of downloads.
  useEffect(() => {
    if (!isWanted || loaded === null) return;
    setIsWanted(false);
    downloadBlob(new Blob([loaded.bytes], { type: "application/octet-stream" }), savedName(file, loaded.type));
  }, [isWanted, loaded, file]);
  return { isWaiting: isWanted && error === null, start: () => setIsWanted(true) };
}
