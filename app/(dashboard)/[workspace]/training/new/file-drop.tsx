import { Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";

/** Takes files that are dropped or chosen. */
export function FileDrop({ onFile, isSmall }: { onFile: (file: File) => void; isSmall: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    for (const file of files ?? []) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label="Files"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        "grid justify-items-center gap-1 rounded-control border border-dashed border-line-input px-3 text-center",
        isSmall ? "min-h-[84px] content-center py-2" : "min-h-[132px] content-center py-4",
        isOver && "border-accent bg-accent-tint",
      )}
    >
      <Upload size={16} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
      <span>
        Drop JSONL or JSON here or{" "}
        <button type="button" className="text-accent-text" onClick={() => input.current?.click()}>
          choose files
        </button>
      </span>
      <span className="text-small text-ink-2">
        {isSmall
          ? "groups, trajectories or messages"
          : "Trajectory groups, trajectories, or recorded messages with a reward: one per line, a list, or a whole request. Checked in this browser."}
      </span>
      <input
        ref={input}
        type="file"
        multiple
        aria-label="Choose files of trajectories"
        accept=".json,.jsonl,.ndjson,application/json,application/jsonl,application/x-ndjson,text/plain"
        className="hidden"
        onChange={(event) => {
          take(event.target.files);
          // The same file can be chosen again.
          event.target.value = "";
        }}
      />
    </section>
  );
}
