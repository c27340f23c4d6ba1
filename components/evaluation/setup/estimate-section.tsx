import type { ReactNode } from "react";
import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { EstimateState } from "./use-estimate";

type EstimateSectionProps = {
  state: Pick<EstimateState, "failure" | "isCurrent" | "retry">;
  /** The missing parts that an estimate needs. */
  missing: readonly string[];
  /** Problems of the settings, by the path of the member. */
  errors: ReadonlyMap<string, string>;
  title: string;
  /** The basis of the figures, as text. */
  note: string | null;
  /** The name of the section where it is not its title. */
  label?: string;
  className?: string;
  /** The figures. */
  children: ReactNode;
};

/** The estimate of a form's settings, or the reason why there is none. */
export function EstimateSection(props: EstimateSectionProps) {
  const { state, missing, errors, title, note, label = title, className, children } = props;
  return (
    <section aria-label={label} className={className}>
      <div className="flex min-h-[42px] items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-semibold">{title}</h2>
        <span className="truncate text-small text-ink-3">{note}</span>
      </div>
      {missing.length > 0 ? (
        <p className="px-4 max-md:px-3 pb-3 text-small text-ink-3">Shown once there is {missing.join(", ")}.</p>
      ) : errors.size > 0 ? (
        <Problems errors={errors} />
      ) : state.failure !== null ? (
        <FailureState failure={state.failure} onRetry={state.retry} />
      ) : (
        <>
          {state.isCurrent ? null : <ProgressBar label="Estimating" />}
          {children}
        </>
      )}
    </section>
  );
}

function Problems({ errors }: { errors: ReadonlyMap<string, string> }) {
  return (
    <div role="alert">
      <ul className="grid gap-1 px-4 max-md:px-3 pb-3 text-small">
        {[...errors].map(([path, message]) => (
          <li key={path} className="[overflow-wrap:anywhere]">
            <span className="text-code text-ink-3">{path || "settings"}</span>{" "}
            <span className="text-err">{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
