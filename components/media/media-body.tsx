"use client";

import { useState } from "react";
import { useObjectUrl } from "@/components/object/use-object-url";
import { Callout } from "@/components/ui/callout";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { formatCount } from "@/lib/format/count";
import { isDrawable } from "./thumbnail";
import type { LoadedMedia } from "./use-media";

type MediaBodyProps = {
  loaded: LoadedMedia;
  name: string;
  /** True in a page, where other things are beside it. */
  isSmall?: boolean;
};

/** Loaded bytes at full size, by what they are: an image, a player, text; the rest is only downloaded. */
export function MediaBody({ loaded, name, isSmall = false }: MediaBodyProps) {
  const { kind } = loaded.type;
  if (kind === "text") return <SourceText bytes={loaded.bytes} name={name} />;
  if (kind === "image" && !isDrawable(loaded)) {
    const { width = 0, height = 0 } = loaded.pixels ?? {};
    return (
      <Callout tone="warn">
        {formatCount(width)} × {formatCount(height)} pixels are too many to show. Download the image instead.
      </Callout>
    );
  }
  if (kind === "image" || kind === "audio" || kind === "video")
    return <Shown loaded={loaded} name={name} isSmall={isSmall} />;
  return (
    <Callout tone="plain">
      {kind === "document" ? "PDF documents are not shown here." : "This type of file is not shown here."} Download the
      file to open it.
    </Callout>
  );
}

function Shown({ loaded: { bytes, type }, name, isSmall }: MediaBodyProps) {
  const url = useObjectUrl(bytes, type.mimeType);
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null) return null;
  if (url === brokenUrl) {
    return (
      <Callout tone="err">
        The browser cannot read this {type.label} {type.kind}: the file is broken, or of a variant that it does not
        know. Download it to see its bytes.
      </Callout>
    );
  }
  const height = isSmall ? "max-h-[320px]" : "mx-auto max-h-[62vh]";
  const shared = { src: url, onError: () => setBrokenUrl(url) };
  if (type.kind === "image") {
    return (
      // biome-ignore lint/performance/noImgElement: the bytes are in the page, there is nothing to optimise
      <img
        {...shared}
        alt={name}
        className={`${height} max-w-full rounded-control border border-line object-contain`}
      />
    );
  }
  if (type.kind === "audio") {
    return <audio {...shared} controls aria-label={name} className="w-full max-w-[560px]" />;
  }
  return <video {...shared} controls aria-label={name} className={`${height} max-w-full`} />;
}

/** Maximum characters of text shown; the rest is a download. */
const SHOWN_CHARACTERS = 200_000;

/** Text as it is written. HTML, SVG and Markdown are not drawn: they could run code or load from elsewhere. */
function SourceText({ bytes, name }: { bytes: Uint8Array; name: string }) {
  // Four bytes are at most one character.
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN_CHARACTERS * 4));
  const shown = text.slice(0, SHOWN_CHARACTERS);
  return (
    <>
      <ScrollRegion
        aria-label={name}
        className="max-h-[62vh] overflow-auto rounded-control bg-sunken px-3 py-2 text-code leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {shown === "" ? <span className="text-ink-3 italic">empty file</span> : shown}
      </ScrollRegion>
      {shown.length < text.length || bytes.length > SHOWN_CHARACTERS * 4 ? (
        <p className="mt-1 text-micro text-ink-3">
          The first {formatCount(SHOWN_CHARACTERS)} characters. The download has all.
        </p>
      ) : null}
    </>
  );
}
