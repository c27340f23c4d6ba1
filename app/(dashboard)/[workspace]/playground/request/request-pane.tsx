import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { PromptSaving } from "@/app/(dashboard)/[workspace]/playground/prompt/prompt-saving";
import type { RowsDraft } from "@/app/(dashboard)/[workspace]/playground/rows/use-row-runs";
import { MessagesSection } from "./messages-section";
import type { PromptFilling } from "./prompt-menu";
import { ResponseFormatSection } from "./response-format-section";
import { ToolsSection } from "./tools-section";
import { VariablesSection } from "./variables-section";

/** A request with everything that can be edited. */
type RequestEditing = ScopedEditing & PromptFilling & PromptSaving & RowsDraft;

/** The request: messages, variables, tools, and the response format. */
export function RequestPane({ playground, canRun }: { playground: RequestEditing; canRun: boolean }) {
  return (
    <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      <MessagesSection playground={playground} />
      <VariablesSection playground={playground} canRun={canRun} />
      <ToolsSection playground={playground} />
      <ResponseFormatSection playground={playground} />
    </div>
  );
}
