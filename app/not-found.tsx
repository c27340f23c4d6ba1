import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";

export default function NotFound() {
  return (
    <main className="grid h-dvh">
      <PaneState
        kind="no-match"
        title="Page not found"
        actions={
          <Button asChild size="small">
            {/* Every page loads the scripts of this one, so it has no link of the router. */}
            <a href="/">Go to home page</a>
          </Button>
        }
      >
        The URL is wrong, or the page no longer exists.
      </PaneState>
    </main>
  );
}
