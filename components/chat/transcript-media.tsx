import { FileText } from "lucide-react";
import { formatBytes } from "@/lib/format/bytes";
import type { MediaPart } from "./chat-message";

/** Bytes that a base64 `data:` address stands for. */
const dataBytes = (source: string): number => Math.floor(((source.length - source.indexOf(",") - 1) * 3) / 4);

/**
 * What was sent beside text. Data that is in the call is shown; an address elsewhere is written out and never opened by
 * itself, since that would tell its host who reads this trace.
 */
export function TranscriptMedia({ part }: { part: MediaPart }) {
  const { media, source } = part;
  const title = part.name ?? part.mimeType ?? media;
  if (source?.startsWith("data:") && media === "image") {
    return (
      // biome-ignore lint/performance/noImgElement: a data address has nothing to optimise
      <img src={source} alt={title} className="mt-1.5 max-h-[320px] max-w-full rounded-control border border-line" />
    );
  }
  if (source?.startsWith("data:") && media === "audio") {
    // biome-ignore lint/a11y/useMediaCaption: recorded speech of a trace has no captions
    return <audio controls src={source} aria-label={title} className="mt-1.5 w-full" />;
  }
  return (
    <p className="mt-1.5 flex min-w-0 items-center gap-1.5 text-small text-ink-2">
      <FileText size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
      {title}
      {source?.startsWith("data:") ? <span className="text-ink-3">{formatBytes(dataBytes(source))}</span> : null}
      {source !== null && !source.startsWith("data:") ? (
        <span className="min-w-0 truncate text-code" title={source}>
          {source}
        </span>
      ) : null}
      {source === null ? <span className="text-ink-3">not in the trace</span> : null}
    </p>
  );
}
