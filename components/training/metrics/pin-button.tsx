import { Pin } from "lucide-react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/lib/style/class-names";

type PinButtonProps = { name: string; isPinned: boolean; onPin: () => void };

/** Keeps a metric first. With a pointer it appears on the card under it, in a `group`. */
export function PinButton({ name, isPinned, onPin }: PinButtonProps) {
  return (
    <Button
      kind="ghost"
      size="icon-small"
      isOn={isPinned}
      aria-pressed={isPinned}
      aria-label={`Pin ${name}`}
      className={classNames(!isPinned && "md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100")}
      onClick={onPin}
    >
      <Pin size={12} strokeWidth={2} aria-hidden="true" />
    </Button>
  );
}
