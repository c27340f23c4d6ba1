"use client";

import { useQuery } from "@tanstack/react-query";
import { Segmented } from "@/components/form/segmented";
import { JsonViewer } from "@/components/json/json-viewer";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectPaneProps } from "./object-pane-props";
import { PaneSkeleton } from "./pane-skeleton";
import { UnreadableVersion } from "./unreadable-version";
import { VersionValue } from "./version-value";

/** The record as the service returns it, with or without its value. */
export function RawTab(props: ObjectPaneProps) {
  const { params, actions } = props;
  return (
    <>
      <div className="flex h-9 flex-none items-center px-4 max-md:px-3">
        <Segmented
          label="Record contents"
          size="small"
          value={params.raw}
          onChange={(raw) => actions.change({ raw }, "replace")}
          segments={[
            { value: "whole", label: "With value" },
            { value: "metadata", label: "Metadata only" },
          ]}
        />
      </div>
      {params.raw === "metadata" ? (
        <Metadata {...props} />
      ) : (
        <VersionValue {...props}>{(version) => <JsonViewer label="obj" value={version} isFilling />}</VersionValue>
      )}
    </>
  );
}

function Metadata({ workspace, object, chosen }: ObjectPaneProps) {
  const body = {
    project_id: workspace.projectId,
    object_id: object.id,
    digest: chosen.name,
    metadata_only: true,
  };
  const { data, error, isError, refetch } = useQuery(serviceQuery(workspace.connectionId, "obj.read", body));
  if (isError) {
    return (
      <UnreadableVersion
        failure={failureOf(error)}
        object={object}
        name={chosen.name}
        onRetry={() => void refetch()}
        onLatest={null}
      />
    );
  }
  if (data) return <JsonViewer label="obj" value={data.obj} isFilling />;
  return (
    <>
      <ProgressBar label="Loading the version" className="flex-none" />
      <PaneSkeleton />
    </>
  );
}
