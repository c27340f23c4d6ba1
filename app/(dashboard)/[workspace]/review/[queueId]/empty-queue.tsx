import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/** A queue without items, and where items come from. */
export function EmptyQueue({ slug }: { slug: string }) {
  return (
    <PaneState
      kind="empty"
      title="Nothing to review yet"
      actions={
        <>
          <Button asChild size="small">
            <Link href={`/${slug}/traces`}>Open traces</Link>
          </Button>
          <Button asChild size="small">
            <Link href={`/${slug}/threads`}>Open threads</Link>
          </Button>
        </>
      }
    >
      Select calls or threads there and choose <b>Add to review</b>.
    </PaneState>
  );
}
