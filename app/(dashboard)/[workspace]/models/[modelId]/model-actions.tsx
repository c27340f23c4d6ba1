import { Columns3, MessageSquareText, RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

const icon = { size: 13, strokeWidth: 1.7, "aria-hidden": true } as const;

type ModelActionsProps = {
  /** The run of the model: its jobs in order. Null before the first job. */
  runHref: string | null;
  /** Null where checkpoints cannot be compared. */
  arenaHref: string | null;
  chosenCount: number;
  /** A chat with the best checkpoint, or the newest without an evaluation. */
  chat: { readonly href: string; readonly step: number } | null;
};

/** Links to the pages that show a model as a whole. */
export function ModelActions({ runHref, arenaHref, chosenCount, chat }: ModelActionsProps) {
  return (
    <span className="ml-auto flex flex-none items-center gap-1.5">
      {runHref === null ? null : (
        <Button asChild size="small">
          <Link href={runHref} aria-label="Training run">
            <RefreshCw {...icon} />
            <span>
              <span className="max-md:hidden">Training </span>
              <span className="max-md:capitalize">run</span>
            </span>
          </Link>
        </Button>
      )}
      {arenaHref === null ? null : (
        <Button asChild size="small">
          <Link href={arenaHref}>
            <Columns3 {...icon} />
            {chosenCount > 0 ? `Arena with ${chosenCount} selected` : "Arena"}
          </Link>
        </Button>
      )}
      {chat === null ? null : (
        <Button asChild size="small" kind="primary">
          <Link href={chat.href} aria-label={`Chat with step ${chat.step}`}>
            <MessageSquareText {...icon} />
            <span>
              Chat<span className="max-md:hidden"> with step {chat.step}</span>
            </span>
          </Link>
        </Button>
      )}
    </span>
  );
}
