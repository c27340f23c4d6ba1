import { useRef } from "react";
import { FileDropArea } from "@/components/form/file-drop-area";

/** Accepts files of trajectories. */
export function FileDrop({ onFile, isSmall }: { onFile: (file: File) => void; isSmall: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FileDropArea
      label="Files"
      inputLabel="Choose trajectory files"
      inputRef={input}
      isMultiple
      onFiles={(files) => {
        for (const file of files) onFile(file);
      }}
      className={`grid content-center justify-items-center gap-1 px-3 text-center ${isSmall ? "min-h-[84px] py-2" : "min-h-[132px] py-4"}`}
    >
      <span>
        Drop JSONL or JSON here or{" "}
        <button
          type="button"
          className="text-accent-text underline decoration-1 underline-offset-2"
          onClick={() => input.current?.click()}
        >
          choose files
        </button>
      </span>
      <span className="text-small text-ink-2">
        {isSmall
          ? "groups, trajectories or messages"
          : "Trajectory groups, trajectories, rollouts of verifiers, or recorded messages with a reward: one per line, as a list, or as a full request. Validated in this browser."}
      </span>
    </FileDropArea>
  );
}
