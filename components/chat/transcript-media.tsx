"use client";

import { Download, ExternalLink, FileText } from "lucide-react";
import { useFile } from "@/components/object/use-file";
import { useObjectUrl } from "@/components/object/use-object-url";
import { useWorkspaces } from "@/components/session/use-workspace";
import { failureOf } from "@/lib/api/client/request-failure";
import type { MediaPart } from "@/lib/chat/chat-message";
import { formatBytes } from "@/lib/format/bytes";
import { imageType } from "@/lib/object/stored-file";

/** Decodes the bytes of a base64 `data:` address. */
const dataBytes = (source: string): number => Math.floor(((source.length - source.indexOf(",") - 1) * 3) / 4);

/**
 * Media that was sent next to text. Data in the call or stored with it is shown; an external address is written out and
 * opened only on a click, since opening it reveals to the host who reads this trace.
 */
export function TranscriptMedia({ part }: { part: MediaPart }) {
  const { media, source, digest } = part;
  const title = part.name ?? part.mimeType ?? media;
  if (digest !== undefined) return <StoredMedia part={part} digest={digest} title={title} />;
  if (source?.startsWith("data:")) {
    return <MediaView media={media} source={source} title={title} bytes={dataBytes(source)} />;
  }
  return (
    <MediaLine title={title}>
      {source === null ? <span className="text-ink-3">not in the trace</span> : <RemoteMedia source={source} />}
    </MediaLine>
  );
}

type MediaViewProps = { media: MediaPart["media"]; source: string; title: string; bytes: number };

/** Bytes in the page, shown by their type; a click saves a file. */
function MediaView({ media, source, title, bytes }: MediaViewProps) {
  if (media === "image") {
    return (
      // biome-ignore lint/performance/noImgElement: a data address has nothing to optimise
      <img src={source} alt={title} className="mt-1.5 max-h-[320px] max-w-full rounded-control border border-line" />
    );
  }
  if (media === "audio") {
    // biome-ignore lint/a11y/useMediaCaption: recorded speech of a trace has no captions
    return <audio controls src={source} aria-label={title} className="mt-1.5 w-full" />;
  }
  if (media === "video") {
    // biome-ignore lint/a11y/useMediaCaption: a film of a trace has no captions
    return <video controls src={source} aria-label={title} className="mt-1.5 max-h-[320px] max-w-full" />;
  }
  return (
    <MediaLine title={title}>
      <span className="text-ink-3">{formatBytes(bytes)}</span>
      <a href={source} download={title} className="flex items-center gap-1 text-accent-text hover:underline">
        <Download size={12} strokeWidth={2} aria-hidden="true" />
        Download
      </a>
    </MediaLine>
  );
}

/** A file that an SDK stored with the call. */
function StoredMedia({ part, digest, title }: { part: MediaPart; digest: string; title: string }) {
  const { current } = useWorkspaces();
  const place = { connectionId: current?.connectionId ?? "", projectId: current?.projectId ?? "" };
  const read = useFile(place, current === null ? null : digest);
  const type = part.media === "image" ? imageType(title) : null;
  const url = useObjectUrl(read.data, type);
  // An SVG may contain scripts: it is saved, not shown.
  const media = part.media === "image" && type === null ? "file" : part.media;
  if (url !== null) return <MediaView media={media} source={url} title={title} bytes={read.data?.byteLength ?? 0} />;
  return (
    <MediaLine title={title}>
      {read.isError ? (
        <span className="text-err">{failureOf(read.error).message}</span>
      ) : (
        <span className="text-ink-3">loading</span>
      )}
    </MediaLine>
  );
}

/** An external address. Only web addresses can be opened: others could run code in this page. */
function RemoteMedia({ source }: { source: string }) {
  const isWeb = /^https?:\/\//i.test(source);
  return (
    <>
      <span className="min-w-0 truncate text-code" title={source}>
        {source}
      </span>
      {isWeb ? (
        <a
          href={source}
          target="_blank"
          rel="noreferrer noopener"
          title="The host will see that you opened it"
          className="flex flex-none items-center gap-1 text-accent-text hover:underline"
        >
          <ExternalLink size={12} strokeWidth={2} aria-hidden="true" />
          Open external link
        </a>
      ) : null}
    </>
  );
}

function MediaLine({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <p className="mt-1.5 flex min-w-0 items-center gap-1.5 text-small text-ink-2">
      <FileText size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
      <span className="flex-none">{title}</span>
      {children}
    </p>
  );
}
