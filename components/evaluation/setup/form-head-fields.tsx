import { Input } from "@/components/form/input";

type NameInputProps = {
  placeholder: string;
  value: string;
  isInvalid: boolean;
  className?: string;
  onChange: (name: string) => void;
};

/** The field for the name of a form's result, in the head of its page. */
export function NameInput({ className = "w-[220px] max-md:w-[150px]", onChange, ...rest }: NameInputProps) {
  return <Input aria-label="Name" onChange={(event) => onChange(event.target.value)} className={className} {...rest} />;
}

/** Says whether the browser keeps the draft of a form. */
export function DraftNote({ isKept }: { isKept: boolean }) {
  return (
    <span role="status" className="truncate text-small text-ink-3 max-md:hidden">
      {isKept ? "Draft kept in this browser" : "Draft not saved: browser storage is full or disabled"}
    </span>
  );
}
