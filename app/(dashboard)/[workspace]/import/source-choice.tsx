import { Boxes, FileJson, type LucideIcon, Server } from "lucide-react";
import { ToggleGroup } from "radix-ui";
import { IMPORT_SOURCES, type ImportSourceKind } from "./search-params";

const TILES: Readonly<Record<ImportSourceKind, { name: string; note: string; Icon: LucideIcon }>> = {
  files: { name: "File", note: "Langfuse, LangSmith, Phoenix and others; conversations", Icon: FileJson },
  langfuse: { name: "Langfuse", note: "a project, through its API", Icon: Server },
  langsmith: { name: "LangSmith", note: "a project, through its API", Icon: Server },
  weave: { name: "Weave", note: "a project of another service", Icon: Boxes },
};

type SourceChoiceProps = { value: ImportSourceKind; onChange: (value: ImportSourceKind) => void; isDisabled: boolean };

/** Where the records come from. */
export function SourceChoice({ value, onChange, isDisabled }: SourceChoiceProps) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Source"
      value={value}
      disabled={isDisabled}
      onValueChange={(chosen) => {
        const source = IMPORT_SOURCES.find((candidate) => candidate === chosen);
        if (source) onChange(source);
      }}
      className="grid grid-cols-2 gap-1.5 max-md:grid-cols-1"
    >
      {IMPORT_SOURCES.map((source) => {
        const { name, note, Icon } = TILES[source];
        return (
          <ToggleGroup.Item
            key={source}
            value={source}
            className="grid grid-cols-[18px_minmax(0,1fr)] items-center gap-x-2.5 rounded-control border border-line-strong bg-surface px-2.5 py-2 text-left text-small leading-[17px] hover:bg-hover disabled:opacity-60 data-[state=on]:border-accent data-[state=on]:bg-accent-tint"
          >
            <Icon size={16} strokeWidth={1.5} aria-hidden="true" className="row-span-2 self-start text-ink-3" />
            <span className="font-medium">{name}</span>
            <span className="col-start-2 truncate text-micro text-ink-3">{note}</span>
          </ToggleGroup.Item>
        );
      })}
    </ToggleGroup.Root>
  );
}
