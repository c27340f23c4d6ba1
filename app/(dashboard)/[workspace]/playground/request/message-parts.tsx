import { File as FileIcon, Image as ImageIcon, Music, X } from "lucide-react";
import { useMemo } from "react";
import type { DraftMessage, MessagePart } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { namedMedia } from "@/lib/json/media/rich-value";
import { MessageText } from "./message-text";
import { describeMedia } from "./prepare-media";

const RichValueView = partLoadedLater(async () => (await import("@/components/media/rich-value-view")).RichValueView);

type MessagePartsProps = {
  message: DraftMessage;
  /** `Message 1` */
  name: string;
  onChange: (change: (parts: readonly MessagePart[]) => readonly MessagePart[]) => void;
  /** Handles pasted or dropped files. */
  onFiles: (files: readonly File[]) => void;
};

/** The content of a message, part by part. */
export function MessageParts({ message, name, onChange, onFiles }: MessagePartsProps) {
  const { parts, role } = message;
  const setPart = (at: number, part: MessagePart) =>
    onChange((before) => before.map((candidate, index) => (index === at ? part : candidate)));
  return (
    <div
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5"
      onPaste={(event) => {
        const files = [...event.clipboardData.files];
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
    >
      {parts.map((part, index) => {
        const label = parts.length === 1 ? name : `${name}, part ${index + 1}`;
        return part.kind === "text" ? (
          <MessageText
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end or removed
            key={index}
            label={label}
            text={part.text}
            placeholder={placeholders[role]}
            isMono={role === "tool"}
            isFolded={role === "system" || role === "developer"}
            onChange={(text) => setPart(index, { ...part, text })}
          />
        ) : (
          <MediaChip
            // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end or removed
            key={index}
            part={part}
            label={label}
            onRemove={() => onChange((before) => before.filter((_, at) => at !== index))}
          />
        );
      })}
    </div>
  );
}

const placeholders: Record<DraftMessage["role"], string> = {
  system: "System prompt",
  developer: "Developer message",
  user: "User message",
  assistant: "Assistant reply",
  tool: "Tool result",
};

const icons = { image: ImageIcon, audio: Music, file: FileIcon } as const;

type MediaChipProps = { part: Extract<MessagePart, { kind: "media" }>; label: string; onRemove: () => void };

function MediaChip({ part, label, onRemove }: MediaChipProps) {
  const { media, text, data, name } = describeMedia(part.value);
  const rich = useMemo(() => namedMedia(data, name), [data, name]);
  const Icon = icons[media];
  return (
    <div className="flex min-w-0 items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-2 text-small">
      {rich === null ? (
        <>
          <Icon size={14} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
          <span className="min-w-0 flex-1 truncate">{text}</span>
        </>
      ) : (
        <span className="min-w-0 flex-1">
          <RichValueView rich={rich} />
        </span>
      )}
      <Button kind="ghost" size="icon-small" aria-label={`Remove ${label.toLowerCase()}: ${text}`} onClick={onRemove}>
        <X size={12} strokeWidth={2} aria-hidden="true" />
      </Button>
    </div>
  );
}
