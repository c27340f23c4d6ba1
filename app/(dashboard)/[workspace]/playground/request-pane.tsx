import { MessagesSection } from "./messages-section";
import { ResponseFormatSection } from "./response-format-section";
import { ToolsSection } from "./tools-section";
import type { Playground } from "./use-playground";
import { VariablesSection } from "./variables-section";

/** What is asked: messages, variables, tools, and the form of the answer. */
export function RequestPane({ playground, canRun }: { playground: Playground; canRun: boolean }) {
  return (
    <div className="min-h-0 flex-1 divide-y divide-line overflow-y-auto">
      <MessagesSection playground={playground} />
      <VariablesSection playground={playground} canRun={canRun} />
      <ToolsSection playground={playground} />
      <ResponseFormatSection playground={playground} />
    </div>
  );
}
