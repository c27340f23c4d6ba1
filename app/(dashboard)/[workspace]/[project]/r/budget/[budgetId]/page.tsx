import type { Metadata } from "next";
import { ProjectLink } from "@/app/(dashboard)/_project-link/project-link";

export const metadata: Metadata = { title: "Open a budget" };

/** `/entity/project/r/budget/id`: the link in warnings of budgets, which know no workspace. */
export default async function BudgetLinkPage({ params }: PageProps<"/[workspace]/[project]/r/budget/[budgetId]">) {
  const { workspace, project, budgetId } = await params;
  return (
    <ProjectLink
      entity={workspace}
      project={project}
      rest={`r/budget/${budgetId}`}
      targetIn={(slug) => `/${slug}/costs?view=budgets&budget=${encodeURIComponent(decodeURIComponent(budgetId))}`}
    />
  );
}
