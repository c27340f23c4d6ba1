import { ArrowDown, ArrowUp, GripVertical, Pin } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { classNames } from "@/lib/style/class-names";
import type { TableColumn } from "./table-column";

type ColumnItemProps = {
  column: Pick<TableColumn<never>, "id" | "label">;
  /** Shown after the name: the type of its values. */
  note?: string;
  /** The label for pinning. */
  pinLabel?: string;
  isShown: boolean;
  isPinned: boolean;
  onShow: (isShown: boolean) => void;
  onPin: (isPinned: boolean) => void;
  /** Null at the edge, and for a hidden column. */
  onMoveLeft: (() => void) | null;
  onMoveRight: (() => void) | null;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
};

/** A column in the columns list: shown or hidden, pinned or not; the handle drags it, the arrows move it. */
export function ColumnItem(props: ColumnItemProps) {
  const { column, note, isShown, isPinned, onMoveLeft: onLeft, onMoveRight: onRight } = props;
  const { label } = column;
  const isPath = column.id.includes(".");
  return (
    <li
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", label);
        props.onDragStart();
      }}
      onDragEnd={props.onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className="group/column flex h-[26px] items-center rounded-chip pr-1 pl-1.5 hover:bg-hover"
    >
      <label className="flex h-full min-w-0 grow items-center gap-2">
        <Checkbox checked={isShown} onCheckedChange={(checked) => props.onShow(checked === true)} aria-label={label} />
        <span className={classNames("truncate", isPath && "text-code")} title={isPath ? label : undefined}>
          {label}
        </span>
        {note === undefined ? null : <span className="ml-auto font-mono text-[0.625rem] text-ink-3">{note}</span>}
      </label>
      {isShown ? (
        <span className="flex flex-none opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100">
          <Control label={`Move ${label} left`} isDisabled={onLeft === null} onPress={() => onLeft?.()}>
            <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
          </Control>
          <Control label={`Move ${label} right`} isDisabled={onRight === null} onPress={() => onRight?.()}>
            <ArrowDown size={12} strokeWidth={2} aria-hidden="true" />
          </Control>
        </span>
      ) : null}
      {isShown ? (
        <Control
          label={props.pinLabel ?? `Pin ${label} left`}
          isPressed={isPinned}
          onPress={() => props.onPin(!isPinned)}
          className={
            isPinned
              ? "text-accent-text"
              : "opacity-0 group-focus-within/column:opacity-100 group-hover/column:opacity-100"
          }
        >
          <Pin size={12} strokeWidth={2} aria-hidden="true" />
        </Control>
      ) : null}
      <GripVertical size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none cursor-grab text-ink-3" />
    </li>
  );
}

type ControlProps = {
  label: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onPress: () => void;
  className?: string;
  children: ReactNode;
};

function Control({ label, isDisabled = false, isPressed, onPress, className, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onPress}
      className={classNames(
        "grid size-6 flex-none place-items-center rounded-chip text-ink-2 hover:bg-active disabled:text-ink-4",
        className,
      )}
    >
      {children}
    </button>
  );
}
