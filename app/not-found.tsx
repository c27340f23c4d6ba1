import Link from "next/link";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <main className="grid h-dvh">
      <PaneState
        kind="no-match"
        title="There is no such page"
        actions={
          <Button asChild size="small">
            <Link href="/">Go to the start</Link>
          </Button>
        }
      >
        The address is not right, or the page has gone.
      </PaneState>
    </main>
  );
}
