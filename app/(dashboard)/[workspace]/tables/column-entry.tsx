import { ArrowDown, ArrowUp, Pin } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { classNames } from "@/components/ui/class-names";
import type { SheetColumn } from "./prepare-sheet";

type ColumnEntryProps = {
  column: SheetColumn;
  isShown: boolean;
  isFrozen: boolean;
  onShow: () => void;
  onFreeze: () => void;
  /** Null at the edge, and for a hidden column. */
  onLeft: (() => void) | null;
  onRight: (() => void) | null;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
};

const quiet =
  "opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100 pointer-coarse:opacity-100";

/** A column in the list of them: shown or not, frozen or not; it is dragged to another place, or moved by the arrows. */
export function ColumnEntry(props: ColumnEntryProps) {
  const { column, isShown, isFrozen, onLeft, onRight } = props;
  const name = column.id.replace(/^@/, "");
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", name);
        props.onDragStart();
      }}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className="group/column flex h-[26px] items-center rounded-chip pl-1.5 hover:bg-hover"
    >
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the check box inside is the control */}
      <label className="flex h-full min-w-0 grow items-center gap-2">
        <Checkbox checked={isShown} onCheckedChange={props.onShow} aria-label={name} />
        <span className="truncate text-code" title={column.id}>
          {name}
        </span>
        <span className="ml-auto font-mono text-[0.625rem] text-ink-3">{column.type}</span>
      </label>
      <Control label={`Move ${name} left`} onPress={onLeft} className={quiet}>
        <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
      </Control>
      <Control label={`Move ${name} right`} onPress={onRight} className={quiet}>
        <ArrowDown size={12} strokeWidth={2} aria-hidden="true" />
      </Control>
      <Control
        label={`Freeze ${name}`}
        isPressed={isFrozen}
        onPress={props.onFreeze}
        className={isFrozen ? "text-accent-text" : quiet}
      >
        <Pin size={12} strokeWidth={2} aria-hidden="true" />
      </Control>
    </li>
  );
}

type ControlProps = {
  label: string;
  isPressed?: boolean;
  /** Null where there is nothing to do. */
  onPress: (() => void) | null;
  className?: string;
  children: ReactNode;
};

function Control({ label, isPressed, onPress, className, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      disabled={onPress === null}
      onClick={() => onPress?.()}
      className={classNames(
        "grid size-6 flex-none place-items-center rounded-chip text-ink-2 hover:bg-active disabled:text-ink-4",
        className,
      )}
    >
      {children}
    </button>
  );
}
