import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, type RefObject, useState } from "react";
import { classNames } from "@/lib/style/class-names";

type FileDropAreaProps = {
  label: string;
  inputLabel: string;
  /** The hidden input: a click on it opens the browser's dialog. */
  inputRef: RefObject<HTMLInputElement | null>;
  isMultiple?: boolean;
  isDisabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
};

/** Accepts JSON or JSONL files that are dropped or chosen. */
export function FileDropArea(props: FileDropAreaProps) {
  const { label, inputLabel, inputRef, isMultiple = false, isDisabled = false, onFiles, className, children } = props;
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    if (!isDisabled && files !== null && files.length > 0) onFiles([...files]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(!isDisabled);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        "rounded-control border border-dashed border-line-input",
        isOver && "border-accent bg-accent-tint",
        className,
      )}
    >
      <Upload size={16} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-2" />
      {children}
      <input
        ref={inputRef}
        type="file"
        multiple={isMultiple}
        aria-label={inputLabel}
        accept=".json,.jsonl,.ndjson,application/json,application/jsonl,application/x-ndjson,text/plain"
        className="hidden"
        onChange={(event) => {
          take(event.target.files);
          // Lets the user choose the same file again.
          event.target.value = "";
        }}
      />
    </section>
  );
}
