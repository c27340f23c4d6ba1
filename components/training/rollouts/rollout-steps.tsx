"use client";

import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { classNames } from "@/lib/style/class-names";

type Step = NonNullable<RolloutGroup["rollouts"][number]["steps"]>[number];

/** The messages of a rollout before its last answer, each one line until it is opened. */
export function RolloutSteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-label="Steps" className="grid min-w-0">
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its position
        <StepLine key={index} step={step} />
      ))}
    </ol>
  );
}

function StepLine({ step: { role, text } }: { step: Step }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-[22px] w-full min-w-0 items-start gap-1.5 text-left hover:bg-hover max-md:min-h-9"
      >
        <ChevronRight
          size={11}
          strokeWidth={1.7}
          aria-hidden="true"
          className={classNames("mt-1 flex-none text-ink-3", isOpen && "rotate-90")}
        />
        <span className="w-14 flex-none text-ink-3">{role === "tool" ? "result" : "model"}</span>
        <span
          className={classNames(
            "min-w-0 flex-1 text-code",
            isOpen ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "truncate",
          )}
        >
          {text === "" ? "empty" : text}
        </span>
      </button>
    </li>
  );
}
