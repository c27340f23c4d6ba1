import { AudioLines, Box, FileText, Film, Image as ImageIcon, type LucideIcon, Paperclip } from "lucide-react";
import type { MediaKind } from "@/lib/json/media/media-value";

const ICONS: Readonly<Record<MediaKind | "object", LucideIcon>> = {
  image: ImageIcon,
  audio: AudioLines,
  video: Film,
  document: FileText,
  text: FileText,
  file: Paperclip,
  object: Box,
};

/** The glyph of a kind of media, beside its name. */
export function FileIcon({ kind }: { kind: MediaKind | "object" }) {
  const Icon = ICONS[kind];
  return <Icon size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />;
}
