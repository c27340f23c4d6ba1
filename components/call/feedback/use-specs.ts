"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CallAddress } from "@/lib/calls/call-address";
import { type AnnotationSpec, readSpec } from "@/lib/feedback/annotation";

/** The questions of the project; undefined while they load, and where the service cannot list them. */
export function useSpecs({ connectionId, projectId }: CallAddress): readonly AnnotationSpec[] | undefined {
  const { data } = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["AnnotationSpec"], latest_only: true },
      metadata_only: false,
    }),
  );
  return useMemo(
    () => data?.objs.filter(({ deleted_at }) => !deleted_at).map((version) => readSpec(projectId, version)),
    [data, projectId],
  );
}
