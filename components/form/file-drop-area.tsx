import { Upload } from "lucide-react";
import { type DragEvent, type ReactNode, type RefObject, useState } from "react";
import { classNames } from "@/lib/style/class-names";

const JSON_FILES = ".json,.jsonl,.ndjson,application/json,application/jsonl,application/x-ndjson,text/plain";

type FileDropAreaProps = {
  label: string;
  inputLabel: string;
  /** The hidden input: a click on it opens the browser's dialog. */
  inputRef: RefObject<HTMLInputElement | null>;
  isMultiple?: boolean;
  /** The files that the browser's dialog offers: JSON and JSONL by default. */
  accept?: string;
  isDisabled?: boolean;
  onFiles: (files: readonly File[]) => void;
  className?: string;
  children: ReactNode;
};

/** Accepts files that are dropped or chosen. */
export function FileDropArea(props: FileDropAreaProps) {
  const { label, inputLabel, inputRef, isMultiple = false, accept = JSON_FILES, isDisabled = false } = props;
  const { onFiles, className, children } = props;
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
        accept={accept}
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
