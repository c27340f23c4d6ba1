import { MESSAGES_PROBLEM } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import type { Playground } from "./use-playground";

/** Whether the request can be sent, warnings, then the keys. */
export function PlaygroundFoot({ playground }: { playground: Playground }) {
  const { draft, built, hasTried, isStored: isKept, streams } = playground;
  const problems = [...built.values()].flatMap((request) => request.problems);
  const places = new Set(
    problems
      .filter(({ place }) => hasTried || !(place.startsWith("model ") || place === MESSAGES_PROBLEM))
      .map(({ place }) => place),
  );
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("playground", ["Mod+Enter"], "run"),
            keyHint("playground", ["Mod+Shift+Enter"], "run all"),
            keyHint("playground", ["Escape"], "stop"),
            keyHint("playground", ["Mod+d"], "duplicate column"),
          ]}
        />
      }
    >
      <span role="status">
        {places.size > 0 ? (
          <span className="text-err">Fix {countOf(places.size, "field")} before running</span>
        ) : (
          countOf(draft.columns.length, "column")
        )}
      </span>
      {draft.isTracked ? null : <span>Calls are not tracked</span>}
      {streams === "missing" ? <span>No streaming on this connection</span> : null}
      {isKept ? null : <span className="text-warn">Draft too large to save: reloading loses it</span>}
    </PageFoot>
  );
}
