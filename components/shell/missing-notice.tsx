import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Callout } from "@/components/ui/callout";
import { serviceQuery } from "@/lib/api/client/service-query";
import { nameOfFile } from "@/lib/document/read-incomplete";
import { nameFilesWith } from "@/lib/export/file-naming";
import { missingText } from "@/lib/workspace/missing-text";

/** Says on each page of a project what it lacks, because its part of the store is damaged. */
export function MissingNotice({ connectionId, projectId }: { connectionId: string; projectId: string }) {
  const { data, isError } = useQuery(serviceQuery(connectionId, "storage.read", undefined));
  const missing = (data?.missing ?? []).filter(({ project_id: id }) => id === null || id === projectId);
  // Without an answer, the project may be one of those that lack something.
  const text = isError ? UNKNOWN_TEXT : missingText(missing);
  // The outside system is what the page saves: files say that they lack something.
  useEffect(() => nameFilesWith((usual) => nameOfFile({ connectionId, projectId }, usual)), [connectionId, projectId]);
  if (text === null) return null;
  return (
    <Callout tone="err" className="flex-none rounded-none px-4">
      <b className="font-medium">Incomplete</b>. {text}
    </Callout>
  );
}

const UNKNOWN_TEXT = "Some stored data is damaged and could not be read. Which projects lack it is not known now.";
