import Link from "next/link";
import type { ReactNode } from "react";
import { Step } from "./step";

/** The steps after the first call; in a workspace each links to its page. */
export function NextSteps({ workspaceSlug }: { workspaceSlug: string | null }) {
  return (
    <Step dot={<span className="size-[9px] rounded-full border border-line-strong" />} title="Next steps" isLater>
      <p>
        The call opens in the list of traces.{" "}
        <StepLink slug={workspaceSlug} page="threads">
          Turns are grouped into threads
        </StepLink>
        ,{" "}
        <StepLink slug={workspaceSlug} page="costs">
          prices turn tokens into costs
        </StepLink>
        , and{" "}
        <StepLink slug={workspaceSlug} page="overview">
          the overview sums them up
        </StepLink>
        .
      </p>
    </Step>
  );
}

function StepLink({ slug, page, children }: { slug: string | null; page: string; children: ReactNode }) {
  if (slug === null) return children;
  return (
    <Link href={`/${slug}/${page}`} className="text-accent-text hover:underline">
      {children}
    </Link>
  );
}
