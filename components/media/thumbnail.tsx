"use client";

import { useState } from "react";
import { useObjectUrl } from "@/components/object/use-object-url";
import { FileIcon } from "./file-icon";
import type { LoadedMedia } from "./use-media";

/** A small image describes more pixels than a page can hold. */
const MAX_PIXELS = 50_000_000;

/** Returns whether bytes are an image that may be decoded. */
export function isDrawable({ type, pixels }: LoadedMedia): boolean {
  return type.kind === "image" && (pixels === null || pixels.width * pixels.height <= MAX_PIXELS);
}

type ThumbnailProps = { loaded: LoadedMedia | null; size?: "line" | "cell"; onBroken?: () => void };

/** An image in a box of a fixed size, so that nothing moves when it arrives; a glyph for bytes that are not one. */
export function Thumbnail({ loaded, size = "line", onBroken }: ThumbnailProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const isShown = loaded !== null && isDrawable(loaded);
  const url = useObjectUrl(isShown ? loaded.bytes : undefined, loaded?.type.mimeType ?? null);
  return (
    <span
      className={`grid flex-none place-items-center overflow-hidden rounded-chip bg-sunken ${size === "line" ? "h-8 w-10" : "h-[18px] w-6"}`}
    >
      {isShown && url !== null && url !== brokenUrl ? (
        // biome-ignore lint/performance/noImgElement: the bytes are in the page, there is nothing to optimise
        <img
          src={url}
          alt=""
          onError={() => {
            setBrokenUrl(url);
            onBroken?.();
          }}
          className="size-full object-contain"
        />
      ) : (
        <FileIcon kind={loaded?.type.kind ?? "image"} />
      )}
    </span>
  );
}
