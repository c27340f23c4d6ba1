import { GripVertical } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { KIND_LABELS, panelTitle } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/panels/panel-words";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { classNames } from "@/lib/style/class-names";

type EditedPanelProps = {
  panel: DashboardPanel;
  position: number;
  count: number;
  isChosen: boolean;
  isDragged: boolean;
  /** The side on which a dragged panel would go. */
  dropSide: "before" | "after" | null;
  onChoose: () => void;
  handlers: Partial<ComponentProps<"button">>;
  children: ReactNode;
};

/** A panel while its dashboard is edited: a press chooses it, a drag moves it, and nothing in it can be pressed. */
export function EditedPanel(props: EditedPanelProps) {
  const { panel, position, count, isChosen, isDragged, dropSide, onChoose, handlers, children } = props;
  return (
    <>
      <div inert className={classNames("h-full", isDragged && "opacity-50")}>
        {children}
      </div>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${panelTitle(panel)}, ${KIND_LABELS[panel.kind]}, size ${panel.size}, panel ${position + 1} of ${count}`}
        onClick={onChoose}
        className={classNames(
          "group absolute inset-0 z-[2] cursor-grab touch-manipulation rounded-control outline-offset-[-2px] active:cursor-grabbing",
          isChosen && "shadow-[inset_0_0_0_2px_var(--accent)]",
        )}
        {...handlers}
      >
        <GripVertical
          size={14}
          strokeWidth={1.7}
          aria-hidden="true"
          className="absolute top-2.5 left-px text-ink-4 group-hover:text-ink-2"
        />
      </button>
      {dropSide === null ? null : (
        <i
          aria-hidden="true"
          className={classNames(
            "pointer-events-none absolute inset-y-0 z-[3] w-1 rounded-bar bg-accent",
            dropSide === "before" ? "-left-1" : "-right-1",
          )}
        />
      )}
    </>
  );
}
