"use client";

import type { RefObject } from "react";
import { FileDropArea } from "@/components/form/file-drop-area";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { formatBytes } from "@/lib/format/bytes";

type DropZoneProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  file: File | null;
  isDisabled: boolean;
  onFile: (file: File) => void;
};

/** The area where a file is dropped or chosen; afterwards it shows the file name. */
export function DropZone({ inputRef, file, isDisabled, onFile }: DropZoneProps) {
  const toast = useToast();
  const take = ([first, ...more]: readonly File[]) => {
    if (first === undefined) return;
    if (more.length > 0) toast(`Only one file at a time: reading ${first.name}`, "warning");
    onFile(first);
  };
  return (
    <FileDropArea
      label="File"
      inputLabel="Choose a file to import"
      inputRef={inputRef}
      isDisabled={isDisabled}
      onFiles={take}
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 ${file ? "min-h-[52px] py-2.5" : "min-h-[120px] justify-center py-6 text-center max-md:flex-col"}`}
    >
      {file ? (
        <span className="min-w-0 grow basis-40 truncate">
          <span className="text-code">{file.name}</span>{" "}
          <span className="text-small text-ink-3">{formatBytes(file.size)}</span>
        </span>
      ) : (
        <span>
          Drop a <b className="font-medium">JSONL</b>, <b className="font-medium">JSON</b>,{" "}
          <b className="font-medium">CSV</b> or <b className="font-medium">Parquet</b> file here
        </span>
      )}
      <Button size="small" disabled={isDisabled} onClick={() => inputRef.current?.click()}>
        {file ? "Choose another file" : "Choose a file"}
      </Button>
    </FileDropArea>
  );
}
