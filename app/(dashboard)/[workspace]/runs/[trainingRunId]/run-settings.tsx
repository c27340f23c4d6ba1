import { UserName } from "@/components/session/user-name";
import { Link } from "@/components/ui/link";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatTime, parseTime } from "@/lib/format/time";
import { prepareRunSettings } from "@/lib/training/runs/run-settings";
import type { Workspace } from "@/lib/workspace/workspace";
import { RunOriginSection } from "./run-origin";
import { RunProfile } from "./run-profile";

/** The settings of a run, and links to the pages of its model. */
export function RunSettings({
  workspace,
  run,
  nowMs,
}: {
  workspace: Workspace;
  run: TrainingRunDetail;
  nowMs: number;
}) {
  const { model, settings } = run;
  const isImported = run.source === "log" && run.started_at === null;
  const modelHref = model === null ? null : `/${workspace.slug}/models/${encodeURIComponent(model.id)}`;
  return (
    <aside
      aria-label="Settings of the run"
      className="w-[308px] flex-none overflow-auto border-l border-line max-xl:w-[264px] max-lg:w-full max-lg:border-t max-lg:border-l-0"
    >
      <RunProfile slug={workspace.slug} run={run} />
      <h2 className="flex h-[34px] items-center px-4 font-medium max-md:px-3">Settings</h2>
      <dl className="grid gap-2 px-4 pb-3 text-small max-md:px-3">
        {prepareRunSettings(run).map(({ label, value }) => (
          <div key={label}>
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd className="line-clamp-[10] whitespace-pre-wrap [overflow-wrap:anywhere]" title={value}>
              {value}
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-micro text-ink-3">{isImported ? "Imported" : "Started"}</dt>
          <dd>
            {formatTime(parseTime(isImported ? run.created_at : (run.started_at ?? run.created_at)), nowMs)}, by{" "}
            <UserName id={run.created_by} />
            {isImported ? "; its files do not say when it started" : ""}
          </dd>
        </div>
      </dl>
      <RunOriginSection origin={run.origin} />
      {settings === null ? (
        <p className="border-t border-line px-4 py-2.5 text-small text-ink-3 max-md:px-3">
          {run.source === "log"
            ? "Another program controls this run and logs it here. Pause or stop it there."
            : "A client runs this loop. The page shows its jobs in order; pause and stop it there."}
        </p>
      ) : null}
      {modelHref === null ? null : (
        <ul className="grid gap-1 border-t border-line px-4 py-2.5 text-small max-md:px-3">
          {[
            [modelHref, "Checkpoints of the model"],
            [`${modelHref}/evaluation`, "Evaluate its checkpoints"],
            [`${modelHref}/arena`, "Compare checkpoints in the arena"],
          ].map(([href = "", label]) => (
            <li key={href}>
              <Link href={href} className="text-accent-text hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}
