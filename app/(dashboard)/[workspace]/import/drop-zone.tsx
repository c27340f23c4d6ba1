"use client";

import { Upload } from "lucide-react";
import { type DragEvent, type RefObject, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useToast } from "@/components/ui/toast";
import { formatBytes } from "@/lib/format/bytes";

type DropZoneProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  file: File | null;
  isDisabled: boolean;
  onFile: (file: File) => void;
};

/** Where a file is dropped or chosen; afterwards it names the file. */
export function DropZone({ inputRef, file, isDisabled, onFile }: DropZoneProps) {
  const say = useToast();
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [first, ...more] = files ?? [];
    if (first === undefined || isDisabled) return;
    if (more.length > 0) say(`One file at a time: ${first.name} is read`, "warning");
    onFile(first);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!isDisabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-input px-3.5",
        file ? "min-h-[52px] py-2.5" : "min-h-[120px] justify-center py-6 text-center max-md:flex-col",
        isOver && "border-accent bg-accent-tint",
      )}
    >
      <Upload size={16} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-2" />
      {file ? (
        <span className="min-w-0 grow basis-40 truncate">
          <span className="text-code">{file.name}</span>{" "}
          <span className="text-small text-ink-3">{formatBytes(file.size)}</span>
        </span>
      ) : (
        <span>
          Drop <b className="font-medium">JSONL</b> or <b className="font-medium">JSON</b> here
        </span>
      )}
      <input
        ref={inputRef}
        type="file"
        aria-label="Choose a file to import"
        accept=".json,.jsonl,.ndjson,application/json,application/jsonl,application/x-ndjson,text/plain"
        className="hidden"
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
      <Button size="small" disabled={isDisabled} onClick={() => inputRef.current?.click()}>
        {file ? "Choose another file" : "Choose a file"}
      </Button>
    </section>
  );
}
