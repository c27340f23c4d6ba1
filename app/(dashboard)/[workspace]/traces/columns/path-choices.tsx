import { Plus } from "lucide-react";
import { type ObservedPath, readPath } from "@/lib/calls/path-columns";
import { formatShortCount } from "@/lib/format/count";

/** Number of listed paths; search text narrows the rest. */
const SHOWN = 60;

type PathChoicesProps = {
  words: string;
  observedPaths: readonly ObservedPath[];
  /** Paths that are columns already. */
  chosen: readonly string[];
  onChoose: (path: string) => void;
};

/**
 * The paths that can become columns: those of the rows on screen with the number of rows that have them, or a typed
 * path.
 */
export function PathChoices({ words, observedPaths: seenPaths, chosen, onChoose }: PathChoicesProps) {
  const typed = readPath(words);
  const lowered = words.trim().toLowerCase();
  const matching = seenPaths.filter(({ path }) => !chosen.includes(path) && path.toLowerCase().includes(lowered));
  const isNew = typed !== null && !chosen.includes(typed) && !seenPaths.some(({ path }) => path === typed);
  return (
    <section aria-label="Paths">
      <h2 className="px-1.5 pt-2 pb-1 text-micro text-ink-3">Paths in the rows on screen</h2>
      <ul>
        {isNew ? <Choice path={typed} note="add" onChoose={onChoose} /> : null}
        {matching.slice(0, SHOWN).map(({ path, count }) => (
          <Choice key={path} path={path} note={formatShortCount(count)} onChoose={onChoose} />
        ))}
      </ul>
      {matching.length > SHOWN ? (
        <p className="px-1.5 py-1 text-ink-3">{matching.length - SHOWN} more. Type to narrow the list.</p>
      ) : null}
      {matching.length === 0 && !isNew ? (
        <p className="px-1.5 py-1 text-ink-2">
          {lowered === "" ? "No more paths." : "No paths match."} Type any other path, for example{" "}
          <span className="text-code">inputs.user.name</span>.
        </p>
      ) : null}
    </section>
  );
}

function Choice({ path, note, onChoose }: { path: string; note: string; onChoose: (path: string) => void }) {
  return (
    <li>
      <button
        type="button"
        aria-label={`Add column ${path}`}
        title={path}
        onClick={() => onChoose(path)}
        className="flex h-[26px] w-full items-center gap-2 rounded-chip px-1.5 text-left outline-offset-[-2px] hover:bg-hover"
      >
        <Plus size={12} strokeWidth={2} aria-hidden="true" className="flex-none text-ink-3" />
        <span className="min-w-0 flex-1 truncate text-code">{path}</span>
        <span className="flex-none text-micro text-ink-3">{note}</span>
      </button>
    </li>
  );
}
