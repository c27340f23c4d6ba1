import { ArrowLeft, ArrowLeftRight, Plus } from "lucide-react";
import Link from "next/link";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { type ComparedKind, MAX_COMPARED } from "@/lib/address/compare-href";

type CompareHeadProps = {
  backHref: string;
  title: string;
  facts: readonly string[];
  kind: ComparedKind;
  sideCount: number;
  /** Null when calls belong to no threads, or a thread has no calls. */
  onKindChange: ((kind: ComparedKind) => void) | null;
  onSwap: (() => void) | null;
  onAdd: () => void;
};

/** The title of the comparison, and the actions that change it. */
export function CompareHead(props: CompareHeadProps) {
  const { backHref, title, facts, kind, sideCount, onKindChange, onSwap, onAdd } = props;
  return (
    <div className="flex h-(--head-h) flex-none items-center gap-2 border-b border-line pr-3 pl-2">
      <Button asChild kind="ghost" size="icon-small">
        <Link href={backHref} aria-label={kind === "threads" ? "Back to threads" : "Back to traces"}>
          <ArrowLeft size={15} strokeWidth={1.7} aria-hidden="true" />
        </Link>
      </Button>
      <h1 className="min-w-0 truncate text-title font-semibold tracking-[-0.01em] md:flex-none">{title}</h1>
      <span className="min-w-0 truncate text-small text-ink-3 max-md:hidden">{facts.join(", ")}</span>
      <span className="ml-auto flex flex-none items-center gap-1.5">
        {onKindChange ? (
          <Segmented
            label="Compare by"
            size="small"
            value={kind}
            onChange={onKindChange}
            segments={[
              { value: "calls", label: "Traces" },
              {
                value: "threads",
                label: (
                  <span>
                    <span className="max-md:sr-only">Full </span>
                    <span className="inline-block max-md:first-letter:uppercase">threads</span>
                  </span>
                ),
              },
            ]}
          />
        ) : null}
        {onSwap ? (
          <Button
            size="small"
            onClick={onSwap}
            icon={<ArrowLeftRight size={14} strokeWidth={1.7} aria-hidden="true" />}
            className="max-md:hidden"
          >
            Swap <KeyCap>S</KeyCap>
          </Button>
        ) : null}
        <Button
          size="small"
          onClick={onAdd}
          disabled={sideCount >= MAX_COMPARED}
          title={sideCount >= MAX_COMPARED ? `Maximum of ${MAX_COMPARED} sides reached` : undefined}
          icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-md:sr-only">{kind === "threads" ? "Add thread" : "Add trace"}</span>
        </Button>
      </span>
    </div>
  );
}
